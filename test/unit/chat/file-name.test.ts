import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fileNameFrom } from '../../../src/chat/file-name.ts';

const name = (title: string): string => fileNameFrom(title, '.md', 'conversation');

describe('fileNameFrom', () => {
  const names: [title: string, name: string][] = [
    ['Rename loader tests', 'Rename loader tests.md'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j.md'],
    ['  two\t\nlines\u2028 ', 'two lines.md'],
    ['CON', '_CON.md'],
    ['aux.tar', '_aux.tar.md'],
    ['Com¹', '_Com¹.md'],
    ['console', 'console.md'],
    ['..', 'conversation.md'],
    ['../../etc/passwd', 'etc passwd.md'],
    ['.hidden', 'hidden.md'],
    ['-rf', 'rf.md'],
    ['trailing. . .', 'trailing.md'],
    ['', 'conversation.md'],
    ['\u200d\ufe0f', 'conversation.md'],
    ['\ud83e', 'conversation.md'],
    ['e\u0301te\u0301', 'été.md'],
    ['🧭 A trip 👩‍👩‍👧', '🧭 A trip 👩‍👩‍👧.md'],
    ['right\u202egpj.to left', 'right gpj.to left.md'],
    ['日本語', '日本語.md'],
  ];
  for (const [title, expected] of names) {
    it(`makes ${JSON.stringify(expected)} of ${JSON.stringify(title)}`, () =>
      assert.equal(name(title), expected));
  }

  it('cuts between characters as people count them', () => {
    assert.equal(name('x'.repeat(300)), `${'x'.repeat(117)}.md`);
    assert.equal(name('👩‍👩‍👧'.repeat(30)), `${'👩‍👩‍👧'.repeat(6)}.md`);
    assert.equal(name(`a${'\u0301'.repeat(5000)}`), 'conversation.md');
  });

  it('is good on any file system, whatever the title', () => {
    const title = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({
        unit: fc.constantFrom('.', ' ', '/', 'C', 'O', 'N', '\0', '🧭', '\u0301', '~', '-'),
        maxLength: 400,
      }),
    );
    fc.assert(
      fc.property(title, (any) => {
        const made = name(any);
        assert.ok(Buffer.byteLength(made) <= 121, made);
        assert.ok(made.isWellFormed());
        assert.match(made, /^[^\s.~-][^<>:"/\\|?*\p{Cc}]*\.md$/u);
        assert.doesNotMatch(made, /^(con|prn|aux|nul|com\d|lpt\d)\./i);
        assert.doesNotMatch(made, /[\s.]\.md$/);
      }),
      { numRuns: 2000 },
    );
  });
});
