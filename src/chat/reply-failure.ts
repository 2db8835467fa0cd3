import { l10n } from 'vscode';
import { ServiceError } from '../service/errors.ts';
import { errorInWords, type Remedy } from '../ui/error-words.ts';
import { plainText } from '../ui/plain-text.ts';
import type { Failure } from './events.ts';

/** A failure as it is kept with the reply: in words, with what can be done. */
export function replyFailure(error: unknown): Failure {
  if (!ServiceError.is(error)) {
    return { kind: 'other', ...errorInWords(error), remedies: ['retry', 'showLog'] };
  }
  const { kind, requestId } = error;
  const words =
    kind === 'contextLength'
      ? {
          message: l10n.t(
            'The conversation is too long for the model, also with its oldest messages left out. Take something away, or set the model’s context length: {0}',
            plainText(error.message),
          ),
          remedies: ['openContextLength', 'retry', 'showLog'],
        }
      : errorInWords(error);
  return {
    kind,
    message: words.message,
    remedies: withRetry(words.remedies),
    ...(requestId !== undefined && { requestId }),
  };
}

/** In a conversation there is always something to try again: later, with another key, with another model. */
function withRetry(remedies: readonly string[]): string[] {
  const retry: Remedy = 'retry';
  const [first, ...others] = remedies;
  return remedies.includes(retry) || first === undefined ? [...remedies] : [first, retry, ...others];
}
