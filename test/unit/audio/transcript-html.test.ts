import assert from 'node:assert/strict';
import { transcriptHtml } from '../../../src/audio/transcript-html.ts';
import { englishTranscriptWords } from '../../webview/page-words.ts';
import { attribute } from '../ui/page-attribute.ts';

describe('transcriptHtml', () => {
  const words = { ...englishTranscriptWords(), page: 'A <title>' };
  const html = transcriptHtml({
    cspSource: 'https://*.vscode-cdn.net',
    nonce: 'bm9uY2U=',
    scriptUri: 'https://files.test/transcript.js',
    styleUri: 'https://files.test/transcript.css',
    language: 'de',
    words,
  });

  it('forbids everything but audio, and its own script and styles', () => {
    assert.equal(
      attribute(html, 'content'),
      "default-src 'none'; script-src 'nonce-bm9uY2U='; style-src https://*.vscode-cdn.net; " +
        "media-src https://*.vscode-cdn.net; base-uri 'none'; form-action 'none'",
    );
  });

  it('carries its words, and is called by one of them', () => {
    assert.deepEqual(JSON.parse(attribute(html, 'data-words') ?? ''), words);
    assert.match(html, /<title>A &lt;title&gt;<\/title>/);
    assert.match(html, /<main class="page transcript-editor"/);
  });
});
