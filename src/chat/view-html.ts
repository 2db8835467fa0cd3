import { escaped, type PageFrame, pageHtml } from '../ui/page-html.ts';
import type { ViewState } from './shared/protocol.ts';
import type { ChatWords } from './shared/words.ts';

export interface ChatPage extends PageFrame {
  readonly words: ChatWords;
  /** What is shown at once; without it, the page waits for the host's first message. */
  readonly state?: ViewState | undefined;
}

/** The page of the chat view: until its code is there, it shows where the person will write. */
export function chatHtml({ words, state, ...frame }: ChatPage): string {
  return pageHtml(frame, {
    title: words.chat,
    sources: [`font-src ${frame.cspSource}`],
    data: { words, state },
    look: 'chat',
    skeleton: `
<div class="body"></div>
<div class="composer"><div class="field"><p class="skeleton">${escaped(words.placeholder)}</p></div></div>
`,
  });
}
