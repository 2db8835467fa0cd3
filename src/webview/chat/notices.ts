import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ViewMessage, ViewState } from '../../chat/shared/protocol.ts';
import type { ChatWords } from '../../chat/shared/words.ts';
import { icons } from './icons.ts';

/** What is not as it should be, a line each, and what can be done about it. */
export function notices(
  { conversation, isConnected }: ViewState,
  words: ChatWords,
  post: (message: ViewMessage) => void,
): TemplateResult[] {
  const notice = (text: string, remedy?: [label: string, message: ViewMessage], look = ''): TemplateResult =>
    html`<div class="notice ${look}"
      >${look === 'is-warning' ? icons.warning : nothing}<p dir="auto"
      >${text}${
        remedy ? html` <button class="link" @click=${() => post(remedy[1])}>${remedy[0]}</button>` : nothing
      }</p></div>`;
  const all: TemplateResult[] = [];
  if (conversation.checking) {
    all.push(notice(conversation.checking));
  }
  if (conversation.notSaved) {
    all.push(notice(conversation.notSaved, [words.tryAgain, { type: 'save' }], 'is-warning'));
  }
  if (conversation.damaged) {
    all.push(notice(conversation.damaged, undefined, 'is-warning'));
  }
  if (conversation.readOnly) {
    all.push(notice(conversation.readOnly, [words.newConversation, { type: 'new' }]));
  }
  if (!isConnected && conversation.turns.length > 0) {
    all.push(notice(words.notConnected, [words.connect, { type: 'connect' }]));
  }
  return all;
}
