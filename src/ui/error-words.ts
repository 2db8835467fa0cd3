import { l10n } from 'vscode';
import { ServiceError } from '../service/errors.ts';
import { plainText } from './plain-text.ts';
import { ToldError } from './told-error.ts';

/** What a person can do about a failure. */
export type Remedy = 'setKey' | 'connect' | 'chooseModel' | 'openSetting' | 'retry' | 'showLog';

export interface ErrorInWords {
  readonly message: string;
  readonly remedies: readonly Remedy[];
}

/** One sentence that says what happened and what to do. Text from the service is quoted, never obeyed. */
export function errorInWords(error: unknown): ErrorInWords {
  if (!ServiceError.is(error)) {
    const message = error instanceof Error ? error.message : String(error);
    const said = plainText(message);
    return {
      message: error instanceof ToldError ? said : l10n.t('Inkwell failed: {0}', said),
      remedies: ['showLog'],
    };
  }
  const host = error.host ?? l10n.t('The service');
  const said = plainText(error.message);
  switch (error.kind) {
    case 'invalidRequest':
      return error.param === 'baseUrl' || error.param === 'apiKey'
        ? { message: said, remedies: ['connect'] }
        : { message: l10n.t('Nothing was sent: {0}', said), remedies: ['openSetting'] };
    case 'authentication':
      return { message: l10n.t('{0} refused the key: {1}', host, said), remedies: ['setKey', 'showLog'] };
    case 'permission':
      return {
        message: l10n.t('The key may not do this at {0}: {1}', host, said),
        remedies: ['setKey', 'showLog'],
      };
    case 'notFound':
      return isAboutModel(error)
        ? {
            message: l10n.t('{0} does not have this model: {1}', host, said),
            remedies: ['chooseModel', 'showLog'],
          }
        : {
            message: l10n.t('{0} does not have this operation: {1}', host, said),
            remedies: ['connect', 'showLog'],
          };
    case 'contextLength':
      return {
        message: l10n.t('The text is too long for the model. Select less, or lower max_tokens: {0}', said),
        remedies: ['openSetting', 'showLog'],
      };
    case 'tooLarge':
      return { message: l10n.t('{0} does not take so much at once: {1}', host, said), remedies: ['showLog'] };
    case 'rateLimit':
      return { message: busy(host, error.retryAfter, said), remedies: ['retry', 'showLog'] };
    case 'quota':
      return {
        message: l10n.t('The quota of this key at {0} is spent: {1}', host, said),
        remedies: ['setKey', 'showLog'],
      };
    case 'server':
      return { message: l10n.t('{0} failed: {1}', host, said), remedies: ['retry', 'showLog'] };
    case 'connection':
      return { message: said, remedies: ['retry', 'connect', 'showLog'] };
    case 'timeout':
      return {
        message: error.partial ? l10n.t('{0} What came so far is kept.', said) : said,
        remedies: ['retry', 'showLog'],
      };
    case 'truncated':
      return {
        message: l10n.t('The answer from {0} was cut off. What came so far is kept.', host),
        remedies: ['retry', 'showLog'],
      };
    case 'invalidResponse':
      return {
        message: said,
        remedies: error.code === 'redirect' ? ['connect', 'showLog'] : ['retry', 'showLog'],
      };
    case 'badRequest':
      return {
        message: l10n.t('{0} refused the request: {1}', host, said),
        remedies: error.param === 'model' ? ['chooseModel', 'showLog'] : ['openSetting', 'showLog'],
      };
    case 'cancelled':
      return { message: l10n.t('Cancelled.'), remedies: [] };
  }
}

function isAboutModel({ code, param, message }: ServiceError): boolean {
  return param === 'model' || /model/i.test(code ?? '') || /\bmodel\b/i.test(message);
}

function busy(host: string, retryAfter: number | undefined, said: string): string {
  return retryAfter === undefined
    ? l10n.t('{0} takes no more requests for now: {1}', host, said)
    : l10n.t('{0} takes no more requests for the next {1}: {2}', host, spanOf(retryAfter), said);
}

function spanOf(seconds: number): string {
  if (seconds <= 120) {
    const whole = Math.ceil(seconds);
    return whole === 1 ? l10n.t('second') : l10n.t('{0} seconds', whole);
  }
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? l10n.t('{0} minutes', minutes) : l10n.t('{0} hours', Math.ceil(minutes / 60));
}
