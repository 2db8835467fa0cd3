import assert from 'node:assert/strict';
import { findLocalServices, type LocalService } from '../../../src/connection/local-services.ts';
import { Client } from '../../../src/service/client.ts';
import { type SampleService, startSampleService } from '../../service/sample-service.ts';

/** What a connection makes to try an address out; the real one reads VS Code's settings. */
const connection = {
  tryOut: (baseUrl: string, apiKey: string | undefined, deadlines: { firstByte: number }) =>
    Promise.resolve(new Client({ baseUrl, apiKey, deadlines, retries: 0 })),
};

describe('findLocalServices', () => {
  let services: SampleService[] = [];

  afterEach(async () => {
    await Promise.all(services.map((service) => service.close()));
    services = [];
  });

  async function start(apiKey: string | null): Promise<SampleService> {
    const service = await startSampleService({ apiKey });
    services.push(service);
    return service;
  }

  it('finds what answers, tells what wants a key, and passes by the rest', async () => {
    const open = await start(null);
    const closed = await start('sk-sample');
    const page = await start(null);
    page.fault({ type: 'html' });
    const off = await start(null);
    await off.close();
    const found: LocalService[] = [];
    const ports = [open, closed, page, off].map(({ port }) => port);
    await findLocalServices(
      connection,
      (service) => found.push(service),
      new AbortController().signal,
      ports,
    );
    assert.deepEqual(
      found.sort((a, b) => (a.models ?? 0) - (b.models ?? 0)),
      [
        { address: `http://localhost:${closed.port}`, models: undefined },
        { address: `http://localhost:${open.port}`, models: 10 },
      ],
    );
    assert.equal(closed.requests[0]?.headers.authorization, undefined);
  });

  it('ends at once when the search is given up', async () => {
    const silent = await start(null);
    silent.fault({ type: 'stallBeforeHeaders' });
    const search = new AbortController();
    const found: LocalService[] = [];
    const searching = findLocalServices(connection, (service) => found.push(service), search.signal, [
      silent.port,
    ]);
    await silent.nextRequest();
    search.abort();
    await searching;
    assert.deepEqual(found, []);
  });
});
