import assert from 'node:assert/strict';
import type { ViewState } from '../../../src/chat/shared/protocol.ts';
import { type ChatPage, chatHtml } from '../../../src/chat/view-html.ts';
import { question, viewState } from '../../webview/chat-states.ts';
import { englishWords } from '../../webview/chat-words.ts';

const page: ChatPage = {
  cspSource: 'https://*.vscode-cdn.net',
  nonce: 'bm9uY2U=',
  scriptUri: 'https://files.test/chat.js?a=1&b=2',
  styleUri: 'https://files.test/chat.css',
  words: englishWords(),
  language: 'de',
};

const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#13': '\r' };

/** The value of an attribute as a browser reads it. */
function attribute(html: string, name: string): string | undefined {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(html)?.[1];
  return found?.replace(/&(amp|quot|lt|gt|#13);/g, (_, entity: string) => entities[entity] ?? '');
}

describe('chatHtml', () => {
  it('forbids everything but its own script, styles and fonts', () => {
    assert.equal(
      attribute(chatHtml(page), 'content'),
      "default-src 'none'; script-src 'nonce-bm9uY2U='; style-src https://*.vscode-cdn.net; " +
        "font-src https://*.vscode-cdn.net; base-uri 'none'; form-action 'none'",
    );
  });

  it('has one script, with the nonce, which only imports the view, and no inline style', () => {
    const html = chatHtml({ ...page, state: viewState() });
    assert.deepEqual(html.match(/<script.*<\/script>/g), [
      '<script type="module" nonce="bm9uY2U=">import("https://files.test/chat.js?a=1&b=2");</script>',
    ]);
    assert.equal(/<style|\sstyle=|\son\w+=/.test(html), false);
  });

  it('lets no address of a file end the script', () => {
    const html = chatHtml({ ...page, scriptUri: 'https://files.test/</script><b>"' });
    assert.match(
      html,
      /<script[^>]*>import\("https:\/\/files\.test\/\\u003C\/script>\\u003Cb>\\""\);<\/script>/,
    );
  });

  it('carries words and state as they are, whatever is in them', () => {
    const text = `"><script>alert('x')</script>&quot;&amp;\u0000\ud800\u2028\r\n\\ $& $1 ]]> --> שלום`;
    const state: ViewState = viewState({ conversation: { title: text, turns: [question('a', text)] } });
    const html = chatHtml({ ...page, words: { ...page.words, chat: text }, state });
    assert.deepEqual(JSON.parse(attribute(html, 'data-state') ?? ''), state);
    assert.equal(JSON.parse(attribute(html, 'data-words') ?? '').chat, text);
    assert.equal(html.match(/<script/g)?.length, 1);
  });

  it('leaves the state out when there is none yet', () => {
    assert.equal(chatHtml(page).includes('data-state'), false);
  });

  it('names the language', () => {
    assert.match(chatHtml(page), /<html lang="de">/);
    assert.match(chatHtml({ ...page, language: '"><b>' }), /<html lang="&quot;&gt;&lt;b&gt;">/);
  });

  it('shows at once where the person will write', () => {
    assert.match(chatHtml(page), /<p class="skeleton">Ask, or drop a file here<\/p>/);
  });
});
