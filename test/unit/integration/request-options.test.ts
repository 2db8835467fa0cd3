import assert from 'node:assert/strict';
import { requestOptions } from '../../../src/integration/request-options.ts';

describe('requestOptions', () => {
  it('are those of the setting, without n', () => {
    assert.deepEqual(requestOptions(undefined, { temperature: 0.2, n: 4, max_tokens: null }), {
      parameters: { temperature: 0.2 },
      streams: true,
    });
  });

  it('have those that are asked for in their place, and none that the interface has not', () => {
    const asked = { top_p: 0.5, stop: ['END'], n: 3, stream: false, model: 'other', messages: [], own: 1 };
    assert.deepEqual(requestOptions(asked, { temperature: 0.2, presence_penalty: 1 }), {
      parameters: { top_p: 0.5, stop: ['END'], presence_penalty: 1 },
      streams: true,
    });
  });

  it('leave out what is asked for as null', () => {
    assert.deepEqual(requestOptions({ temperature: null }, { temperature: 0.2 }).parameters, {});
  });

  it('do not stream where the setting says so', () => {
    assert.equal(requestOptions({}, { stream: false }).streams, false);
  });

  it('leave it to the client to refuse what is out of range', () => {
    assert.deepEqual(requestOptions({ temperature: 9 }, {}).parameters, { temperature: 9 });
  });
});
