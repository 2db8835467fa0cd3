import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/service/errors.ts';
import { MAKING_OPERATIONS } from '../../../src/service/operations.ts';
import { findingOf, NO_OPERATION, type Probe } from '../../../src/service/probe.ts';
import type { Fault } from '../../service/faults.ts';
import { failure, useClients } from './client-fixture.ts';
import { startHttp } from './loopback-server.ts';

/** What the operations of a service that is nothing but this listener are found to be. */
async function findingsAt(
  answer: (path: string) => { status: number; body?: string; type?: string },
): Promise<string[]> {
  const server = await startHttp((request, response) => {
    const { status, body = '', type = 'application/json' } = answer(request.url ?? '');
    request.resume().on('end', () => response.writeHead(status, { 'content-type': type }).end(body));
  });
  const { Client } = await import('../../../src/service/client.ts');
  const client = new Client({ baseUrl: `http://127.0.0.1:${server.port}` });
  try {
    const control = await client.probe(NO_OPERATION);
    const [completion, edits] = await Promise.all(
      [MAKING_OPERATIONS[0], MAKING_OPERATIONS[2]].map(async (operation) => {
        assert.ok(operation);
        return findingOf(await client.probe(operation), control).presence;
      }),
    );
    return [String(completion), String(edits)];
  } finally {
    await client.close();
    await server.close();
  }
}

describe('A probe', () => {
  const fixture = useClients();

  it('finds every operation of the service, with nothing that could be made something of', async () => {
    const client = fixture.connect();
    const control = await client.probe(NO_OPERATION);
    assert.equal(control.status, 404);
    for (const operation of MAKING_OPERATIONS) {
      const probe = await client.probe(operation);
      assert.deepEqual(findingOf(probe, control), {
        presence: 'there',
        how: 'answered 400',
      });
      const request = fixture.service.requests.at(-1);
      assert.equal(request?.path, `/v1${operation.path}`);
      assert.equal(request.json, undefined);
      assert.deepEqual(request.form ?? {}, {});
    }
  });

  const faults: readonly [Fault, 'there' | 'missing' | 'unknown', RegExp][] = [
    [{ type: 'status', status: 404 }, 'missing', /404/],
    [{ type: 'status', status: 404, body: '{"detail":"Not Found"}' }, 'missing', /404/],
    [{ type: 'html', status: 404 }, 'missing', /404/],
    [{ type: 'status', status: 405 }, 'missing', /405/],
    [{ type: 'status', status: 501 }, 'missing', /501/],
    [{ type: 'status', status: 404, error: { param: 'model' } }, 'there', /about the model/],
    [
      { type: 'status', status: 200, body: '{"error":"Unexpected endpoint or method. (POST /v1/edits)"}' },
      'missing',
      /said/,
    ],
    [{ type: 'status', status: 401 }, 'unknown', /key/],
    [{ type: 'status', status: 403 }, 'unknown', /key/],
    [{ type: 'status', status: 429 }, 'unknown', /for now/],
    [{ type: 'status', status: 402 }, 'unknown', /for now/],
    [{ type: 'status', status: 503 }, 'unknown', /gateway/],
    [{ type: 'status', status: 500 }, 'there', /500/],
    [{ type: 'status', status: 422 }, 'there', /422/],
    [{ type: 'html' }, 'unknown', /web page/],
    [{ type: 'html', status: 400 }, 'unknown', /web page/],
    [{ type: 'redirect', location: 'https://elsewhere.example/' }, 'unknown', /redirected/],
    [{ type: 'cut', at: 'accept' }, 'unknown', /could not be reached/],
    [{ type: 'stallBeforeHeaders' }, 'unknown', /in time/],
  ];
  for (const [fault, presence, how] of faults) {
    it(`is ${presence} after ${JSON.stringify(fault)}`, async () => {
      const { service } = fixture;
      service.fault(fault, { path: '/v1/edits', times: Number.POSITIVE_INFINITY });
      const client = fixture.connect({ deadlines: { firstByte: 200 } });
      const control = await client.probe(NO_OPERATION);
      service.reset();
      service.fault(fault, { path: '/v1/edits', times: Number.POSITIVE_INFINITY });
      const edits = MAKING_OPERATIONS[2];
      assert.ok(edits);
      const finding = findingOf(await client.probe(edits), control);
      assert.equal(finding.presence, presence, finding.how);
      assert.match(finding.how, how);
      assert.equal(service.requests.length, 1, 'it is asked once');
    });
  }

  it('does not know where any address is answered in the same way', async () => {
    assert.deepEqual(await findingsAt(() => ({ status: 400 })), ['unknown', 'unknown']);
    assert.deepEqual(await findingsAt(() => ({ status: 200, body: '{}' })), ['unknown', 'unknown']);
    assert.deepEqual(await findingsAt(() => ({ status: 401 })), ['unknown', 'unknown']);
  });

  it('tells a service that says so under 200', async () => {
    const answer = (path: string) =>
      path === '/v1/completions'
        ? { status: 200, body: '{"error":"Bad JSON"}' }
        : { status: 200, body: `{"error":"Unexpected endpoint or method. (POST ${path})"}` };
    assert.deepEqual(await findingsAt(answer), ['there', 'missing']);
  });

  it('never quotes the key', async () => {
    fixture.service.fault({ type: 'status', status: 400, error: { message: 'What is sk-sample?' } });
    const probe = await fixture.connect().probe(NO_OPERATION);
    assert.equal(probe.said, 'What is [key]?');
  });

  it('fails when it is cancelled', async () => {
    const [operation] = MAKING_OPERATIONS;
    assert.ok(operation);
    await failure(fixture.connect().probe(operation, { signal: AbortSignal.abort() }), 'cancelled');
  });
});

describe('A finding', () => {
  const probe = (status: number | undefined, said = ''): Probe => ({
    status,
    said,
    error: new ServiceError('badRequest', said, { status }),
  });

  it('is certain of usual refusals where it is not known how other addresses are answered', () => {
    assert.equal(findingOf(probe(400), probe(undefined)).presence, 'there');
    assert.equal(findingOf(probe(500), probe(undefined)).presence, 'unknown');
  });
});
