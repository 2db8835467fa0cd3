import assert from 'node:assert/strict';
import { loadTokenizer } from '../../../src/models/tokens.ts';
import { TokenEstimate } from '../../../src/search/token-estimate.ts';

const TEXT = 'export function tide(hour: number): number {\n  return Math.sin(hour / 6.2) * 1.4;\n}\n';

describe('TokenEstimate', () => {
  it('counts what comes first, and takes the rest to be like it', () => {
    let counted = 0;
    const estimate = new TokenEstimate({
      count: (text) => {
        counted += 1;
        return text.length / 2;
      },
    });
    const text = 'abcdefghij'.repeat(1000);
    let total = 0;
    for (let number = 0; number < 200; number += 1) {
      total += estimate.of(text);
    }
    assert.ok(counted < 50, `${counted}`);
    assert.ok(Math.abs(total - 200 * 5000) < 2000, `${total}`);
  });

  it('guesses within a half of what there is, where nothing counts', async () => {
    const tokenizer = await loadTokenizer();
    for (const text of [
      TEXT,
      'Der Leuchtturmwärter zählt die Wellen.',
      '灯台守は波を数える。',
      'Смотритель маяка',
    ]) {
      const guess = new TokenEstimate().of(text.repeat(10));
      const count = tokenizer.count(text.repeat(10));
      assert.ok(guess > count * 0.5 && guess < count * 2, `${text}: ${guess} of ${count}`);
    }
  });

  it('is never nothing', () => assert.equal(new TokenEstimate().of('a'), 1));
});
