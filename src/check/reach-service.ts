import { l10n } from 'vscode';
import type { Connection } from '../connection/connection.ts';
import type { BaseUrl } from '../service/base-url.ts';
import type { Client } from '../service/client.ts';
import { inspectConnection } from '../service/connection-facts.ts';
import { ServiceError } from '../service/errors.ts';
import { LIST_MODELS, MAKING_OPERATIONS, type Operation, RETRIEVE_MODEL } from '../service/operations.ts';
import { type Finding, findingOf, NO_OPERATION } from '../service/probe.ts';
import type { Model } from '../service/response-schema.ts';
import { pool } from '../ui/pool.ts';
import type { CheckFacts, Timed } from './report.ts';

/** Milliseconds; what takes longer is told as such. */
const CONNECT = 10_000;
const DEADLINES = { firstByte: 15_000, idle: 10_000, total: 30_000 };
const PROBE_DEADLINES = { firstByte: 8_000, idle: 5_000, total: 10_000 };

/** Probes at a time: a service that counts requests may not like more. */
const WIDTH = 4;

/** How a step is taken: what fails in it becomes words. */
export interface Step {
  readonly timed: <T>(work: () => Promise<T>) => Promise<Timed<T>>;
  readonly say: (message: string) => void;
  readonly signal: AbortSignal;
}

interface Reached extends Pick<CheckFacts, 'connection' | 'models' | 'operations'> {
  readonly list: readonly Model[] | undefined;
}

/**
 * What a service that may be asked says: connection, models, operations.
 *
 * @throws {ServiceError} `cancelled`, and what `timed` throws
 */
export async function reachService(
  connection: Connection,
  base: BaseUrl,
  apiKey: string | undefined,
  { timed, say, signal }: Step,
): Promise<Reached> {
  say(l10n.t('connection'));
  const stood = await timed(async () =>
    inspectConnection(base, await connection.network(), { connectTimeout: CONNECT, signal }),
  );
  if (!stood || 'failure' in stood) {
    return { connection: stood, models: undefined, list: undefined, operations: unasked() };
  }
  say(l10n.t('models'));
  const clients: Client[] = [];
  const clientWith = async (deadlines: object, quiet: boolean): Promise<Client> => {
    const client = await connection.tryOut(base.href, apiKey, { connect: CONNECT, ...deadlines }, { quiet });
    clients.push(client);
    return client;
  };
  try {
    const listed = await timed(async () => {
      const client = await clientWith(DEADLINES, false);
      return (await client.listModels({ signal })).data;
    });
    const list = listed && 'value' in listed ? listed.value : undefined;
    const models = listed && 'value' in listed ? { ...listed, value: listed.value.length } : listed;
    say(l10n.t('operations'));
    // Its refusals are findings, and no failures for the log.
    const operations = await findOperations(await clientWith(PROBE_DEADLINES, true), list, signal).catch(
      (error: unknown) => {
        if (ServiceError.is(error, 'cancelled')) {
          throw error;
        }
        return unasked();
      },
    );
    return { connection: stood, models, list, operations };
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

function allOperations(): Operation[] {
  return [LIST_MODELS, RETRIEVE_MODEL, ...MAKING_OPERATIONS];
}

/** Where nothing can be asked. */
export function unasked(): CheckFacts['operations'] {
  return allOperations().map((operation) => ({ operation, finding: undefined }));
}

/** Each operation by itself; one that is not there must not keep the others from being found. */
async function findOperations(
  client: Client,
  list: readonly Model[] | undefined,
  signal: AbortSignal,
): Promise<CheckFacts['operations']> {
  const control = await client.probe(NO_OPERATION, { signal });
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  return pool(
    allOperations(),
    WIDTH,
    async (operation) => {
      if (operation === LIST_MODELS) {
        const finding = await findingOfRead(() => client.listModels({ signal: either }), either);
        return { operation, finding };
      }
      if (operation === RETRIEVE_MODEL) {
        const [first] = list ?? [];
        const finding = first
          ? await findingOfRead(() => client.retrieveModel(first.id, { signal: either }), either)
          : undefined;
        return { operation, finding };
      }
      return { operation, finding: findingOf(await client.probe(operation, { signal: either }), control) };
    },
    stop,
  );
}

/** Of an operation that only reads, and so is simply asked. */
async function findingOfRead(read: () => Promise<unknown>, signal: AbortSignal): Promise<Finding> {
  try {
    await read();
    return { presence: 'there', how: 'answered it' };
  } catch (error) {
    if (!ServiceError.is(error) || signal.aborted) {
      throw error;
    }
    return error.status === undefined
      ? { presence: 'unknown', how: 'did not answer' }
      : { presence: error.kind === 'notFound' ? 'missing' : 'unknown', how: `answered ${error.status}` };
  }
}
