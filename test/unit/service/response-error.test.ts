import assert from 'node:assert/strict';
import type { ServiceErrorKind } from '../../../src/service/errors.ts';
import {
  describe as describeBody,
  errorFromResponse,
  readErrorFields,
} from '../../../src/service/response-error.ts';
import { CHAT, failure, useClients } from './client-fixture.ts';

function json(value: unknown): string {
  return JSON.stringify(value);
}

describe('errorFromResponse', () => {
  const shapes: readonly [
    what: string,
    body: string,
    message: string | RegExp,
    code?: string | undefined,
    param?: string,
  ][] = [
    [
      'the usual object',
      json({
        error: { message: 'Bad n.', type: 'invalid_request_error', param: 'n', code: 'invalid_value' },
      }),
      'Bad n.',
      'invalid_value',
      'n',
    ],
    [
      'an object without a code',
      json({ error: { message: 'Bad.', type: 'bad_type', param: null, code: null } }),
      'Bad.',
      'bad_type',
    ],
    ['a code that is a number', json({ error: { message: 'Bad.', code: 400 } }), 'Bad.', '400'],
    ['an error that is a text', json({ error: 'model not found' }), 'model not found'],
    ['a text', json('nothing here'), 'nothing here'],
    ['a message', json({ message: 'No route.' }), 'No route.'],
    [
      'a message with a code',
      json({ object: 'error', message: 'Bad.', code: 40301, param: 'n' }),
      'Bad.',
      '40301',
      'n',
    ],
    [
      'a word and a message',
      json({ error: 'invalid_token', message: 'Expired.' }),
      'Expired.',
      'invalid_token',
    ],
    ['a detail', json({ detail: 'Not Found' }), 'Not Found'],
    [
      'a list of details',
      json({
        detail: [
          { loc: ['body', 'n'], msg: 'too large' },
          { loc: ['body', 'stop'], msg: 'too many' },
        ],
      }),
      'too large; too many',
      undefined,
      'n',
    ],
    [
      'an object in the detail',
      json({ detail: { error: { message: 'Deep.', code: 'deep' } } }),
      'Deep.',
      'deep',
    ],
    ['plain text', 'upstream connect error', 'upstream connect error'],
    [
      'a web page',
      '<html><head><title>502 Bad\nGateway</title>',
      'example.com answered with status 400 and a web page, “502 Bad Gateway”.',
    ],
    [
      'a web page without a title',
      '<!DOCTYPE html><p>',
      'example.com answered with status 400 and a web page.',
    ],
    ['nothing', '', 'example.com answered with status 400 and nothing else.'],
    ['white space', ' \r\n', 'example.com answered with status 400 and nothing else.'],
    ['an empty object', '{}', 'example.com answered with status 400: "{}".'],
    ['an empty message', json({ error: { message: '' } }), /^example\.com answered with status 400: /],
    [
      'a message of another kind',
      json({ error: { message: { a: 1 } } }),
      /^example\.com answered with status 400: /,
    ],
    ['an empty list', json({ detail: [] }), /^example\.com answered with status 400: /],
    ['strange details', json({ detail: [1, null, 'x'] }), /^example\.com answered with status 400: /],
    ['null', 'null', /^example\.com answered with status 400: "null"\.$/],
    ['half a JSON', '{"error":{"mess', /^example\.com answered with status 400: /],
    ['a very long message', json({ error: { message: 'x'.repeat(5000) } }), /^x{500}…$/],
    ['bytes', '\u0000\ufffd\u0001', /./],
  ];
  for (const [what, body, message, code, param] of shapes) {
    it(`reads ${what}`, () => {
      const error = errorFromResponse(400, { 'x-request-id': 'req_7' }, body, 'example.com');
      if (typeof message === 'string') {
        assert.equal(error.message, message);
      } else {
        assert.match(error.message, message);
      }
      assert.deepEqual(
        [error.kind, error.status, error.code, error.param, error.requestId, error.host],
        ['badRequest', 400, code, param, 'req_7', 'example.com'],
      );
    });
  }

  const kinds: readonly [status: number, kind: ServiceErrorKind, error?: object][] = [
    [400, 'badRequest'],
    [400, 'contextLength', { code: 'context_length_exceeded' }],
    [400, 'contextLength', { message: "This model's maximum context length is 4096 tokens." }],
    [413, 'contextLength', { code: 'context_length_exceeded' }],
    [400, 'contextLength', { type: 'exceed_context_size_error' }],
    [400, 'contextLength', { message: 'the request exceeds the available context size (4096 tokens)' }],
    [401, 'authentication'],
    [402, 'quota'],
    [403, 'permission'],
    [404, 'notFound'],
    [404, 'notFound', { code: 'model_not_found' }],
    [405, 'notFound'],
    [407, 'connection'],
    [408, 'timeout'],
    [409, 'badRequest'],
    [410, 'notFound'],
    [413, 'tooLarge'],
    [400, 'tooLarge', { code: 'file_too_large' }],
    [422, 'tooLarge', { type: 'request_too_large' }],
    [400, 'tooLarge', { message: 'Maximum content size limit (26214400) exceeded (26800000 bytes read)' }],
    [415, 'badRequest'],
    [418, 'badRequest'],
    [422, 'badRequest'],
    [429, 'rateLimit'],
    [429, 'rateLimit', { code: 'rate_limit_exceeded', type: 'tokens' }],
    [429, 'quota', { code: 'insufficient_quota' }],
    [429, 'quota', { type: 'insufficient_quota', code: null }],
    [429, 'quota', { code: 'billing_hard_limit_reached' }],
    [500, 'server'],
    [500, 'server', { code: 'insufficient_quota' }],
    [501, 'notFound'],
    [502, 'server'],
    [503, 'server'],
    [529, 'server'],
    [599, 'server'],
  ];
  for (const [status, kind, fields] of kinds) {
    it(`${status} ${fields ? json(fields) : ''}: ${kind}`, () => {
      const body = json({ error: { message: 'Words.', ...fields } });
      assert.equal(errorFromResponse(status, {}, body, 'example.com').kind, kind);
    });
  }

  it('takes the wait from the headers', () => {
    assert.equal(errorFromResponse(429, { 'retry-after': '90' }, '', 'h').retryAfter, 90);
    assert.equal(errorFromResponse(429, {}, '', 'h').retryAfter, undefined);
  });

  it('shows the beginning of what it cannot read', () => {
    assert.equal(describeBody('a\n"b"'), ': "a\\n\\"b\\""');
    assert.equal(describeBody('y'.repeat(1000)).length, 4 + 120 + 1);
    assert.deepEqual(readErrorFields(undefined), {});
    assert.deepEqual(readErrorFields([]), {});
  });
});

