import type { Dispatcher } from 'undici';
import { isLoopbackHost } from './base-url.ts';
import { connectionFailure } from './connection-failure.ts';
import type { Network } from './dispatcher.ts';
import { cancelled, codeOf, ServiceError } from './errors.ts';
import { backoff, isPassingFailure, wait } from './retry.ts';

export interface DownloadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes; 32 MiB when absent. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds for the whole download, further tries included; two minutes when absent. */
  readonly timeout?: number | undefined;
  readonly onProgress?: ((received: number, total: number | undefined) => void) | undefined;
}

export interface Downloaded {
  readonly data: Uint8Array;
  readonly contentType: string | undefined;
}

const MOST_REDIRECTS = 5;

/** What the client adds, of the service that named the address. */
export interface DownloadSource {
  readonly allowLoopback: boolean;
  readonly network: Network;
  /** Tries after the first, where that may help: the image was paid for. */
  readonly retries: number;
}

/**
 * Fetches what a service's answer points to, without the key. The address is the service's word and so not
 * trusted: only http(s), and an address on this machine only where the service itself is on it.
 *
 * @throws {ServiceError} `invalidResponse` for an address, status or size that is refused, `timeout`, `connection`, `cancelled`
 */
export async function downloadImage(
  dispatcher: Dispatcher,
  url: string,
  options: DownloadOptions & DownloadSource,
): Promise<Downloaded> {
  const { signal, timeout = 120_000, retries } = options;
  const deadline = AbortSignal.timeout(timeout);
  const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
  for (let tries = 0; ; tries++) {
    try {
      return await fetchImage(dispatcher, url, either, options);
    } catch (error) {
      if (signal?.aborted) {
        throw cancelled(signal);
      }
      const host = ServiceError.is(error) ? error.host : undefined;
      if (!deadline.aborted) {
        if (tries >= retries || !ServiceError.is(error) || !isPassing(error)) {
          throw error;
        }
        // Whatever ends it is found at the next try.
        await wait(backoff(tries), either).catch(() => {});
        continue;
      }
      const message = host
        ? `The image from ${host} did not come within ${timeout / 1000} seconds.`
        : `The image did not come within ${timeout / 1000} seconds.`;
      throw new ServiceError('timeout', message, { host, code: 'total' });
    }
  }
}

function isPassing(error: ServiceError): boolean {
  const { status } = error;
  return status === undefined ? isPassingFailure(error) : status >= 500 || [408, 429].includes(status);
}

async function fetchImage(
  dispatcher: Dispatcher,
  url: string,
  signal: AbortSignal,
  options: DownloadOptions & DownloadSource,
): Promise<Downloaded> {
  let target = checkedAddress(url, undefined, options.allowLoopback);
  let hasAnswered = false;
  try {
    for (let redirects = 0; ; redirects++) {
      const { host } = target;
      hasAnswered = false;
      const answer = await dispatcher.request({
        origin: target.origin,
        path: `${target.pathname}${target.search}`,
        method: 'GET',
        headers: { accept: 'image/*', 'user-agent': 'inkwell' },
        signal,
      });
      hasAnswered = true;
      const location = answer.headers.location;
      if (answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string') {
        await answer.body.dump();
        if (redirects === MOST_REDIRECTS) {
          throw new ServiceError('invalidResponse', `${host} redirects the image for ever.`, { host });
        }
        target = checkedAddress(location, target, options.allowLoopback);
        continue;
      }
      return await read(answer, host, options);
    }
  } catch (error) {
    if (ServiceError.is(error)) {
      throw error;
    }
    const { host } = target;
    const unreachable = hasAnswered ? undefined : connectionFailure(error, target, options.network);
    const message = `The image could not be fetched from ${host}.`;
    throw unreachable ?? new ServiceError('connection', message, { host, code: codeOf(error), cause: error });
  }
}

async function read(
  answer: Dispatcher.ResponseData,
  host: string,
  { maxBytes = 32 * 1024 * 1024, onProgress }: DownloadOptions,
): Promise<Downloaded> {
  if (answer.statusCode !== 200) {
    await answer.body.dump();
    const isGone = answer.statusCode === 404 || answer.statusCode === 410;
    const message = isGone
      ? `${host} does not have the image any more (status ${answer.statusCode}).`
      : `${host} answered with status ${answer.statusCode} instead of the image.`;
    throw new ServiceError('invalidResponse', message, { status: answer.statusCode, host });
  }
  const length = Number(answer.headers['content-length']);
  const total = Number.isFinite(length) ? length : undefined;
  const chunks: Uint8Array[] = [];
  let received = 0;
  if (total !== undefined && total > maxBytes) {
    answer.body.on('error', () => {}).destroy();
    throw tooLarge(host, maxBytes);
  }
  for await (const chunk of answer.body) {
    received += chunk.length;
    if (received > maxBytes) {
      throw tooLarge(host, maxBytes);
    }
    chunks.push(chunk);
    onProgress?.(received, total);
  }
  const contentType = answer.headers['content-type'];
  return {
    data: Buffer.concat(chunks, received),
    contentType: Array.isArray(contentType) ? contentType[0] : contentType,
  };
}

function tooLarge(host: string, maxBytes: number): ServiceError {
  const size = `${Math.round((maxBytes / (1024 * 1024)) * 10) / 10} MiB`;
  return new ServiceError('invalidResponse', `The image from ${host} is larger than ${size}.`, { host });
}

/** Addresses that stand for none in particular; connected to, they are this machine. */
const UNSPECIFIED = ['0.0.0.0', '[::]', '[::ffff:0:0]'];

function checkedAddress(address: string, base: URL | undefined, allowLoopback: boolean): URL {
  const url = URL.parse(address, base?.href) ?? undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const scheme = url ? `a ${url.protocol} address` : 'no address that can be read';
    throw new ServiceError('invalidResponse', `The service gave ${scheme} for an image.`);
  }
  if (!allowLoopback && (isLoopbackHost(url.hostname) || UNSPECIFIED.includes(url.hostname))) {
    throw new ServiceError(
      'invalidResponse',
      'The service gave an address on this machine for an image; it was not fetched.',
    );
  }
  return url;
}
