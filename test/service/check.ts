import * as v from 'valibot';
import { badRequest, type Refusal } from './refusal.ts';

/** The input as the schema describes it; throws the refusal that names the first offending parameter. */
export function check<T extends v.GenericSchema>(schema: T, input: unknown): v.InferOutput<T> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw badRequest('The body must be a JSON object.', null, 'invalid_type');
  }
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (!result.success) {
    throw refusalOf(result.issues[0]);
  }
  return result.output;
}

function refusalOf(issue: v.BaseIssue<unknown>): Refusal {
  const param = v.getDotPath(issue);
  if (issue.type === 'strict_object' && param !== null) {
    return issue.expected === 'never'
      ? badRequest(`Unrecognized request argument supplied: ${param}`, param, 'unknown_parameter')
      : badRequest(`You must provide the parameter '${param}'.`, param, 'missing_required_parameter');
  }
  const code = issue.kind === 'schema' ? 'invalid_type' : 'invalid_value';
  return badRequest(param === null ? issue.message : `${issue.message} ('${param}')`, param, code);
}

export function numberBetween(least: number, most: number) {
  return v.pipe(v.number(), v.minValue(least), v.maxValue(most));
}

export function integerBetween(least: number, most: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
}

/** A form field that holds a number, as its value. */
export function numberField(least: number, most: number) {
  return v.pipe(
    v.string(),
    v.regex(/^-?\d+(\.\d+)?$/, 'Not a number'),
    v.transform(Number),
    numberBetween(least, most),
  );
}

/** A form field that holds an integer, as its value. */
export function integerField(least: number, most: number) {
  return v.pipe(
    v.string(),
    v.regex(/^-?\d+$/, 'Not an integer'),
    v.transform(Number),
    integerBetween(least, most),
  );
}

/** Sequences at which generation stops: one, or up to four. */
export const stopSequences = v.union([
  v.pipe(v.string(), v.nonEmpty()),
  v.pipe(v.array(v.pipe(v.string(), v.nonEmpty())), v.minLength(1), v.maxLength(4)),
]);

/** The decoding parameters that completions and chat have in common (interface §4.3, §4.4, §8). */
export const decoding = {
  temperature: v.optional(numberBetween(0, 2)),
  top_p: v.optional(numberBetween(0, 1)),
  n: v.optional(integerBetween(1, 128)),
  stream: v.optional(v.boolean()),
  presence_penalty: v.optional(numberBetween(-2, 2)),
  frequency_penalty: v.optional(numberBetween(-2, 2)),
  logit_bias: v.optional(
    v.record(v.pipe(v.string(), v.regex(/^\d+$/, 'Not a token id')), integerBetween(-100, 100)),
  ),
};
