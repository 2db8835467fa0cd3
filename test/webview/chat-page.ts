import type { Locator } from 'playwright-core';
import * as v from 'valibot';
import {
  type HostMessage,
  type ViewMessage,
  type ViewState,
  viewMessage,
} from '../../src/chat/shared/protocol.ts';
import { chatHtml } from '../../src/chat/view-html.ts';
import type { PageFrame } from '../../src/ui/page-html.ts';
import { englishChatWords } from './page-words.ts';
import type { EmptyPage } from './shared-browser.ts';
import { openPage, type PageKind, type PageOptions, pagesForEach, WebviewPage } from './webview-page.ts';

const KIND: PageKind = { name: 'chat', background: 'sideBar', size: { width: 360, height: 640 } };

export interface ChatPageOptions extends PageOptions {
  /** What the page brings along. Without it, nothing is shown before the first message. */
  readonly state?: ViewState;
}

/** One chat view. */
export class ChatPage extends WebviewPage<HostMessage, ViewMessage> {
  readonly #state: ViewState | undefined;

  constructor(empty: EmptyPage, options: ChatPageOptions) {
    super(empty, KIND, options);
    this.#state = options.state;
  }

  get log(): Locator {
    return this.page.getByRole('log', { name: 'Conversation' });
  }

  get composer(): Locator {
    return this.page.getByRole('textbox', { name: 'Message' });
  }

  /** The message with this id. */
  turn(id: string): Locator {
    return this.page.locator(`[data-turn="${id}"]`);
  }

  protected html(frame: PageFrame): string {
    return chatHtml({ ...frame, words: englishChatWords(), state: this.#state });
  }

  protected parsed(message: unknown): ViewMessage {
    return v.parse(viewMessage, message);
  }
}

export function openChatPage(options: ChatPageOptions = {}): Promise<ChatPage> {
  return openPage(KIND, options, (empty) => new ChatPage(empty, options));
}

export function chatPages(): (options?: ChatPageOptions) => Promise<ChatPage> {
  return pagesForEach(openChatPage);
}
