import * as v from 'valibot';
import { type HostMessage, hostMessage, type ViewMessage, viewState } from '../../chat/shared/protocol.ts';
import { CHAT_WORDS } from '../../chat/shared/words.ts';
import { Host } from '../page/host.ts';
import { pageElement, pageWords } from '../page/page.ts';
import { ChatView } from './chat-view.ts';

// The page of `src/chat/view-html.ts`: words, and what is to be shown until the host has heard of us.
const { state: stateData } = document.body.dataset;
const page = pageElement();
const words = pageWords(CHAT_WORDS);
const host = new Host<HostMessage, ViewMessage>(hostMessage);
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
