import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EchoFilter, TextFlow } from '../../../src/completion/text-flow.ts';

/** Every way to cut a text in two, and letter by letter. */
function cuts(text: string): string[][] {
  const halves = Array.from({ length: text.length + 1 }, (_, i) => [text.slice(0, i), text.slice(i)]);
  return [...halves, text.split('')];
}

function flow(eol: '\n' | '\r\n', chunks: readonly string[]): string {
  const through = new TextFlow(eol);
  return chunks.map((chunk) => through.push(chunk)).join('') + through.end();
}

describe('TextFlow', () => {
  it('gives each line break the form of the document, however the chunks cut it', () => {
    for (const chunks of cuts('a\r\nb\nc\rd\r')) {
      assert.equal(flow('\n', chunks), 'a\nb\nc\nd\n');
      assert.equal(flow('\r\n', chunks), 'a\r\nb\r\nc\r\nd\r\n');
    }
  });

  it('keeps surrogate pairs whole and replaces halves that stay alone', () => {
    for (const chunks of cuts('a😀b\ud83dc\ude00')) {
      assert.equal(flow('\n', chunks), 'a😀b\ufffdc\ufffd');
    }
  });

  it('never gives out half of anything', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 6 })), (chunks) => {
        const through = new TextFlow('\r\n');
        for (const chunk of chunks) {
          const piece = through.push(chunk);
          assert.ok(piece.isWellFormed());
          assert.equal(piece.replaceAll('\r\n', '').match(/[\r\n]/), null);
        }
      }),
    );
  });
});

describe('EchoFilter', () => {
  const filter = (prompt: string, chunks: readonly string[]): string => {
    const echo = new EchoFilter(prompt);
    return chunks.map((chunk) => echo.push(chunk)).join('') + echo.end();
  };

  it('takes away the repeated prompt, however the chunks cut it', () => {
    for (const chunks of cuts('one two three')) {
      assert.equal(filter('one two', chunks), ' three');
    }
  });

  it('lets everything through without a prompt', () => {
    assert.equal(filter('', ['one', ' two']), 'one two');
  });

  it('lets an answer through that repeats nothing', () => {
    assert.equal(filter('one two', ['three', ' one two']), 'three one two');
  });

  it('does not lose the beginning of an answer that only begins like the prompt', () => {
    assert.equal(filter('one two', ['one ', 'three']), 'one three');
    assert.equal(filter('one two', ['one three']), 'one three');
  });

  it('does not lose an answer that the prompt begins with, of a service that repeats nothing', () => {
    assert.equal(filter('one two', ['on', 'e']), 'one');
    assert.equal(filter('one two', ['one two']), '');
    assert.equal(filter('one two', []), '');
  });
});
