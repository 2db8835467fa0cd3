import assert from 'node:assert/strict';
import { createMarkdownParser, type MarkdownEnv } from '../../../src/chat/shared/markdown-parser.ts';

const parser = createMarkdownParser();

/** The formulas of a text, in order; displayed ones with `!`. */
function formulas(markdown: string, env: Partial<MarkdownEnv> = {}): string[] {
  const tokens = parser.parse(markdown, { references: {}, ...env });
  return tokens
    .flatMap((token) => [token, ...(token.children ?? [])])
    .filter(({ type }) => type === 'maths' || type === 'maths_block')
    .map(
      ({ content, block, meta }) => `${block ? '!' : ''}${meta?.isClosed === false ? 'open ' : ''}${content}`,
    );
}

describe('Maths in a line', () => {
  it('stands between dollars, or between \\( and \\)', () => {
    assert.deepEqual(formulas('let $x^2$ and \\(y_1\\) be'), ['x^2', 'y_1']);
    assert.deepEqual(formulas('$a$, $b$; ($c$)'), ['a', 'b', 'c']);
  });

  it('is displayed between $$ and $$, or between \\[ and \\]', () => {
    assert.deepEqual(formulas('so $$x$$ and \\[y\\] hold'), ['!x', '!y']);
  });

  it('is not money', () => {
    for (const text of [
      '$5 and $10',
      'from $5 to $10.',
      'US$5 or A$7',
      '$5-$10',
      '5$ and 6$',
      '$ 5 $',
      '$5',
    ]) {
      assert.deepEqual(formulas(text), [], text);
    }
  });

  it('is not what is escaped, or code', () => {
    for (const text of ['\\$x$', '\\\\(x\\\\)', '`$x$`', '$x\\$', '$$', '$$$$', '\\(\\)']) {
      assert.deepEqual(formulas(text), [], text);
    }
  });

  it('keeps escapes and Markdown within for the one who typesets', () => {
    assert.deepEqual(formulas('$a_1 * b_2 * \\{c\\} \\$$'), ['a_1 * b_2 * \\{c\\} \\$']);
  });

  it('is not what is longer than any formula', () => {
    assert.deepEqual(formulas(`$${'x'.repeat(2_000)}$`), []);
  });
});

describe('Maths as a block', () => {
  it('begins and ends a line, and may have several', () => {
    assert.deepEqual(formulas('$$\nx = 1\n- y\n$$'), ['!x = 1\n- y']);
    assert.deepEqual(formulas('\\[\nx\n\\]\n\ntext'), ['!x']);
    assert.deepEqual(formulas('text\n$$x$$\ntext'), ['!x']);
    assert.deepEqual(formulas('$$ x\n+ y $$'), ['!x\n+ y']);
  });

  it('may stand in lists and quotes', () => {
    assert.deepEqual(formulas('- a\n  $$\n  x\n  $$\n- b'), ['!x']);
    assert.deepEqual(formulas('> $$\n> x\n> $$'), ['!x']);
  });

  it('does not swallow what follows where it is not closed', () => {
    assert.deepEqual(formulas('$$\nx = 1\n\n# Heading\n\n$$'), []);
    assert.match(parser.render('$$\nx\n\n# Heading'), /<h1>Heading<\/h1>/);
    assert.deepEqual(formulas('- $$\n  x\n\ny $$'), []);
  });

  it('is part of a sentence where text follows on its line', () => {
    assert.deepEqual(formulas('$$x$$ is the answer'), ['!x']);
    assert.match(parser.render('$$x$$ is the answer'), /^<p>/);
  });

  it('is open while the text grows, until a blank line or its end', () => {
    const isGrowing = true;
    assert.deepEqual(formulas('$$\nx', { isGrowing }), ['!open $$\nx']);
    assert.deepEqual(formulas('$$\nx\n', { isGrowing }), ['!open $$\nx']);
    assert.deepEqual(formulas('$$\nx\n$$', { isGrowing }), ['!x']);
    assert.deepEqual(formulas('$$\nx\n\n', { isGrowing }), []);
    assert.deepEqual(formulas('> $$\n> x\n\ny', { isGrowing }), []);
    assert.deepEqual(formulas(`$$\n${'x'.repeat(5_000)}`, { isGrowing }), []);
  });
});
