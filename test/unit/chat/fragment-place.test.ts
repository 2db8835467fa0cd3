import assert from 'node:assert/strict';
import fc from 'fast-check';
import { placeOfFragment } from '../../../src/chat/fragment-place.ts';

const TEXT = `class Lamp {
  light() {
    if (this.isOff) {
      this.turn();
    }
  }

  turn() {
    this.isOff = !this.isOff;
  }
}
`;

describe('the place of a fragment', () => {
  /** The text with the fragment in its place. */
  function placed(text: string, code: string): string | undefined {
    const place = placeOfFragment(text, code);
    const lines = text.split('\n');
    return place && [...lines.slice(0, place.first), place.code, ...lines.slice(place.last + 1)].join('\n');
  }

  it('is that of the function that it is a new version of', () => {
    const code = '  turn() {\n    this.isOff = false;\n  }';
    assert.deepEqual(placeOfFragment(TEXT, code), { first: 7, last: 9, code });
  });

  it('is found though the fragment is not moved in, and moves it in', () => {
    assert.equal(
      placed(TEXT, 'turn() {\n  this.isOff = false;\n\n  this.log();\n}'),
      TEXT.replace('this.isOff = !this.isOff;', 'this.isOff = false;\n\n    this.log();'),
    );
  });

  it('ends at the closing bracket that is as far in, not at an inner one', () => {
    assert.equal(
      placed(TEXT, 'light() {\n  this.turn();\n}'),
      TEXT.replace(/ {4}if[\s\S]*? {4}\}\n/, '    this.turn();\n'),
    );
  });

  it('is moved in by tabs where the text is', () => {
    const text = 'class A {\n\tb() {\n\t\treturn 1;\n\t}\n}\n';
    assert.equal(placed(text, 'b() {\n\treturn 2;\n}'), text.replace('1', '2'));
  });

  it('does not care for blank lines around it, nor for white space at the ends of lines', () => {
    assert.equal(placeOfFragment(TEXT.replace('turn() {', 'turn() {  '), '\n  turn() {\n  }\n')?.first, 7);
  });

  for (const [why, code] of [
    ['its first line is not in the text', 'spin() {\n  this.isOff = false;\n}'],
    ['its first line is there more than once', '  }\n  turn() {\n    x();\n  }'],
    ['it is one line only', '  turn() {'],
    ['it is blank', '\n \n'],
    ['it is empty', ''],
    ['its last line is above its first', '  turn() {\n  light() {'],
    ['its last line is nowhere below its first', '  turn() {\n  };'],
  ] as const) {
    it(`is none where ${why}`, () => assert.equal(placeOfFragment(TEXT, code), undefined));
  }

  it('is none where lines like its last one stand only farther in', () => {
    assert.equal(placeOfFragment('a {\n    b {\n    }\n    c {\n    }\n', 'a {\n  c\n}'), undefined);
  });

  it('is all of a text for the text itself, if its ends are there once', () => {
    const place = placeOfFragment('one\ntwo\nthree', 'one\n2\nthree');
    assert.deepEqual([place?.first, place?.last], [0, 2]);
  });

  it('lies within the text, in order, whatever both are', () => {
    const lines = fc
      .array(fc.constantFrom('', '}', '  }', 'a {', '  b {', '\tb {', '    c', 'end'), { maxLength: 12 })
      .map((all) => all.join('\n'));
    fc.assert(
      fc.property(lines, lines, (text, code) => {
        const place = placeOfFragment(text, code);
        if (place) {
          assert.ok(place.first >= 0 && place.first < place.last && place.last < text.split('\n').length);
          assert.deepEqual(
            place.code.split('\n').map((line) => line.trim()),
            code.split('\n').map((line) => line.trim()),
          );
        }
      }),
    );
  });
});
