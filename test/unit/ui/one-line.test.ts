import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromOneLine, toOneLine } from '../../../src/ui/one-line.ts';

describe('toOneLine', () => {
  it('has no line break, and is understood again', () => {
    const text = fc
      .array(fc.string({ unit: fc.constantFrom('a', 'é', ' ', '\t', '.') }))
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, (given) => {
        const line = toOneLine(given);
        assert.doesNotMatch(line, /[\r\n]/);
        assert.equal(fromOneLine(line), given);
      }),
    );
  });
});
