import assert from 'node:assert/strict';
import { escaped, type PageContent, type PageFrame, pageHtml } from '../../../src/ui/page-html.ts';
import { attribute } from './page-attribute.ts';

const frame: PageFrame = {
  cspSource: 'https://*.vscode-cdn.net',
  nonce: 'bm9uY2U=',
  scriptUri: 'https://files.test/page.js?a=1&b=2',
  styleUri: 'https://files.test/page.css',
  language: 'de',
};
const content: PageContent = { title: 'Page', sources: [], data: { words: { a: 'A' } }, look: 'looks' };

describe('pageHtml', () => {
  it('forbids everything but its own script and styles, and what is asked for', () => {
    const policy = (sources: readonly string[]): string | undefined =>
      attribute(pageHtml(frame, { ...content, sources }), 'content');
    assert.equal(
      policy([]),
      "default-src 'none'; script-src 'nonce-bm9uY2U='; style-src https://*.vscode-cdn.net; " +
        "base-uri 'none'; form-action 'none'",
    );
    assert.match(policy(['img-src a:', 'font-src b:']) ?? '', /; img-src a:; font-src b:; base-uri 'none';/);
  });

  it('has one script, with the nonce, which only imports the page’s code, and no inline style', () => {
    const html = pageHtml(frame, content);
    assert.deepEqual(html.match(/<script.*<\/script>/g), [
      '<script type="module" nonce="bm9uY2U=">import("https://files.test/page.js?a=1&b=2");</script>',
    ]);
    assert.equal(/<style|\sstyle=|\son\w+=/.test(html), false);
  });

  it('lets no address of a file end the script', () => {
    const html = pageHtml({ ...frame, scriptUri: 'https://files.test/</script><b>"' }, content);
    assert.match(
      html,
      /<script[^>]*>import\("https:\/\/files\.test\/\\u003C\/script>\\u003Cb>\\""\);<\/script>/,
    );
  });

  it('carries data as they are, whatever is in them, and leaves out what there is not', () => {
    const text = `"><script>alert('x')</script>&quot;&amp;\u0000\ud800\u2028\r\n\\ $& $1 ]]> --> שלום`;
    const data = { words: { [text]: text }, state: [text, 3, null], none: undefined };
    const html = pageHtml(frame, { ...content, title: text, data });
    assert.deepEqual(JSON.parse(attribute(html, 'data-words') ?? ''), data.words);
    assert.deepEqual(JSON.parse(attribute(html, 'data-state') ?? ''), data.state);
    assert.equal(html.includes('data-none'), false);
    assert.equal(html.match(/<script/g)?.length, 1);
  });

  it('names the language', () => {
    assert.match(pageHtml(frame, content), /<html lang="de">/);
    assert.match(pageHtml({ ...frame, language: '"><b>' }, content), /<html lang="&quot;&gt;&lt;b&gt;">/);
  });

  it('has an element for the page, which waits for its code', () => {
    assert.match(pageHtml(frame, content), /<main class="page looks" aria-busy="true"><\/main>/);
    assert.match(pageHtml(frame, { ...content, skeleton: '<p>…</p>' }), /<main[^>]*><p>…<\/p><\/main>/);
  });
});

describe('escaped', () => {
  it('leaves nothing that ends an attribute or begins markup', () => {
    assert.equal(escaped('<a href="b">&amp;\r\n'), '&lt;a href=&quot;b&quot;&gt;&amp;amp;&#13;\n');
  });
});