describe('client: refusals', () => {
  const fixture = useClients();

  it('says everything that the service said', async () => {
    fixture.service.fault({
      type: 'status',
      status: 429,
      headers: { 'retry-after': '3600' },
      error: { message: 'Slow down.', code: 'rate_limit_exceeded', param: 'model' },
    });
    const error = await failure(fixture.connect().createChatCompletion(CHAT), 'rateLimit');
    assert.deepEqual(
      { ...error },
      {
        name: 'ServiceError',
        kind: 'rateLimit',
        status: 429,
        code: 'rate_limit_exceeded',
        param: 'model',
        requestId: fixture.service.requests[0]?.requestId,
        host: new URL(fixture.service.origin).host,
        retryAfter: 3600,
        partial: undefined,
      },
    );
  });

  it('names a wrong key, a missing one, an unknown model and an unknown address', async () => {
    await failure(fixture.connect({ apiKey: 'wrong' }).listModels(), 'authentication');
    await failure(fixture.connect({ apiKey: undefined }).listModels(), 'authentication');
    const model = await failure(fixture.connect().retrieveModel('none'), 'notFound');
    assert.deepEqual([model.code, model.param], ['model_not_found', 'model']);
    const address = await failure(
      fixture.connect({ baseUrl: `${fixture.service.origin}/elsewhere` }).listModels(),
      'notFound',
    );
    assert.equal(address.code, 'unknown_url');
  });

  it('names a context that is too long', async () => {
    const call = fixture.connect().createChatCompletion({ ...CHAT, max_tokens: 100_000 });
    assert.equal((await failure(call, 'contextLength')).status, 400);
  });

  it('reads no more of a huge refusal than it can use', async () => {
    fixture.service.fault({ type: 'status', status: 400, body: 'x'.repeat(50_000_000) });
    const error = await failure(fixture.connect().listModels(), 'badRequest');
    assert.equal(error.message, `${'x'.repeat(500)}…`);
    const { closedByClient, whenClosed } = await fixture.service.nextRequest().then(async (request) => {
      await request.whenClosed;
      return request;
    });
    await whenClosed;
    assert.ok(closedByClient);
    await fixture.connect().listModels();
  });

  it('keeps a refusal whose body breaks off', async () => {
    fixture.service.fault([
      { type: 'status', status: 403, body: '{"error":{"message":"Not allo' },
      { type: 'cut', at: 'body' },
    ]);
    assert.equal((await failure(fixture.connect().listModels(), 'permission')).status, 403);
    assert.equal(fixture.service.requests.length, 1);
  });
});
