import assert from 'node:assert/strict';
import {
  createMarkdownParser,
  MAX_INLINE,
  type MarkdownEnv,
  normalizeMarkdown,
} from '../../../src/chat/shared/markdown-parser.ts';
import { parserWork } from './parser-work.ts';

const parser = createMarkdownParser();

function html(markdown: string): string {
  return parser.render(markdown).trim();
}

/** The types of its blocks, from the outside in. */
function blocks(markdown: string, env: MarkdownEnv = { references: {} }): string[] {
  const tokens: ReturnType<typeof parser.parse> = [];
  parser.block.parse(markdown, parser, env, tokens);
  return tokens
    .filter(({ type }) => !type.endsWith('_close') && type !== 'inline')
    .map(({ type }) => type.replace('_open', ''));
}

describe('createMarkdownParser', () => {
  it('parses tables, strikethrough and fences beside CommonMark', () => {
    assert.deepEqual(blocks('a | b\n--|--\n1 | 2'), [
      ...['table', 'thead', 'tr', 'th', 'th'],
      ...['tbody', 'tr', 'td', 'td'],
    ]);
    assert.equal(html('~~gone~~'), '<p><s>gone</s></p>');
    assert.deepEqual(blocks('~~~~js\n~~~\n~~~~'), ['fence']);
  });

  it('takes HTML for text', () => {
    assert.equal(html('<script>alert(1)</script>'), '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
    assert.equal(html('a <img src=x onerror=y> b'), '<p>a &lt;img src=x onerror=y&gt; b</p>');
    assert.equal(html('<!-- no comment -->'), '<p>&lt;!-- no comment --&gt;</p>');
  });

  it('makes links of addresses with http and https, and of nothing else that looks like one', () => {
    assert.equal(
      html('see https://a.example/b.'),
      '<p>see <a href="https://a.example/b">https://a.example/b</a>.</p>',
    );
    for (const text of ['www.example.com', 'example.com', 'a@b.example', 'ftp://a.example', '//a.example']) {
      assert.equal(html(text), `<p>${text}</p>`);
    }
  });

  it('leaves a token where a link definition was, since it counts for whether a list is loose', () => {
    assert.deepEqual(blocks('[a]: /b\n\nc'), ['definition', 'paragraph']);
    assert.equal(html('[a]\n\n[a]: https://b.example'), '<p><a href="https://b.example">a</a></p>');
  });

  it('lets the first definition of a label count', () => {
    assert.equal(
      html('[a]\n\n[a]: https://first.example\n[A]: https://second.example'),
      '<p><a href="https://first.example">a</a></p>',
    );
  });

  it('takes labels for text that are names of what every object has', () => {
    assert.equal(html('[constructor] [toString]'), '<p>[constructor] [toString]</p>');
  });

  it('keeps what is nested too deeply as text, and loses nothing', () => {
    for (const mark of ['> ', '- ', '1. ']) {
      const markdown = `${mark.repeat(10_000)}the end`;
      assert.match(html(markdown), /the end/);
      assert.ok(blocks(markdown).length <= 42, mark);
      assert.equal(html(markdown).split(mark === '> ' ? '&gt;' : mark).length > 5_000, true, mark);
    }
  });

  it('finds the items of outer lists again behind one that is nested too deeply', () => {
    const deep = Array.from({ length: 50 }, (_, level) => `${' '.repeat(2 * level)}- level ${level}`);
    assert.match(html([...deep, '- back'].join('\n')), /<li>back<\/li>\n<\/ul>$/);
  });

  it('takes no table that has too many columns, or a head that is too long', () => {
    const table = (columns: number, text = 'a'): string =>
      `${`|${text}`.repeat(columns)}|\n${'|-'.repeat(columns)}|\n`;
    assert.equal(blocks(table(90))[0], 'table');
    assert.deepEqual(blocks(table(150)), ['paragraph']);
    assert.deepEqual(blocks(table(2, 'a'.repeat(MAX_INLINE))), ['paragraph']);
  });

  it('takes no definition that is too long', () => {
    assert.deepEqual(blocks(`[a]: /b '${'long\n'.repeat(200)}'`), ['definition']);
    assert.deepEqual(blocks(`[a]: /b '${'long\n'.repeat(2_000)}'`), ['paragraph']);
  });

  it('takes four times the work for four times as much of what is made to be slow', async () => {
    const slow = ['[', '![', '*a **b ', '`', '$a ', '\\(', '<', '&', '://', 'http://a.b/', '[a](', '_a', '"'];
    const texts = slow.flatMap((piece) =>
      [MAX_INLINE / 4, MAX_INLINE].map((size) => piece.repeat(Math.floor(size / piece.length))),
    );
    const work = await parserWork(texts);
    for (const [index, piece] of slow.entries()) {
      const [little = 0, much = 0] = work.slice(2 * index);
      // What grows with the square of the length takes sixteen times as much.
      assert.ok(little > 1_000 && much < 5 * little, `${piece}: ${little}, then ${much}`);
    }
  }).timeout(20_000);
});

describe('normalizeMarkdown', () => {
  it('makes all line ends the same, and NUL visible', () => {
    assert.equal(normalizeMarkdown('a\r\nb\rc\nd\0'), 'a\nb\nc\nd\ufffd');
  });

  it('leaves lone surrogates and control characters as they are', () => {
    const text = '\ud800 \udc00 \u202e \u0301 \u0007';
    assert.equal(normalizeMarkdown(text), text);
  });
});
