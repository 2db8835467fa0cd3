import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findPlace } from '../../../src/chat/attachment-place.ts';

/** The text that a place is, in a document. */
function textAt(document: string, place: NonNullable<ReturnType<typeof findPlace>>): string {
  const lines = document.split('\n');
  const offset = (line: number, character: number): number =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
  return document.slice(
    offset(place.startLine, place.startCharacter),
    offset(place.endLine, place.endCharacter),
  );
}

describe('findPlace', () => {
  const document = 'a\nb two\nc\ntwo\nd\n';

  it('finds a text where it stood', () => {
    assert.deepEqual(findPlace(document, 'two\nd', [4, 5]), {
      startLine: 3,
      startCharacter: 0,
      endLine: 4,
      endCharacter: 1,
    });
  });

  it('finds the nearest of several, before or after', () => {
    assert.equal(findPlace(document, 'two', [1, 1])?.startLine, 1);
    assert.equal(findPlace(document, 'two', [5, 5])?.startLine, 3);
    assert.equal(findPlace(document, 'two', [99, 99])?.startLine, 3);
  });

  it('finds nothing where there is nothing to find', () => {
    assert.equal(findPlace(document, 'three', [1, 1]), undefined);
    assert.equal(findPlace(document, '', [1, 1]), undefined);
    assert.equal(findPlace('', 'two', [1, 1]), undefined);
  });

  it('names the place where the text is, in any document', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '🧭') });
    fc.assert(
      fc.property(text, text, text, fc.integer({ min: 1, max: 9 }), (before, wanted, after, line) => {
        const whole = before + wanted + after;
        const place = findPlace(whole, wanted, [line, line]);
        assert.equal(place && textAt(whole, place), wanted === '' ? undefined : wanted);
      }),
    );
  });
});
