import { ServiceError } from './errors.ts';
import { NOTHING_THERE } from './missing-operation.ts';
import type { Operation } from './operations.ts';
import { looksLikeHtml } from './response-error.ts';
import type { Transport } from './transport.ts';
import { multipart } from './upload.ts';

/**
 * Asked for in vain: an address that no service has. How it is answered tells what the answers to the others mean, since
 * some services read a body, or look at the key, before they look at the address.
 */
export const NO_OPERATION: Operation = {
  name: 'An address that there is not',
  method: 'POST',
  path: '/inkwell-check/no-such-operation',
  takes: 'json',
};

/** How a service answered a request that nothing can be made of. */
export interface Probe {
  /** Absent where no answer came. */
  readonly status: number | undefined;
  /** What went wrong, in words without the key; absent for an answer of 2xx. */
  readonly error: ServiceError | undefined;
  /** The beginning of an answer of 2xx, or what a refusal says. */
  readonly said: string;
}

/** JSON that breaks off. An empty object would do for a service with defaults: it could complete an empty prompt. */
const UNREADABLE = '{';

const MOST_SAID = 2000;

/**
 * Asks an operation that takes a body for nothing: with JSON that cannot be read, or a form without a file, so that
 * nothing is generated or spent. Once, without retries.
 *
 * @throws {ServiceError} `cancelled`, and nothing else
 */
export async function probeOperation(
  transport: Transport,
  { path, takes }: Operation,
  signal: AbortSignal | undefined,
): Promise<Probe> {
  const body = takes === 'form' ? await multipart({}) : UNREADABLE;
  try {
    const answer = await transport.collect({ method: 'POST', path, body, signal, retries: 0 });
    return { status: answer.status, error: undefined, said: answer.body.slice(0, MOST_SAID) };
  } catch (thrown) {
    if (!ServiceError.is(thrown) || thrown.kind === 'cancelled') {
      throw thrown;
    }
    return { status: thrown.status, error: thrown, said: thrown.message };
  }
}

/** Whether a service has an operation, and how that is known. */
export interface Finding {
  readonly presence: 'there' | 'missing' | 'unknown';
  /** Goes on from “the service”. */
  readonly how: string;
}

const MISSING = [404, 405, 410, 501];

/**
 * What an answer means. Only what is certain counts; the rest is `unknown`.
 *
 * @param control how the service answers where there is nothing
 */
export function findingOf(probe: Probe, control: Probe): Finding {
  const { status, error, said } = probe;
  if (status === undefined) {
    return unknown(error?.kind === 'timeout' ? 'did not answer in time' : 'could not be reached');
  }
  if (MISSING.includes(status)) {
    // Of an operation that is not there, nobody says which model it does not have.
    return error && isAboutModel(error)
      ? { presence: 'there', how: `answered ${status}, which is about the model` }
      : { presence: 'missing', how: `answered ${status}` };
  }
  if (NOTHING_THERE.test(said)) {
    return { presence: 'missing', how: `answered ${status} and said that there is nothing` };
  }
  const doubt = doubtOf(status, probe);
  if (doubt) {
    return unknown(doubt);
  }
  const isControlMissing =
    control.status !== undefined && (MISSING.includes(control.status) || NOTHING_THERE.test(control.said));
  if (isControlMissing) {
    return { presence: 'there', how: `answered ${status}` };
  }
  if (control.status === status) {
    return unknown(`answered ${status}, as it does where there is nothing`);
  }
  return [400, 413, 415, 422].includes(status)
    ? { presence: 'there', how: `answered ${status}` }
    : unknown(`answered ${status}`);
}

function unknown(how: string): Finding {
  return { presence: 'unknown', how };
}

/** Why an answer tells nothing: it came from somewhere before the operation. */
function doubtOf(status: number, { said, error }: Probe): string | undefined {
  if (status === 401) {
    return 'refused the key (401)';
  }
  if (status === 403) {
    return 'does not let this key do it (403)';
  }
  if (status === 402 || status === 429) {
    return `takes no requests from this key for now (${status})`;
  }
  if (status >= 300 && status < 400) {
    return `redirected (${status})`;
  }
  if (status === 408 || (status >= 502 && status <= 504)) {
    return `was not reached by its gateway (${status})`;
  }
  const isPage = looksLikeHtml(said) || / and a web page(?:, “|\.)/.test(error ? said : '');
  return isPage ? `answered with a web page (${status})` : undefined;
}

function isAboutModel({ param, code }: ServiceError): boolean {
  return param === 'model' || /model/i.test(code ?? '');
}
