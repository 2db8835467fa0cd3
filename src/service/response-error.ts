import type { IncomingHttpHeaders } from 'node:http';
import { codeOf, ServiceError, type ServiceErrorDetails, type ServiceErrorKind } from './errors.ts';
import { parseJson } from './parse-json.ts';
import { retryAfter } from './retry.ts';

// Errors are "not shown" in the interface (§7). Services answer in these shapes, or with a web page.

interface ErrorFields {
  message?: string | undefined;
  type?: string | undefined;
  code?: string | undefined;
  param?: string | undefined;
}

/** Reads what a service says of its failure, whatever the shape; nothing of it is trusted to be there. */
export function readErrorFields(body: unknown): ErrorFields {
  if (typeof body === 'string') {
    return { message: body };
  }
  if (!isObject(body)) {
    return {};
  }
  const { error, detail } = body;
  if (isObject(error)) {
    return fieldsOf(error);
  }
  if (isObject(detail)) {
    return readErrorFields(detail);
  }
  const fields = fieldsOf(body);
  if (Array.isArray(detail)) {
    return { ...fields, ...fieldsOfDetails(detail) };
  }
  // Where both are there, `error` is a word for machines.
  return fields.message
    ? { ...fields, code: fields.code ?? text(error) }
    : { ...fields, message: text(error) ?? text(detail) };
}

function fieldsOf({ message, type, code, param }: Record<string, unknown>): ErrorFields {
  return {
    message: text(message),
    type: text(type),
    code: typeof code === 'number' ? String(code) : text(code),
    param: text(param),
  };
}

/** One entry a field that was refused, with the path to it: `{ loc: ['body', 'model'], msg }`. */
function fieldsOfDetails(details: readonly unknown[]): ErrorFields {
  const entries = details.filter(isObject);
  const messages = entries.map(({ msg, message }) => text(msg) ?? text(message)).filter(Boolean);
  const loc = entries[0]?.loc;
  return {
    ...(messages.length > 0 ? { message: messages.join('; ') } : {}),
    ...(Array.isArray(loc) ? { param: text(loc[1]) } : {}),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

const QUOTA = /insufficient_quota|billing|quota_exceeded|credit/i;
const TOO_LARGE = /(?:file|request|payload|entity|content)_too_large/i;
const CONTEXT = /context_(?:length|window|size)|maximum context length|context size/i;

function kindOf(status: number, { type, code, message }: ErrorFields): ServiceErrorKind {
  const named = `${code ?? ''} ${type ?? ''}`;
  if ([400, 413, 422].includes(status) && (CONTEXT.test(named) || CONTEXT.test(message ?? ''))) {
    return 'contextLength';
  }
  if ([400, 422].includes(status) && (TOO_LARGE.test(named) || /maximum content size/i.test(message ?? ''))) {
    return 'tooLarge';
  }
  if (status === 402 || (status === 429 && QUOTA.test(named))) {
    return 'quota';
  }
  switch (status) {
    case 401:
      return 'authentication';
    case 403:
      return 'permission';
    case 404:
    case 405:
    case 410:
    case 501:
      return 'notFound';
    case 407:
      return 'connection';
    case 408:
      return 'timeout';
    case 413:
      return 'tooLarge';
    case 429:
      return 'rateLimit';
    default:
      return status >= 500 ? 'server' : 'badRequest';
  }
}

const LONGEST_MESSAGE = 500;

/** The error that an answer outside 2xx stands for. */
export function errorFromResponse(
  status: number,
  headers: IncomingHttpHeaders,
  body: string,
  host: string,
): ServiceError {
  const json = parseJson(body);
  const said = readErrorFields(json === undefined ? plainText(body) : json);
  const kind = kindOf(status, said);
  const message = said.message
    ? shorten(said.message)
    : `${host} answered with status ${status}${describe(body)}.`;
  return new ServiceError(kind, message, {
    status,
    code: said.code ?? said.type,
    param: said.param,
    requestId: requestId(headers),
    host,
    retryAfter: retryAfter(headers),
  });
}

/** Whether a value says of itself that it is a failure. */
export function hasError(value: unknown): boolean {
  return isObject(value) && Boolean(value.error);
}

/** What stands for a failure under a good status: an event inside a stream, or the whole answer. */
export function errorFromEvent(body: unknown, details: ServiceErrorDetails): ServiceError {
  const said = readErrorFields(body);
  const status = Number(said.code);
  const kind = CONTEXT.test(`${said.code} ${said.type}`)
    ? 'contextLength'
    : QUOTA.test(`${said.code} ${said.type}`)
      ? 'quota'
      : /rate_limit/.test(`${said.code} ${said.type}`)
        ? 'rateLimit'
        : status >= 400 && status < 600
          ? kindOf(status, said)
          : 'server';
  return new ServiceError(kind, shorten(said.message ?? 'The service failed while it answered.'), {
    code: said.code ?? said.type,
    param: said.param,
    ...details,
  });
}

/** The answer had begun and did not come to its end. */
export function brokenOff(error: unknown, host: string, id: string | undefined): ServiceError {
  const tooLong = codeOf(error) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
  return new ServiceError(
    tooLong ? 'invalidResponse' : 'connection',
    tooLong ? `${host} sent too much.` : `The connection to ${host} was cut while it answered.`,
    { code: codeOf(error), host, requestId: id, cause: error },
  );
}

export function requestId(headers: IncomingHttpHeaders): string | undefined {
  const value = headers['x-request-id'];
  return Array.isArray(value) ? value[0] : value;
}

/** Says in a few words what a body is, for messages: a web page's title, or its beginning. */
export function describe(body: string): string {
  const trimmed = body.trim();
  if (trimmed === '') {
    return ' and nothing else';
  }
  if (looksLikeHtml(trimmed)) {
    const title = /<title[^>]*>([^<]{1,200})/i.exec(trimmed)?.[1]?.replace(/\s+/g, ' ').trim();
    return title ? ` and a web page, “${title}”` : ' and a web page';
  }
  return `: ${JSON.stringify(shorten(trimmed, 120))}`;
}

export function looksLikeHtml(body: string): boolean {
  return /^\s*(<!doctype html|<html|<head|<body|<!--)/i.test(body);
}

function plainText(body: string): string | undefined {
  const trimmed = body.trim();
  return trimmed === '' || trimmed.startsWith('<') || trimmed.startsWith('{') ? undefined : trimmed;
}

function shorten(message: string, length = LONGEST_MESSAGE): string {
  return message.length > length ? `${message.slice(0, length)}…` : message;
}
