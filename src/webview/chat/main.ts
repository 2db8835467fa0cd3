import * as v from 'valibot';
import { viewState } from '../../chat/shared/protocol.ts';
import { CHAT_WORDS, type ChatWords } from '../../chat/shared/words.ts';
import { ChatView } from './chat-view.ts';
import { Host } from './host.ts';

// The page of `src/chat/view-html.ts`: words, and what is to be shown until the host has heard of us.
const { words: wordsData = '{}', state: stateData } = document.body.dataset;
const page = document.querySelector('main');
if (!(page instanceof HTMLElement)) {
  throw new Error('This is not the page of the chat view.');
}
const words: ChatWords = v.parse(v.object(v.entriesFromList(CHAT_WORDS, v.string())), JSON.parse(wordsData));
const host = new Host();
// What the page showed until now was only there for the eye.
page.replaceChildren();
const view = new ChatView(page, words, document.documentElement.lang, host);
if (stateData !== undefined) {
  const parsed = v.safeParse(viewState, JSON.parse(stateData));
  if (parsed.success) {
    view.show(parsed.output);
  }
  delete document.body.dataset.state;
}
host.listen((message) => view.receive(message));
host.post({ type: 'ready' });
