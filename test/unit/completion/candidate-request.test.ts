import assert from 'node:assert/strict';
import {
  amountOf,
  candidateParameters,
  candidateRequest,
  checkAmounts,
  possibleAmount,
  withoutSuffixes,
} from '../../../src/completion/candidate-request.ts';
import type { Place } from '../../../src/completion/places.ts';
import { ServiceError } from '../../../src/service/errors.ts';

const cursor = (prompt: string, suffix?: string): Place => ({
  offset: 0,
  passage: { prompt, ...(suffix === undefined ? {} : { suffix }) },
  isCursor: true,
});

describe('candidateParameters', () => {
  it('asks for 3 candidates with log probabilities where nothing is set', () => {
    assert.deepEqual(candidateParameters({ max_tokens: 9 }), { n: 3, logprobs: 5, max_tokens: 9 });
  });

  it('takes what is set, and leaves out what is switched off', () => {
    assert.deepEqual(candidateParameters({ n: 7, logprobs: 0, stop: ['\n'], echo: true }), {
      n: 7,
      logprobs: 0,
      stop: ['\n'],
      echo: true,
    });
    assert.deepEqual(candidateParameters({ n: null, logprobs: null }), {});
  });

  it('does not ask for more than best_of by itself', () => {
    assert.deepEqual(candidateParameters({ best_of: 2 }), { n: 2, logprobs: 5, best_of: 2 });
  });
});

describe('checkAmounts', () => {
  const wrong: readonly [unknown, RegExp][] = [
    [{ n: -3 }, /^n must be a whole number, 1 or more/],
    [{ n: 0 }, /^n must/],
    [{ n: 2.5 }, /^n must/],
    [{ n: '4' }, /^n must/],
    [{ best_of: 1.5 }, /^best_of must be a whole number, 0 or more/],
    [{ best_of: '3' }, /^best_of must/],
    [{ stream: 'no' }, /^stream must be true or false/],
  ];
  for (const [set, message] of wrong) {
    it(`refuses ${JSON.stringify(set)}, naming the setting`, () => {
      const parameters = candidateParameters(Object(set));
      assert.throws(
        () => checkAmounts(parameters),
        (error) => ServiceError.is(error, 'invalidRequest') && message.test(error.message),
      );
    });
  }

  it('takes what can be put right together, and what is switched off', () => {
    for (const set of [{}, { n: 4, best_of: 2, stream: true }, { n: 5000, best_of: 0 }, { n: null }]) {
      checkAmounts(candidateParameters(set));
    }
  });
});

describe('amountOf', () => {
  it('reads n and best_of, of which 0 is none', () => {
    assert.deepEqual(amountOf({}), { n: 1, bestOf: null });
    assert.deepEqual(amountOf({ n: 4, best_of: 0 }), { n: 4, bestOf: null });
    assert.deepEqual(amountOf({ n: 4, best_of: 8 }), { n: 4, bestOf: 8 });
    assert.deepEqual(
      amountOf({ n: 5000 }),
      { n: 5000, bestOf: null },
      'what is too much, a service says itself',
    );
  });

  it('is lowered to what the service can choose from', () => {
    assert.deepEqual(possibleAmount({ n: 4, bestOf: 2 }), { n: 2, bestOf: 2 });
    assert.deepEqual(possibleAmount({ n: 4, bestOf: null }), { n: 4, bestOf: null });
  });
});

describe('candidateRequest', () => {
  it('streams for one place with its suffix', () => {
    assert.deepEqual(candidateRequest('m', [cursor('a', 'z')], { max_tokens: 5 }, { n: 3, bestOf: null }), {
      model: 'm',
      prompt: 'a',
      suffix: 'z',
      max_tokens: 5,
      n: 3,
      stream: true,
    });
  });

  it('asks for several places at once, without suffixes', () => {
    const places = withoutSuffixes([cursor('a', 'z'), cursor('', 'y')]);
    assert.deepEqual(candidateRequest('m', places, {}, { n: 2, bestOf: null }), {
      model: 'm',
      prompt: ['a', ''],
      n: 2,
      stream: true,
    });
    assert.deepEqual(withoutSuffixes([cursor('a', 'z')]), [cursor('a', 'z')]);
  });

  it('does not stream where the service chooses, or where the person does not want it', () => {
    const chosen = candidateRequest('m', [cursor('a')], { best_of: 3, stream: true }, { n: 2, bestOf: 9 });
    assert.deepEqual(chosen, { model: 'm', prompt: 'a', n: 2, best_of: 9, stream: false });
    const whole = candidateRequest('m', [cursor('')], { best_of: 0, stream: false }, { n: 2, bestOf: null });
    assert.deepEqual(whole, { model: 'm', n: 2, stream: false });
  });
});
