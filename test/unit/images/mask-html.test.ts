import assert from 'node:assert/strict';
import { maskHtml } from '../../../src/images/mask-html.ts';
import { englishMaskWords } from '../../webview/page-words.ts';
import { attribute } from '../ui/page-attribute.ts';

describe('maskHtml', () => {
  const words = { ...englishMaskWords(), canvas: 'A <title>' };
  const html = maskHtml({
    cspSource: 'https://*.vscode-cdn.net',
    nonce: 'bm9uY2U=',
    scriptUri: 'https://files.test/mask.js',
    styleUri: 'https://files.test/mask.css',
    language: 'de',
    words,
  });

  it('forbids everything but images, and its own script and styles', () => {
    assert.equal(
      attribute(html, 'content'),
      "default-src 'none'; script-src 'nonce-bm9uY2U='; style-src https://*.vscode-cdn.net; " +
        "img-src https://*.vscode-cdn.net; base-uri 'none'; form-action 'none'",
    );
  });

  it('carries its words, and is called by one of them', () => {
    assert.deepEqual(JSON.parse(attribute(html, 'data-words') ?? ''), words);
    assert.match(html, /<title>A &lt;title&gt;<\/title>/);
    assert.match(html, /<main class="page mask-editor"/);
  });
});
