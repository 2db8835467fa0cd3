import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import type { TransportEvent } from '../../../src/service/transport.ts';
import { CHAT, drain, failure, useClients } from './client-fixture.ts';
import { type LoopbackServer, startHttp } from './loopback-server.ts';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

const KEY = 'sk-travels-not';

describe('transport: redirects', () => {
  const fixture = useClients();
  let own: LoopbackServer;
  let other: LoopbackServer;
  let seen: Seen[] = [];
  let strayed: Seen[] = [];
  /** Where a request is redirected to; answered when there is nothing left. */
  let targets: [status: number, location: string | undefined][] = [];

  function record(list: () => Seen[], answer: RequestListener): RequestListener {
    return async (request, response) => {
      const { method, url, headers } = request;
      list().push({ method, url, headers, body: Buffer.concat(await request.toArray()).toString('latin1') });
      answer(request, response);
    };
  }

  before(async () => {
    own = await startHttp(
      record(
        () => seen,
        (_request, response) => {
          const target = targets.shift();
          if (target) {
            const [status, location] = target;
            response.writeHead(status, location === undefined ? {} : { location }).end('moved');
          } else {
            response.writeHead(200, { 'content-type': 'application/json' });
            response.end('{"data":[],"choices":[],"text":"done"}');
          }
        },
      ),
    );
    other = await startHttp(
      record(
        () => strayed,
        (_request, response) => response.end('{"data":[]}'),
      ),
    );
  });
  beforeEach(() => {
    seen = [];
    strayed = [];
    targets = [];
  });
  after(() => Promise.all([own.close(), other.close()]));

  const client = () => fixture.connect({ baseUrl: `http://127.0.0.1:${own.port}/base`, apiKey: KEY });

  const elsewhere: readonly [what: string, location: () => string][] = [
    ['another port', () => `http://127.0.0.1:${other.port}/v1/models`],
    ['no scheme', () => `//127.0.0.1:${other.port}/v1/models`],
    ['backslashes', () => `\\\\127.0.0.1:${other.port}\\v1`],
    ['credentials', () => `http://user:password@127.0.0.1:${other.port}/`],
    ['credentials that look like the host', () => `http://127.0.0.1:${own.port}@127.0.0.1:${other.port}/`],
    ['white space before it', () => `\thttp://127.0.0.1:${other.port}/`],
    ['another name of this machine', () => `http://localhost:${own.port}/base/v1/models`],
    ['another scheme', () => `https://127.0.0.1:${own.port}/base/v1/models`],
    ['a script', () => 'javascript:alert(1)'],
    ['a file', () => 'file:///etc/passwd'],
  ];
  for (const [what, location] of elsewhere) {
    it(`go nowhere else: ${what}`, async () => {
      for (const status of [301, 302, 303, 307, 308]) {
        for (const call of [
          () => client().listModels(),
          () => client().createChatCompletion(CHAT),
          () => drain(client().streamChatCompletion(CHAT)).then(({ error }) => Promise.reject(error)),
        ]) {
          targets = [[status, location()]];
          seen = [];
          const error = await failure(call(), 'invalidResponse');
          assert.equal(error.code, 'redirect');
          assert.equal(error.status, status);
          assert.match(error.message, /which was not followed: the key is for 127\.0\.0\.1:\d+ only/);
          assert.doesNotMatch(error.message, /password/);
          assert.equal(seen.length, 1);
        }
      }
      assert.deepEqual(strayed, []);
    });
  }

  it('are followed within the origin, by the path, with the request as it was', async () => {
    for (const status of [307, 308]) {
      seen = [];
      targets = [
        [status, '../elsewhere?x=1#part'],
        [status, `http://127.0.0.1:${own.port}/third`],
      ];
      await client().createChatCompletion(CHAT);
      assert.deepEqual(
        seen.map(({ method, url }) => `${method} ${url}`),
        ['POST /base/v1/chat/completions', 'POST /base/v1/elsewhere?x=1', 'POST /third'],
      );
      for (const { headers, body } of seen) {
        assert.equal(headers.authorization, `Bearer ${KEY}`);
        assert.deepEqual(JSON.parse(body), CHAT);
      }
    }
    for (const status of [301, 302, 303, 307, 308]) {
      targets = [[status, '/models']];
      await client().listModels();
      assert.deepEqual([seen.at(-1)?.method, seen.at(-1)?.url], ['GET', '/models']);
    }
  });

  it('are followed by uploads, whole again', async () => {
    targets = [[307, '/audio']];
    const file = { data: Buffer.alloc(200_000, 'x'), name: 'a.wav' };
    assert.equal((await client().transcribeAudio({ file, model: 'm' })).text, 'done');
    assert.equal(seen.length, 2);
    assert.equal(seen[0]?.body, seen[1]?.body);
    assert.ok((seen[1]?.body.length ?? 0) > 200_000);
  });

  it('are not followed where the request would be lost', async () => {
    for (const status of [301, 302, 303]) {
      seen = [];
      targets = [[status, '/elsewhere']];
      const error = await failure(client().createChatCompletion(CHAT), 'invalidResponse');
      assert.match(error.message, /would lose the request\.$/);
      assert.equal(seen.length, 1);
    }
  });

  it('come to an end', async () => {
    targets = Array.from({ length: 20 }, () => [307, '/again']);
    const error = await failure(client().listModels(), 'invalidResponse');
    assert.match(error.message, /redirects again and again/);
    assert.equal(seen.length, 4);
  });

  it('without a place to go to are an error', async () => {
    for (const location of [undefined, 'http://', 'http://[::1']) {
      targets = [[302, location]];
      assert.match((await failure(client().listModels())).message, /redirects, but does not say where to\.$/);
    }
    targets = [[304, undefined]];
    assert.equal((await failure(client().listModels(), 'badRequest')).status, 304);
  });
});

describe('transport: events', () => {
  const fixture = useClients();

  it('tell the fate of each call, and nothing of what it holds', async () => {
    const events: TransportEvent[] = [];
    const client = fixture.connect({ onEvent: (event) => events.push(event) });
    await client.listModels();
    await failure(client.retrieveModel('none'));
    await drain(client.streamCompletion({ model: 'complete-1', prompt: 'A secret', max_tokens: 1 }));
    await failure(client.createCompletion({ model: '' }));
    assert.deepEqual(
      events.map(({ elapsed, error, ...rest }) => ({ ...rest, error: error?.kind, timed: elapsed > 0 })),
      [
        {
          type: 'answered',
          method: 'GET',
          path: '/v1/models',
          status: 200,
          requestId: 'req_1',
          error: undefined,
          timed: true,
        },
        {
          type: 'failed',
          method: 'GET',
          path: '/v1/models/none',
          status: 404,
          requestId: 'req_2',
          error: 'notFound',
          timed: true,
        },
        {
          type: 'answered',
          method: 'POST',
          path: '/v1/completions',
          status: 200,
          requestId: 'req_3',
          error: undefined,
          timed: true,
        },
      ],
    );
    assert.doesNotMatch(JSON.stringify(events), /secret/);
  });

  it('that throw do not send a request again', async () => {
    const client = fixture.connect({
      onEvent: () => {
        throw new Error('the log is full');
      },
    });
    await assert.rejects(client.listModels(), /the log is full/);
    assert.equal(fixture.service.requests.length, 1);
  });
});
