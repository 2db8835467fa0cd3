import assert from 'node:assert/strict';
import { type SheetPage, sheetHtml } from '../../../src/images/sheet-html.ts';
import { englishSheetWords } from '../../webview/sheet-words.ts';

const page: SheetPage = {
  cspSource: 'https://*.vscode-cdn.net',
  nonce: 'bm9uY2U=',
  scriptUri: 'https://files.test/contact-sheet.js?a=1&b=2',
  styleUri: 'https://files.test/contact-sheet.css',
  words: englishSheetWords(),
  language: 'de',
};

const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#13': '\r' };

/** The value of an attribute as a browser reads it. */
function attribute(html: string, name: string): string | undefined {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(html)?.[1];
  return found?.replace(/&(amp|quot|lt|gt|#13);/g, (_, entity: string) => entities[entity] ?? '');
}

describe('sheetHtml', () => {
  it('forbids everything but images, and its own script and styles', () => {
    assert.equal(
      attribute(sheetHtml(page), 'content'),
      "default-src 'none'; img-src https://*.vscode-cdn.net; script-src 'nonce-bm9uY2U='; " +
        "style-src https://*.vscode-cdn.net; base-uri 'none'; form-action 'none'",
    );
  });

  it('has one script, with the nonce, which only imports the page’s code, and no inline style', () => {
    const html = sheetHtml(page);
    assert.deepEqual(html.match(/<script.*<\/script>/g), [
      '<script type="module" nonce="bm9uY2U=">import("https://files.test/contact-sheet.js?a=1&b=2");</script>',
    ]);
    assert.equal(/<style|\sstyle=|\son\w+=/.test(html), false);
  });

  it('lets no address of a file end the script', () => {
    const html = sheetHtml({ ...page, scriptUri: 'https://files.test/</script><b>"' });
    assert.match(
      html,
      /<script[^>]*>import\("https:\/\/files\.test\/\\u003C\/script>\\u003Cb>\\""\);<\/script>/,
    );
  });

  it('carries words as they are, whatever is in them', () => {
    const text = `"><script>alert('x')</script>&quot;&amp;\u0000\ud800\u2028\r\n\\ $& $1 ]]> --> שלום`;
    const html = sheetHtml({ ...page, words: { ...page.words, title: text } });
    assert.equal(JSON.parse(attribute(html, 'data-words') ?? '').title, text);
    assert.equal(html.match(/<script/g)?.length, 1);
  });

  it('names the language', () => {
    assert.match(sheetHtml(page), /<html lang="de">/);
    assert.match(sheetHtml({ ...page, language: '"><b>' }), /<html lang="&quot;&gt;&lt;b&gt;">/);
  });
});
