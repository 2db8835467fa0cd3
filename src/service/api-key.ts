import { inspect } from 'node:util';
import { ServiceError } from './errors.ts';

/** @throws {ServiceError} `invalidRequest` on `apiKey`, for what a header cannot carry. */
export function checkApiKey(apiKey: string | undefined): void {
  const strange = /[^\x21-\x7e]/u.exec(apiKey ?? '');
  if (strange) {
    const what = /[\r\n]/.test(strange[0])
      ? 'a line break'
      : /\s/.test(strange[0])
        ? 'a space'
        : 'a character that a key cannot have';
    const message = `The key has ${what} at position ${strange.index + 1}. Copy it again, without anything around it.`;
    throw new ServiceError('invalidRequest', message, { param: 'apiKey' });
  }
}

/** Shorter than any real key: the placeholder of a service that wants none, such as `local`. */
const PLACEHOLDER_LENGTH = 8;

const EVERYTHING = {
  depth: Number.POSITIVE_INFINITY,
  maxStringLength: Number.POSITIVE_INFINITY,
  maxArrayLength: Number.POSITIVE_INFINITY,
  showHidden: true,
};

/**
 * The error without the key: services quote what they refuse, and one that is no HTTP service at all may send
 * the request back. `partial` stays as it is: it is the answer's text, not the error's.
 */
export function withoutKey(error: ServiceError, apiKey: string | undefined): ServiceError {
  // A cancelled call holds nothing of the service's, and the caller's own reason, which may be anything.
  if (!apiKey || error.kind === 'cancelled') {
    return error;
  }
  const key = patternOf(apiKey);
  const clean = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : textWithoutKey(text, apiKey);
  const cause = inspect(error.cause, EVERYTHING).replace(/\\(.)/g, '$1');
  const cleaned = new ServiceError(error.kind, clean(error.message) ?? '', {
    ...error,
    code: clean(error.code),
    param: clean(error.param),
    requestId: clean(error.requestId),
    cause: cause.search(key) < 0 ? error.cause : undefined,
  });
  cleaned.stack = clean(error.stack) ?? '';
  return cleaned;
}

/** A text without the key; see {@link withoutKey}. */
export function textWithoutKey(text: string, apiKey: string | undefined): string {
  return apiKey ? withoutBeginning(text.replace(patternOf(apiKey), '[key]'), apiKey) : text;
}

function patternOf(apiKey: string): RegExp {
  const literal = apiKey.replace(/[^A-Za-z0-9_]/g, '\\$&');
  return new RegExp(apiKey.length < PLACEHOLDER_LENGTH ? `(?<![\\w-])${literal}(?![\\w-])` : literal, 'g');
}

/** A text that was shortened may end in the middle of the key. */
function withoutBeginning(text: string, apiKey: string): string {
  const longest = Math.min(apiKey.length - 1, text.length);
  for (let length = longest; length >= PLACEHOLDER_LENGTH; length--) {
    const beginning = apiKey.slice(0, length);
    const cut = text.replaceAll(`${beginning}…`, '[key]…');
    const cleaned = cut.endsWith(beginning) ? `${cut.slice(0, -length)}[key]` : cut;
    if (cleaned !== text) {
      return cleaned;
    }
  }
  return text;
}
