import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inlineCandidates, withLineEnds } from '../../../../src/completion/inline/inline-answer.ts';
import { threadTime } from '../../thread-time.ts';

function candidates(answers: readonly string[], prefix: string, suffix = '', mostLines = 10): string[] {
  return inlineCandidates(answers, { prefix, suffix, mostLines });
}

describe('inlineCandidates', () => {
  const cases: [
    name: string,
    answer: string,
    prefix: string,
    suffix: string,
    expected: string | undefined,
  ][] = [
    ['takes what goes on', 'return 1;', 'f() {\n  ', '\n}', 'return 1;'],
    ['is nothing where there is nothing', '', 'a', '', undefined],
    ['is nothing where there is white space', ' \n\t\r\n', 'a', '', undefined],
    ['ends with whole lines', 'a();\n\n  \n', 'x\n', '', 'a();'],
    [
      'has what cannot be seen',
      'a\u0000b\u001b[31mc\u007f\u202ed\u2066\ufeff\u{e0041};',
      'x',
      '',
      'ab[31mcd;',
    ],
    ['is nothing but what cannot be seen', '\u0000\u202e\u001b', 'x', '', undefined],
    ['breaks lines as no file does', 'a;\u2028b;\u2029c;\rd;', 'x\n', '', 'a;\nb;\nc;\nd;'],
    ['keeps tabs, and the marks of scripts', '\ta \u200fשלום\u200e', 'x', '', '\ta \u200fשלום\u200e'],
    ['keeps white space at its beginning', '  b', 'a', '', '  b'],
    ['repeats the line before the cursor', 'const a = b;', 'x\nconst a = ', '', 'b;'],
    ['repeats it without its indentation', 'return a;', 'x\n    return ', '', 'a;'],
    ['repeats several lines', 'if (a) {\n  b();', 'x\nif (a) {\n', '', '  b();'],
    ['repeats brackets as code does', '});\n});', 'a(() => {\n});\n', '', '});\n});'],
    ['repeats a word or less', 'a = a;', 'a ', '', 'a = a;'],
    ['goes on with the text that follows', 'a();\nlast();\nmore();', 'x\n', '\nlast();\n', 'a();'],
    ['goes on with it in another indentation', 'a();\n  last();', 'x\n', '\n    last();', 'a();'],
    ['ends with the bracket that follows', '  return x;\n}', 'f() {\n', '\n}\n', '  return x;'],
    ['has brackets of its own', 'if (a) {\n  b();\n}', 'f() {\n', '\n}\n', 'if (a) {\n  b();\n}'],
    [
      'has brackets of its own, then that which follows',
      'if (a) {\n  b();\n}\n}',
      'f() {\n',
      '\n}\n',
      'if (a) {\n  b();\n}',
    ],
    ['closes the bracket behind the cursor', 'a, b)', 'f(', ')', 'a, b'],
    ['closes it, and goes on', 'a, b);\nmore();', 'f(', ');', 'a, b'],
    ['closes brackets of its own', 'g(a), h(b)', 'f(', ')', 'g(a), h(b)'],
    ['closes both', 'g(a), h(b))', 'f(', ')', 'g(a), h(b)'],
    ['closes the quote behind the cursor', "a.ts';", "from './", "';", 'a.ts'],
    ['has more of the line behind the cursor', 'b + c;', 'a = ', ' + c;', 'b'],
    ['is only what follows', ')', 'f(a', ')', undefined],
    ['is only the line that follows', 'last();', 'x\n', 'last();', undefined],
    ['comes in a fence', '```ts\nconst a = 1;\n```', 'x\n', '', 'const a = 1;'],
    ['comes in a fence without end', '```\nconst a = 1;', 'x\n', '', 'const a = 1;'],
    ['is in a fence of the document', '```ts\na\n```', '```md\nx\n', '', '```ts\na\n```'],
    ['has line ends of another kind', 'a\r\nb\rc', 'x\n', '', 'a\nb\nc'],
    ['is cut within a character', 'a 😀\ud83d', 'x', '', 'a 😀'],
    ['is cut within bytes', 'a é\ufffd', 'x', '', 'a é'],
  ];
  for (const [name, answer, prefix, suffix, expected] of cases) {
    it(name, () =>
      assert.deepEqual(candidates([answer], prefix, suffix), expected === undefined ? [] : [expected]),
    );
  }

  it('gives each text once, in order', () => {
    assert.deepEqual(candidates(['b', '', 'a', 'b\n', 'a '], ''), ['b', 'a']);
  });

  it('has no more lines than wanted', () => {
    assert.deepEqual(candidates(['a\nb\nc\nd'], '', '', 2), ['a\nb']);
  });

  it('writes line ends as the document has them', () => {
    assert.equal(withLineEnds('a\nb\n', '\r\n'), 'a\r\nb\r\n');
    assert.equal(withLineEnds('a\nb\n', '\n'), 'a\nb\n');
  });

  it('is a part of the answer, whatever comes', () => {
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom('\n', '\r\n', ')', '(', '{', '}', 'abc', '  ', '"', '```\n', '\ud83d'),
          fc.string({ maxLength: 5 }),
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, text, (answer, prefix, suffix) => {
        for (const candidate of candidates([answer], prefix, suffix)) {
          assert.ok(candidate.isWellFormed() && candidate.trim() !== '' && !candidate.includes('\r'));
          const plain = answer
            .replace(/\r\n?/g, '\n')
            .replace(/[\ud800-\udbff\ufffd]+$/, '')
            .toWellFormed();
          assert.ok(plain.includes(candidate), JSON.stringify([answer, prefix, suffix, candidate]));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('takes time in proportion to an answer', () => {
    const long = '(('.repeat(200_000);
    const answers = [long, 'a\n'.repeat(200_000), ' '.repeat(400_000)];
    const time = threadTime(() => candidates(answers, long, long));
    // Some milliseconds; far more is what grows with the square.
    assert.ok(time < 1500, `${time} ms`);
  });
});
