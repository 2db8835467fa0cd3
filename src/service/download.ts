import type { Dispatcher } from 'undici';
import { isLoopbackHost } from './base-url.ts';
import { connectionFailure } from './connection-failure.ts';
import type { Network } from './dispatcher.ts';
import { cancelled, codeOf, ServiceError } from './errors.ts';

export interface DownloadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes; 32 MiB when absent. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds for the whole download; two minutes when absent. */
  readonly timeout?: number | undefined;
  readonly onProgress?: ((received: number, total: number | undefined) => void) | undefined;
}

export interface Downloaded {
  readonly data: Uint8Array;
  readonly contentType: string | undefined;
}

const MOST_REDIRECTS = 5;

/**
 * Fetches what a service's answer points to, without the key. The address is the service's word and so not
 * trusted: only http(s), and an address on this machine only where the service itself is on it.
 *
 * @throws {ServiceError} `invalidResponse` for an address or size that is refused, `notFound`, `timeout`,
 * `connection`, `cancelled`
 */
export async function downloadImage(
  dispatcher: Dispatcher,
  url: string,
  options: DownloadOptions & { allowLoopback: boolean; network: Network },
): Promise<Downloaded> {
  const { signal, timeout = 120_000 } = options;
  const deadline = AbortSignal.timeout(timeout);
  const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
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
        signal: either,
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
    const { host } = target;
    if (signal?.aborted) {
      throw cancelled(signal);
    }
    if (ServiceError.is(error, 'invalidResponse') || ServiceError.is(error, 'notFound')) {
      throw error;
    }
    if (deadline.aborted) {
      const message = `The image from ${host} did not come within ${timeout / 1000} seconds.`;
      throw new ServiceError('timeout', message, { host, code: 'total' });
    }
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
