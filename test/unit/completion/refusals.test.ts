import assert from 'node:assert/strict';
import {
  mayRefuseList,
  onePromptEach,
  Refusals,
  refusedIn,
  refusesSuffix,
  withoutRefused,
} from '../../../src/completion/refusals.ts';
import { ServiceError, type ServiceErrorDetails } from '../../../src/service/errors.ts';

const refusal = (
  message: string,
  details: ServiceErrorDetails = {},
  kind: 'badRequest' | 'server' = 'badRequest',
): ServiceError => new ServiceError(kind, message, details);

describe('Refusals', () => {
  it('are remembered of one model at one address', () => {
    const refusals = new Refusals();
    const base = { href: 'https://a.example/v1' };
    refusals.of(base, 'm').add('suffix');
    assert.ok(refusals.of({ ...base }, 'm').has('suffix'));
    assert.ok(!refusals.of(base, 'm').has('logprobs'));
    assert.ok(!refusals.of(base, 'other').has('suffix'));
    assert.ok(!refusals.of({ href: 'https://b.example/v1' }, 'm').has('suffix'));
  });

  it('are left out of a request, which keeps the rest', () => {
    const request = { model: 'm', prompt: 'p', suffix: 's', logprobs: null, n: 2 };
    assert.deepEqual(withoutRefused(request, new Set()), request);
    assert.deepEqual(withoutRefused(request, new Set(['suffix'])), {
      model: 'm',
      prompt: 'p',
      logprobs: null,
      n: 2,
    });
    assert.deepEqual(withoutRefused(request, new Set(['suffix', 'logprobs'])), {
      model: 'm',
      prompt: 'p',
      n: 2,
    });
  });
});

describe('refusesSuffix', () => {
  const isRefused = (...[message, details, kind]: Parameters<typeof refusal>) =>
    refusesSuffix(refusal(message, details, kind), { model: 'm', suffix: 's' });

  it('knows the words of services', () => {
    assert.ok(isRefused('Unknown parameter.', { param: 'suffix' }));
    assert.ok(isRefused('suffix is not currently supported'));
    assert.ok(isRefused('registry.ollama.ai/library/llama3:latest does not support insert'));
  });

  it('does not take other refusals for it', () => {
    assert.ok(!isRefused('max_tokens is too large'));
    assert.ok(!isRefused('It must be less.', { param: 'temperature' }));
    assert.ok(!isRefused('Not with a suffix.', { param: 'n' }));
    assert.ok(!isRefused('suffix failed', {}, 'server'));
    assert.ok(!refusesSuffix(refusal('suffix'), { model: 'm' }));
    assert.ok(!refusesSuffix(new Error('suffix'), { model: 'm', suffix: 's' }));
  });
});

describe('refusedIn', () => {
  it('knows a refusal that names log probabilities', () => {
    const of = (error: unknown) => refusedIn(error, { model: 'm', logprobs: 5 });
    assert.equal(of(refusal('No.', { param: 'logprobs' })), 'logprobs');
    assert.equal(of(refusal('Unknown field logprobs.')), 'logprobs');
    assert.equal(of(refusal('No.', { param: 'n' })), undefined);
    assert.equal(of(refusal('logprobs broke', {}, 'server')), undefined);
    assert.equal(of(new Error('logprobs')), undefined);
  });

  it('finds only what was sent', () => {
    assert.equal(refusedIn(refusal('No logprobs, no suffix.'), { model: 'm' }), undefined);
    assert.equal(refusedIn(refusal('No suffix.'), { model: 'm', suffix: 's', logprobs: 5 }), 'suffix');
  });
});

describe('mayRefuseList', () => {
  const of = (details: ServiceErrorDetails, prompt: string | string[] = ['a', 'b']) =>
    mayRefuseList(refusal('json: cannot unmarshal array', details), { model: 'm', prompt, n: 1 });

  it('takes what fails to be decoded for it', () => {
    assert.ok(of({ status: 400 }));
    assert.ok(of({ status: 422, param: 'prompt' }));
    assert.ok(of({ status: 422, param: 'body' }), 'which is no field of the request');
  });

  it('does not take other refusals for it', () => {
    assert.ok(!of({ status: 400, param: 'n' }));
    assert.ok(!of({ status: 409 }));
    assert.ok(!of({}), 'an error within a stream');
    assert.ok(!of({ status: 400 }, 'a'));
    assert.ok(!mayRefuseList(refusal('', { status: 400 }, 'server'), { model: 'm', prompt: ['a'] }));
  });
});

describe('onePromptEach', () => {
  it('makes a request of each, where an empty one has no prompt', () => {
    assert.deepEqual(onePromptEach({ model: 'm', prompt: ['a', '', 'b'], n: 2 }), [
      { model: 'm', prompt: 'a', n: 2 },
      { model: 'm', n: 2 },
      { model: 'm', prompt: 'b', n: 2 },
    ]);
  });
});
