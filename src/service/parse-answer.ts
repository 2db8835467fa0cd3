import * as v from 'valibot';
import { ServiceError } from './errors.ts';

/**
 * A value as the interface describes it.
 *
 * @throws {ServiceError} `invalidResponse`, saying where it differs; nothing of the answer is quoted.
 */
export function parseAnswer<A extends v.GenericSchema>(
  schema: A,
  value: unknown,
  details: { host?: string; status?: number; requestId?: string | undefined } = {},
): v.InferOutput<A> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) {
    return result.output;
  }
  throw new ServiceError('invalidResponse', difference(result.issues[0]), details);
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  loose_object: 'an object',
  record: 'an object',
};

function difference(issue: v.BaseIssue<unknown>): string {
  const place = placeOf(issue);
  if (issue.kind === 'schema' && issue.path?.at(-1)?.origin === 'key' && issue.input === undefined) {
    return `The answer has no “${place}”.`;
  }
  const subject = place === '' ? 'The answer' : `“${place}” in the answer`;
  return issue.kind === 'schema'
    ? `${subject} should be ${EXPECTED[issue.type] ?? issue.expected}, but is ${nameOf(issue.input)}.`
    : `${subject} ${issue.message}.`;
}

/** As in JavaScript, such as `choices[0].text`. */
function placeOf({ path }: v.BaseIssue<unknown>): string {
  return [...(path ?? [])]
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
}

function nameOf(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'a list';
  }
  return (
    { string: 'text', number: 'a number', boolean: `${value}`, object: 'an object' }[
      typeof value as string
    ] ?? 'nothing'
  );
}
