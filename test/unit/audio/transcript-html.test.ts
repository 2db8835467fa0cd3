import assert from 'node:assert/strict';
import { type TranscriptPage, transcriptHtml } from '../../../src/audio/transcript-html.ts';
import { englishTranscriptWords } from '../../webview/transcript-words.ts';

const page: TranscriptPage = {
  cspSource: 'https://*.vscode-cdn.net',
  nonce: 'bm9uY2U=',
  scriptUri: 'https://files.test/transcript.js?a=1&b=2',
  styleUri: 'https://files.test/transcript.css',
  words: englishTranscriptWords(),
  language: 'de',
};

const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#13': '\r' };

/** The value of an attribute as a browser reads it. */
function attribute(html: string, name: string): string | undefined {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(html)?.[1];
  return found?.replace(/&(amp|quot|lt|gt|#13);/g, (_, entity: string) => entities[entity] ?? '');
}

describe('transcriptHtml', () => {
  it('forbids everything but audio, and its own script and styles', () => {
    assert.equal(
      attribute(transcriptHtml(page), 'content'),
      "default-src 'none'; media-src https://*.vscode-cdn.net; script-src 'nonce-bm9uY2U='; " +
        "style-src https://*.vscode-cdn.net; base-uri 'none'; form-action 'none'",
    );
  });

  it('has one script, with the nonce, which only imports the page’s code, and no inline style', () => {
    const html = transcriptHtml(page);
    assert.deepEqual(html.match(/<script.*<\/script>/g), [
      '<script type="module" nonce="bm9uY2U=">import("https://files.test/transcript.js?a=1&b=2");</script>',
    ]);
    assert.equal(/<style|\sstyle=|\son\w+=/.test(html), false);
  });

  it('lets no address of a file end the script', () => {
    const html = transcriptHtml({ ...page, scriptUri: 'https://files.test/</script><b>"' });
    assert.match(
      html,
      /<script[^>]*>import\("https:\/\/files\.test\/\\u003C\/script>\\u003Cb>\\""\);<\/script>/,
    );
  });

  it('carries words as they are, whatever is in them', () => {
    const text = `"><script>alert('x')</script>&quot;&amp;\u0000\ud800\u2028\r\n\\ $& $1 ]]> --> שלום`;
    const html = transcriptHtml({ ...page, words: { ...page.words, title: text } });
    assert.equal(JSON.parse(attribute(html, 'data-words') ?? '').title, text);
    assert.equal(html.match(/<script/g)?.length, 1);
  });

  it('names the language', () => {
    assert.match(transcriptHtml(page), /<html lang="de">/);
    assert.match(transcriptHtml({ ...page, language: '"><b>' }), /<html lang="&quot;&gt;&lt;b&gt;">/);
  });
});
