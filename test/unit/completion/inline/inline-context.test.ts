import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type InlineBudget,
  inlineContext,
  inlinePlace,
} from '../../../../src/completion/inline/inline-context.ts';
import { loadTokenizer, type Tokenizer } from '../../../../src/models/tokens.ts';
import { threadTime } from '../../thread-time.ts';

describe('inlineContext', function () {
  this.timeout(20_000);
  let tokenizer: Tokenizer;

  before(async () => {
    tokenizer = await loadTokenizer();
  });

  function contextOf(
    before: string,
    after: string,
    budget: InlineBudget,
  ): { prefix: string; suffix: string } {
    const offset = before.replaceAll('\r\n', '\n').length;
    return inlineContext(inlinePlace(before, after, offset, budget), budget, tokenizer);
  }

  it('is all there is where that fits', () => {
    assert.deepEqual(contextOf('a\r\nb', 'c\r\nd', { prefix: 50, suffix: 50 }), {
      prefix: 'a\nb',
      suffix: 'c\nd',
    });
    assert.deepEqual(contextOf('', '', { prefix: 5, suffix: 5 }), { prefix: '', suffix: '' });
    assert.ok(inlinePlace('a', 'b', 1, { prefix: 5, suffix: 5 }).isWhole);
  });

  it('keeps what is nearest, in whole lines', () => {
    const lines = Array.from({ length: 200 }, (_, index) => `line number ${index};`);
    const text = lines.join('\n');
    const { prefix, suffix } = contextOf(text, `\n${text}`, { prefix: 60, suffix: 30 });
    assert.match(prefix, /^line number \d+;\n/);
    assert.ok(text.endsWith(`\n${prefix}`));
    assert.match(suffix, /^\nline number 0;\n[\s\S]*;\n$/);
    assert.equal(inlinePlace(text, `\n${text}`, text.length, { prefix: 60, suffix: 30 }).isWhole, false);
  });

  it('gives one side what the other does not need', () => {
    const text = 'word '.repeat(1000);
    assert.ok(tokenizer.count(contextOf(text, '', { prefix: 50, suffix: 50 }).prefix) > 90);
    assert.ok(tokenizer.count(contextOf('', text, { prefix: 50, suffix: 50 }).suffix) > 90);
  });

  it('keeps a part of a line that is too long by itself', () => {
    const line = 'x'.repeat(10_000);
    const { prefix, suffix } = contextOf(`a\n${line}`, `${line}\nb`, { prefix: 20, suffix: 20 });
    assert.match(prefix, /^x+$/);
    assert.match(suffix, /^x+$/);
  });

  it('stays in its budget and tears no character, whatever the text', () => {
    const piece = fc.constantFrom(
      '\r\n',
      '\n',
      '😀',
      'word ',
      '漢字',
      'é',
      '}',
      ' '.repeat(50),
      'a'.repeat(300),
    );
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
    const size = fc.integer({ min: 1, max: 80 });
    fc.assert(
      fc.property(text, text, size, size, (before, after, prefixSize, suffixSize) => {
        const budget = { prefix: prefixSize, suffix: suffixSize };
        const { prefix, suffix } = contextOf(before, after, budget);
        const counted = tokenizer.count(prefix) + tokenizer.count(suffix);
        // Where texts are cut anew, a piece of 512 can count one token more.
        assert.ok(counted <= prefixSize + suffixSize + 4, `${counted} tokens`);
        assert.ok(prefix.isWellFormed() && suffix.isWellFormed());
        assert.ok(before.replaceAll('\r\n', '\n').endsWith(prefix));
        assert.ok(after.replaceAll('\r\n', '\n').startsWith(suffix));
        const place = inlinePlace(before, after, 0, budget);
        assert.ok(place.prefix.endsWith(prefix) && place.suffix.startsWith(suffix), 'all of it is compared');
        assert.equal(place.isWhole, place.suffix === after.replaceAll('\r\n', '\n'));
      }),
      { numRuns: 200 },
    );
  });

  it('does not look at all of a long document', () => {
    const text = 'some words of a line\n'.repeat(50_000);
    contextOf(text, text, { prefix: 1000, suffix: 500 });
    const time = threadTime(() => contextOf(text, text, { prefix: 1000, suffix: 500 }));
    // Some milliseconds; to count all tokens takes a second.
    assert.ok(time < 300, `${time} ms`);
  });
});
