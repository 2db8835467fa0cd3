import assert from 'node:assert/strict';
import type { Place } from '../../../src/completion/places.ts';
import { planRequests } from '../../../src/completion/requests.ts';

const selection = (prompt: string): Place => ({ offset: 0, passage: { prompt }, isCursor: false });
const cursor = (prompt: string, suffix?: string): Place => ({
  offset: 0,
  passage: { prompt, ...(suffix === undefined ? {} : { suffix }) },
  isCursor: true,
});

describe('planRequests', () => {
  it('sends one selection as a text', () => {
    assert.deepEqual(planRequests([selection('a')], 'm', { max_tokens: 5 }), [
      { request: { model: 'm', prompt: 'a', max_tokens: 5 }, places: [0] },
    ]);
  });

  it('sends several selections as one array, in their order', () => {
    assert.deepEqual(planRequests([selection('b'), selection('a')], 'm', {}), [
      { request: { model: 'm', prompt: ['b', 'a'] }, places: [0, 1] },
    ]);
  });

  it('sends each cursor by itself, with its suffix', () => {
    assert.deepEqual(planRequests([cursor('a', 'z'), selection('b'), cursor('c')], 'm', {}), [
      { request: { model: 'm', prompt: 'b' }, places: [1] },
      { request: { model: 'm', prompt: 'a', suffix: 'z' }, places: [0] },
      { request: { model: 'm', prompt: 'c' }, places: [2] },
    ]);
  });

  it('leaves out the prompt of an empty document', () => {
    assert.deepEqual(planRequests([cursor('')], 'm', {}), [{ request: { model: 'm' }, places: [0] }]);
  });
});
