import assert from 'node:assert/strict';
import { effectiveParameters, withoutOvertaken, withTokenIds } from '../../../src/models/set-parameters.ts';

describe('effectiveParameters', () => {
  it('are the settings’, and nearer at hand what was chosen there', () => {
    const set = { temperature: 0.5, max_tokens: 100 };
    assert.deepEqual(effectiveParameters('chat', set), set);
    assert.deepEqual(effectiveParameters('chat', set, { max_tokens: 5, n: 2 }), {
      temperature: 0.5,
      max_tokens: 5,
      n: 2,
    });
  });

  it('leave out what is null, in the settings and nearer at hand', () => {
    assert.deepEqual(effectiveParameters('chat', { n: null, stop: 'x' }, { stop: null }), {});
    assert.deepEqual(effectiveParameters('chat', { n: null }, { n: 1 }), { n: 1 });
  });

  it('leave out an empty list, such as of what to stop at', () => {
    assert.deepEqual(effectiveParameters('chat', { stop: ['x'] }, { stop: [] }), {});
    assert.deepEqual(effectiveParameters('completion', { stop: [] }), {});
  });

  it('send 0, false and empty text', () => {
    const set = { temperature: 0, stream: false, stop: '' };
    assert.deepEqual(effectiveParameters('chat', set), set);
  });

  it('leave out the settings’ top_p for a temperature nearer at hand, and the other way round', () => {
    assert.deepEqual(effectiveParameters('chat', { top_p: 0.5 }, { temperature: 1 }), { temperature: 1 });
    assert.deepEqual(effectiveParameters('chat', { temperature: 1 }, { top_p: 0 }), { top_p: 0 });
    assert.deepEqual(effectiveParameters('chat', { temperature: 1 }, { top_p: null }), { temperature: 1 });
    const both = { temperature: 1, top_p: 0.5 };
    assert.deepEqual(effectiveParameters('chat', both), both, 'a slip of the pen in one place is told of');
    assert.deepEqual(effectiveParameters('chat', {}, both), both);
  });

  it('leave out what is not a person’s to set', () => {
    assert.deepEqual(effectiveParameters('chat', { model: 'm', messages: [], prompt: 'p' }), { prompt: 'p' });
    assert.deepEqual(effectiveParameters('completion', { model: 'm', prompt: 'p', suffix: 's', n: 1 }), {
      n: 1,
    });
    assert.deepEqual(effectiveParameters('edit', { model: 'm', input: 'i', instruction: 'x', top_p: 0 }), {
      top_p: 0,
    });
  });
});

describe('withoutOvertaken', () => {
  const DEFAULT = { max_tokens: 64, temperature: 0.2 };
  /** With what VS Code makes of the layers. */
  const of = (...layers: Record<string, unknown>[]) => withoutOvertaken(Object.assign({}, ...layers), layers);

  it('leaves out the default’s temperature for a top_p that a person has set', () => {
    assert.deepEqual(of(DEFAULT, { top_p: 0.9 }), { max_tokens: 64, top_p: 0.9 });
    assert.deepEqual(of(DEFAULT, { n: 2 }), { ...DEFAULT, n: 2 });
  });

  it('lets the nearer of two settings win, whichever of the two it is', () => {
    assert.deepEqual(of({ temperature: 1 }, { top_p: 0 }, { n: 1 }), { top_p: 0, n: 1 });
    assert.deepEqual(of({ top_p: 0.5 }, { temperature: 0 }), { temperature: 0 });
    assert.deepEqual(of(DEFAULT, { top_p: 0.9 }, { temperature: 1 }), { max_tokens: 64, temperature: 1 });
  });

  it('takes nothing away for what is switched off', () => {
    assert.deepEqual(of(DEFAULT, { top_p: null }), { ...DEFAULT, top_p: null });
    assert.deepEqual(of(DEFAULT, { top_p: 0.9 }, { top_p: null }), { ...DEFAULT, top_p: null });
  });

  it('keeps both where one setting has both, which is told of', () => {
    const both = { temperature: 1, top_p: 0.5 };
    assert.deepEqual(of(DEFAULT, both, { n: 1 }), { max_tokens: 64, ...both, n: 1 });
  });
});

describe('withTokenIds', () => {
  it('turns text into the ids of its tokens, and leaves ids as they are', async () => {
    const { logit_bias = {} } = await withTokenIds({ logit_bias: { ' hello': -100, 15339: 5 } });
    assert.deepEqual(logit_bias, { 24748: -100, 15339: 5 });
  });

  it('gives each token of a longer text the bias', async () => {
    const { logit_bias = {} } = await withTokenIds({ logit_bias: { 'unbelievable stories': 3 } });
    assert.ok(Object.keys(logit_bias).length > 1);
    assert.ok(Object.entries(logit_bias).every(([key, bias]) => /^\d+$/.test(key) && bias === 3));
  });

  it('changes nothing where there is nothing to turn', async () => {
    for (const parameters of [{}, { logit_bias: {} }, { logit_bias: { 5: 1 } }, { logit_bias: undefined }]) {
      assert.equal(await withTokenIds(parameters), parameters);
    }
  });
});
