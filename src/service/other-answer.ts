import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from './errors.ts';
import { parseJson } from './parse-json.ts';
import { describe, errorFromEvent, hasError, requestId } from './response-error.ts';
import { single } from './retry.ts';

/** What came, under a good status, where a stream was asked for: a log-in page, an error in JSON. */
export function errorFromOtherAnswer(
  status: number,
  headers: IncomingHttpHeaders,
  body: string,
  host: string,
): ServiceError {
  const details = { status, requestId: requestId(headers), host };
  const json = parseJson(body);
  if (hasError(json)) {
    return errorFromEvent(json, details);
  }
  const type = single(headers['content-type'])?.split(';')[0]?.trim() || 'no content type';
  const message = `${host} answered with ${type} instead of a stream${describe(body)}.`;
  return new ServiceError('invalidResponse', message, details);
}
