import assert from 'node:assert/strict';
import type { ViewState } from '../../../src/chat/shared/protocol.ts';
import { type ChatPage, chatHtml } from '../../../src/chat/view-html.ts';
import { question, viewState } from '../../webview/chat-states.ts';
import { englishChatWords } from '../../webview/page-words.ts';
import { attribute } from '../ui/page-attribute.ts';

const page: ChatPage = {
  cspSource: 'https://*.vscode-cdn.net',
  nonce: 'bm9uY2U=',
  scriptUri: 'https://files.test/chat.js',
  styleUri: 'https://files.test/chat.css',
  words: englishChatWords(),
  language: 'de',
};

describe('chatHtml', () => {
  it('forbids everything but its own script, styles and fonts', () => {
    assert.equal(
      attribute(chatHtml(page), 'content'),
      "default-src 'none'; script-src 'nonce-bm9uY2U='; style-src https://*.vscode-cdn.net; " +
        "font-src https://*.vscode-cdn.net; base-uri 'none'; form-action 'none'",
    );
  });

  it('carries words and state as they are, whatever is in them', () => {
    const text = `"><script>alert('x')</script>`;
    const state: ViewState = viewState({ conversation: { title: text, turns: [question('a', text)] } });
    const words = { ...page.words, chat: text, placeholder: text };
    const html = chatHtml({ ...page, words, state });
    assert.deepEqual(JSON.parse(attribute(html, 'data-state') ?? ''), state);
    assert.deepEqual(JSON.parse(attribute(html, 'data-words') ?? ''), words);
    assert.equal(html.match(/<script/g)?.length, 1);
  });

  it('leaves the state out when there is none yet', () => {
    assert.equal(chatHtml(page).includes('data-state'), false);
  });

  it('shows at once where the person will write', () => {
    assert.match(chatHtml(page), /<p class="skeleton">Ask, or drop a file here<\/p>/);
  });
});
