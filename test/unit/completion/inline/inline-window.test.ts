import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inlinePlace } from '../../../../src/completion/inline/inline-context.ts';
import { placeIn } from '../../../../src/completion/inline/inline-window.ts';

const budget = { prefix: 3, suffix: 1 };

/** A document that counts the lines that are asked for. */
function documentOf(lines: readonly string[]) {
  const seen = new Set<number>();
  return {
    seen,
    lineCount: lines.length,
    lineAt: (line: number) => {
      seen.add(line);
      const text = lines[line];
      assert.ok(text !== undefined, `There is no line ${line}.`);
      return { text };
    },
  };
}

describe('placeIn', () => {
  it('is what the whole document would give', () => {
    const unit = fc.constantFrom('a', 'b', ' ', '\t', 'é', '字', '\ud83d', '\ude00');
    const line = fc.string({ unit, maxLength: 30 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), fc.nat(), fc.nat(), (lines, nth, mth) => {
        const at = nth % lines.length;
        const character = mth % ((lines[at]?.length ?? 0) + 1);
        const before = [...lines.slice(0, at), lines[at]?.slice(0, character)].join('\n');
        const after = [lines[at]?.slice(character), ...lines.slice(at + 1)].join('\n');
        const cursor = { line: at, character };
        const gap = { before: cursor, after: cursor, text: '' };
        assert.deepEqual(
          placeIn(documentOf(lines), gap, before.length, budget),
          inlinePlace(before, after, before.length, budget),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('looks at the lines nearby only', () => {
    const document = documentOf(new Array(100_000).fill('0123456789'));
    const cursor = { line: 50_000, character: 3 };
    placeIn(document, { before: cursor, after: cursor, text: '' }, 0, budget);
    assert.ok(document.seen.size < 10, `${document.seen.size} lines`);
  });

  it('puts in what is chosen where it would stand', () => {
    const gap = { before: { line: 0, character: 2 }, after: { line: 0, character: 4 }, text: 'log' };
    assert.deepEqual(placeIn(documentOf(['a.lo;', 'b']), gap, 2, budget), {
      offset: 5,
      prefix: 'a.log',
      suffix: ';\nb',
      isWhole: true,
    });
  });
});
