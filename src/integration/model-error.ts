import { CancellationError, LanguageModelError } from 'vscode';
import { ServiceError } from '../service/errors.ts';
import { errorInWords } from '../ui/error-words.ts';

/** A failure as VS Code and other extensions know it, in words for the person. No words of ours hold the key. */
export function languageModelError(error: unknown): Error {
  if (error instanceof LanguageModelError || error instanceof CancellationError) {
    return error;
  }
  if (ServiceError.is(error, 'cancelled')) {
    return new CancellationError();
  }
  const { message, remedies } = errorInWords(error);
  switch (ServiceError.is(error) ? error.kind : undefined) {
    case 'authentication':
    case 'permission':
      return LanguageModelError.NoPermissions(message);
    case 'quota':
    case 'rateLimit':
      return LanguageModelError.Blocked(message);
    case 'notFound':
      return remedies.includes('chooseModel') ? LanguageModelError.NotFound(message) : new Error(message);
    default:
      return new Error(message);
  }
}
