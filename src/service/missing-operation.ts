import { ServiceError } from './errors.ts';

/** 404 and its like: what services answer to an operation that they do not have. */
const MISSING = [404, 405, 410, 501];

/** What says in words that there is nothing at an address, under whatever status. */
export const NOTHING_THERE =
  /unexpected endpoint|(?:unknown|no such|invalid|unsupported|unrecognized) (?:request )?(?:url|endpoint|path|route|operation)|(?:url|endpoint|path|route|page) (?:was )?(?:not found|does not exist)|cannot post/i;

/**
 * Whether an error says that the service has no such operation, whatever the shape: a JSON error, a web page, or an
 * answer with status 200 that is none, as LM Studio gives it for any address. A model that the service does not have
 * is another matter.
 *
 * @param field what every answer of the operation has
 */
export function isOperationMissing(error: unknown, field: string): boolean {
  if (!ServiceError.is(error)) {
    return false;
  }
  if (error.status === 200) {
    return error.kind === 'invalidResponse'
      ? error.message === `The answer has no “${field}”.`
      : NOTHING_THERE.test(error.message);
  }
  return error.kind === 'notFound' && MISSING.includes(error.status ?? 0) && !isAboutModel(error);
}

function isAboutModel({ param, code, message, host }: ServiceError): boolean {
  // The service's own words are no more than these where it sent a page or nothing.
  const isOurs = host !== undefined && message.startsWith(`${host} answered with status `);
  return param === 'model' || /model|deployment/i.test(code ?? '') || (!isOurs && /\bmodel\b/i.test(message));
}
