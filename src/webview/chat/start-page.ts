import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Recent } from '../../chat/shared/protocol.ts';
import type { ChatWords } from '../../chat/shared/words.ts';

/** At most so many; Show All has the others. */
const MOST = 5;

export interface StartListener {
  connect(): void;
  open(conversation: string): void;
  showAll(): void;
}

/** What stands where the messages will be: how to begin, and where one was. */
export function startPage(
  isConnected: boolean,
  recents: readonly Recent[],
  words: ChatWords,
  listener: StartListener,
): TemplateResult {
  return html`<div class="start">
    ${
      isConnected
        ? html`<h2>${words.startTitle}</h2><p>${words.startHint}</p>`
        : html`<p>${words.welcome}</p>
            <button class="primary connect" @click=${() => listener.connect()}>${words.connect}</button>`
    }
    ${recents.length === 0 ? nothing : recentList(recents, words, listener)}
  </div>`;
}

function recentList(recents: readonly Recent[], words: ChatWords, listener: StartListener): TemplateResult {
  return html`<h2 id="recent">${words.recent}</h2>
    <ul class="recents" aria-labelledby="recent">
      ${recents.slice(0, MOST).map(
        ({
          id,
          title,
          when,
        }) => html`<li><button title=${title || words.newConversation} @click=${() => listener.open(id)}
          ><bdi class="title">${title || words.newConversation}</bdi><span class="when">${when}</span></button></li>`,
      )}
    </ul>
    <button class="link" @click=${() => listener.showAll()}>${words.showAll}</button>`;
}
