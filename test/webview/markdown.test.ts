import assert from 'node:assert/strict';
import { literal, markdownPage } from './markdown-page.ts';

describe('MarkdownView', () => {
  const page = markdownPage();

  afterEach(() => page().clear());

  /** What a text becomes, without what stands around the blocks. */
  const shown = async (markdown: string): Promise<string> => {
    const { html } = await page().set(markdown);
    return html.replace(/<div class="md-section">(.*?)<\/div>$/s, '$1').replaceAll(' dir="auto"', '');
  };

  it('shows headings, emphasis, code, line breaks and rules', async () => {
    assert.equal(await shown('## A *b*'), '<h2>A <em>b</em></h2>');
    assert.equal(
      await shown('**a** ~~b~~ `c\nd`  \ne\\\nf'),
      '<p><strong>a</strong> <s>b</s> <code>c d</code><br>e<br>f</p>',
    );
    assert.equal(await shown('a\n\n***\n\nb'), '<p>a</p><hr><p>b</p>');
    assert.equal(await shown('A\n=\n\nB\n-'), '<h1>A</h1><h2>B</h2>');
  });

  it('shows characters that are written by their names or numbers, and nothing else in their place', async () => {
    assert.equal(
      await shown('&auml;&semi;&lt;b&gt;&amp;&nbsp;&CounterClockwiseContourIntegral;&#228;&#xe4;'),
      '<p>ä;&lt;b&gt;&amp;&nbsp;∳ää</p>',
    );
    // No names, or none that are whole.
    assert.equal(
      await shown('&ampere; &notit; &auml &nosuch; &; &#x110000;'),
      '<p>&amp;ampere; &amp;notit; &amp;auml &amp;nosuch; &amp;; \ufffd</p>',
    );
    assert.match(await shown('[a](https://b.example/?x&plus;y)'), /href="https:\/\/b\.example\/\?x\+y"/);
  });

  it('shows lists, and says of each whether it is loose', async () => {
    assert.equal(await shown('- a\n- b'), '<ul><li><p>a</p></li><li><p>b</p></li></ul>');
    assert.equal(
      await shown('7. a\n\n8. b'),
      '<ol start="7" class="md-loose"><li><p>a</p></li><li><p>b</p></li></ol>',
    );
    assert.equal(
      await shown('- a\n  - b\n\n    c'),
      ['<ul><li><p>a</p>', '<ul class="md-loose"><li><p>b</p><p>c</p></li></ul>', '</li></ul>'].join(''),
    );
  });

  it('takes a list for loose whose blank lines are before a link definition, as CommonMark does', async () => {
    assert.match(await shown('- a\n- b\n\n  [ref]: /url\n- d'), /^<ul class="md-loose">/);
  });

  it('shows boxes to tick', async () => {
    assert.equal(
      await shown('- [ ] a\n- [x] b\n- [y] c'),
      '<ul><li><p class="md-task">☐ a</p></li><li><p class="md-task">☑ b</p></li><li><p>[y] c</p></li></ul>',
    );
    assert.equal(await shown('[x] a'), '<p>[x] a</p>');
  });

  it('shows quotes within lists within quotes', async () => {
    assert.equal(
      await shown('> a\n> - b\n>   > c\nlazy'),
      '<blockquote><p>a</p><ul><li><p>b</p><blockquote><p>c\nlazy</p></blockquote></li></ul></blockquote>',
    );
  });

  it('shows tables with aligned columns', async () => {
    const html = await shown('|a|b|c|\n|:-|:-:|-:|\n|1|`2`|\n|4|5|6|7|');
    assert.match(html, /^<div class="md-table md-scroll" role="group" aria-label="Table">/);
    assert.match(
      html,
      /<th class="md-left">a<\/th><th class="md-center">b<\/th><th class="md-right">c<\/th>/,
    );
    assert.match(
      html,
      /<td class="md-left">1<\/td><td class="md-center"><code>2<\/code><\/td><td class="md-right"><\/td><\/tr>/,
    );
    assert.match(html, /<td class="md-right">6<\/td><\/tr>/);
  });

  it('does not make much of little: short rows of a wide table are not filled up', async () => {
    const html = await shown(`${'|a'.repeat(50)}|\n${'|-'.repeat(50)}|\n${'b\n'.repeat(1_000)}`);
    assert.equal(html.split('<td').length, 1_001);
  });

  it('gives a long table columns of the same widths in all its parts', async () => {
    const rows = Array.from({ length: 350 }, (_, row) => `| ${row} | ${'x'.repeat(row + 1)} |`);
    await page().show(`| a | b |\n|---|---|\n${rows.join('\n')}`);
    const widths = await page().run<number[]>(`
      return [...document.querySelectorAll('.md-table td:last-child')].map((cell) => cell.offsetWidth);`);
    assert.equal(widths.length, 350);
    assert.equal(new Set(widths.filter((width) => width > 0)).size, 1);
  });

  it('links what is on the web or of mail, with the address as title', async () => {
    assert.equal(
      await shown('[a](https://b.example/?c "title") <mailto:d@e.example>'),
      '<p><a href="https://b.example/?c" rel="noopener noreferrer" title="https://b.example/?c">a</a> ' +
        '<a href="mailto:d@e.example" rel="noopener noreferrer" title="mailto:d@e.example">mailto:d@e.example</a></p>',
    );
    assert.match(await shown('see https://a.example.'), />https:\/\/a\.example<\/a>\.<\/p>$/);
  });

  it('links by label, also where the label is told later', async () => {
    const link = '<a href="https://b.example" rel="noopener noreferrer" title="https://b.example">a</a>';
    assert.equal(await shown('[a][b] and [a]\n\n[b]: https://b.example'), `<p>${link} and [a]</p>`);
    assert.match(await shown('|[a]|\n|-|\n|[a]|\n\n[a]: https://b.example'), new RegExp(`<td>${link}</td>`));
  });

  it('shows what a picture is, linked, and fetches none', async () => {
    const html = await shown(
      '![a *b*](https://c.example/d.png) ![](https://c.example/e.png) ![f](data:image/png;x)',
    );
    assert.match(html, /^<p><a href="https:\/\/c\.example\/d\.png"[^>]*>a b<\/a> /);
    assert.match(html, />https:\/\/c\.example\/e\.png<\/a> <span>f<\/span><\/p>$/);
    assert.match(
      await shown('[![a](https://b.example/c.png)](https://d.example)'),
      /^<p><a href="https:\/\/d\.example"[^>]*><span>a<\/span><\/a><\/p>$/,
    );
  });

  it('typesets formulas as MathML, and shows the source of what is none', async () => {
    assert.match(await shown('$x^2$'), /<span class="md-maths" data-tex="x\^2"><math><msup><mi>x<\/mi>/);
    assert.match(await shown('$$\nx\n$$'), /^<div class="md-maths-block">.*<math display="block"/);
    for (const formula of ['\\frac{', '\\nonsense', '{'.repeat(900), '\\href{https://a.example}{x}']) {
      const html = await shown(`$${formula}$`);
      assert.match(html, /<span class="md-maths" data-tex="[^"]*">\$/, formula);
    }
  });

  it('keeps of the styles of a formula only what it needs', async () => {
    const html = await shown(
      '$\\begin{array}{l|r} a & b \\end{array} \\textcolor{#ff0000}{c} \\rule{900em}{900em}$',
    );
    const styles = [...html.matchAll(/style="([^"]*)"/g)].map(([, style]) => style ?? '').join();
    assert.match(styles, /border-right/);
    assert.doesNotMatch(html.replace(/data-tex="[^"]*"/, ''), /#ff0000|rgb|900em/);
  });

  it('tells the direction of each block by its text', async () => {
    await page().show('abc\n\nשלום (abc)\n\n- שלום\n- abc\n\n| שלום | b |\n|-|-|\n\n> שלום');
    const directions = await page().run<string[]>(`
      const blocks = document.querySelectorAll('.md-section > *');
      return [...blocks].map((block) => block.localName + ' ' + getComputedStyle(block).direction);`);
    assert.deepEqual(directions, ['p ltr', 'p rtl', 'ul rtl', 'div rtl', 'blockquote rtl']);
  });

  it('shows the beginning of a text at once, and the rest in slices', async () => {
    const markdown = 'A paragraph of *some* words.\n\n'.repeat(20_000);
    const result = await page().run<{ atOnce: number; all: number; text: boolean }>(`
      const text = ${literal(markdown)};
      const { root, view } = markdown.open();
      view.set(text);
      const atOnce = root.querySelectorAll('p').length;
      await view.settled;
      const all = root.querySelectorAll('p').length;
      markdown.close({ root, view });
      return { atOnce, all, text: view.text === '' };`);
    assert.ok(result.atOnce > 0 && result.atOnce < 20_000, `${result.atOnce} at once`);
    assert.equal(result.all, 20_000);
    assert.equal(result.text, true);
  });

  it('has the text that it was given, and shows another in its place', async () => {
    const result = await page().run<{ texts: string[]; html: string }>(`
      const { root, view } = markdown.open();
      const texts = [];
      view.append('a\\r');
      view.append('\\nb');
      texts.push(view.text);
      view.set('*c*');
      texts.push(view.text);
      await view.settled;
      const html = markdown.shown(root);
      markdown.close({ root, view });
      return { texts, html };`);
    assert.deepEqual(result.texts, ['a\r\nb', '*c*']);
    assert.equal(result.html, '<div class="md-section"><p dir="auto"><em>c</em></p></div>');
  });

  it('leaves nothing behind, and does nothing more, once it is disposed of', async () => {
    const html = await page().run<string>(`
      const { root, view } = markdown.open();
      view.set('\`\`\`ts\\nlet a;\\n\`\`\`\\n\\n$x$\\n\\n' + 'text\\n\\n'.repeat(20000));
      view.append('more');
      view.dispose();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await view.settled;
      const html = root.outerHTML;
      root.remove();
      return html;`);
    assert.equal(html, '<article class=""></article>');
  });
});
