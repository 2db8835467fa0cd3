import assert from 'node:assert/strict';
import { parseJson } from '../../../src/service/parse-json.ts';

describe('parseJson', () => {
  it('reads JSON, also behind a byte order mark', () => {
    assert.deepEqual(parseJson('{"a": [1, null]}'), { a: [1, null] });
    assert.deepEqual(parseJson('\ufeff[1]'), [1]);
  });

  it('takes numbers that are none for null, but not words in a text', () => {
    const body =
      '{"a": NaN, "b": [-Infinity, Infinity, 1], "c": "NaN, \\"Infinity\\" and -Infinity", "NaN": 2}';
    assert.deepEqual(parseJson(body), {
      a: null,
      b: [null, null, 1],
      c: 'NaN, "Infinity" and -Infinity',
      NaN: 2,
    });
  });

  for (const body of ['', 'OK', 'NaN', '<html>{"a": NaN}</html>', '{"a": NaN', '{a: NaN}', '{"a": NaNs}']) {
    it(`is undefined for ${JSON.stringify(body)}`, () => {
      assert.equal(parseJson(body), undefined);
    });
  }

  it('takes a time that grows with the length alone where nothing closes', () => {
    assert.equal(parseJson(`{${'"\\'.repeat(500_000)}`), undefined);
    assert.equal(parseJson(`{"a": ${'"'.repeat(999_999)}`), undefined);
  });
});
