import assert from 'node:assert/strict';
import { Client, type ClientOptions } from '../../../src/service/client.ts';
import { ServiceError, type ServiceErrorKind } from '../../../src/service/errors.ts';
import {
  type SampleService,
  type SampleServiceOptions,
  startSampleService,
} from '../../service/sample-service.ts';

/** A sample service for a test file and clients for its tests. */
export interface ClientFixture {
  readonly service: SampleService;
  /** A client of the sample service, or of what the options name; closed after the test. */
  connect(options?: Partial<ClientOptions>): Client;
}

export function useClients(serviceOptions: SampleServiceOptions = {}): ClientFixture {
  let running: SampleService | undefined;
  let clients: Client[] = [];
  const fixture: ClientFixture = {
    get service() {
      assert.ok(running, 'the service has not started');
      return running;
    },
    connect(options = {}) {
      const { baseUrl, apiKey } = fixture.service;
      const client = new Client({ baseUrl, apiKey: apiKey ?? undefined, ...options });
      clients.push(client);
      return client;
    },
  };
  before(async () => {
    running = await startSampleService(serviceOptions);
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    clients = [];
    running?.reset();
  });
  after(() => running?.close());
  return fixture;
}

/** The ServiceError that a call ends with. */
export async function failure(call: Promise<unknown>, kind?: ServiceErrorKind): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    assert.ok(
      error instanceof ServiceError,
      `not a ServiceError: ${error instanceof Error ? error.stack : error}`,
    );
    if (kind !== undefined) {
      assert.equal(error.kind, kind, error.stack);
    }
    return error;
  }
  throw new assert.AssertionError({ message: 'the call did not fail' });
}

/** Everything a stream yields, and the error that ended it, if one did. */
export async function drain<T>(
  stream: AsyncIterable<T>,
): Promise<{ chunks: T[]; error: ServiceError | undefined }> {
  const chunks: T[] = [];
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
    }
  } catch (error) {
    assert.ok(error instanceof ServiceError, `not a ServiceError: ${error}`);
    return { chunks, error };
  }
  return { chunks, error: undefined };
}

/** A complete chat completion in its shortest form. */
export const CHAT = { model: 'chat-1', messages: [{ role: 'user' as const, content: 'Say something.' }] };
