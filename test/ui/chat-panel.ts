import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import type { RecordedRequest } from '../service/exchange.ts';
import type { SampleService } from '../service/sample-service.ts';
import { until } from '../until.ts';
import type { Workbench } from './workbench.ts';

/** A chat request as it was sent, in as far as tests ask for it. */
export interface SentChat {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly [parameter: string]: unknown;
}

/** The chat view of a window, used as a person does. */
export class ChatPanel {
  readonly workbench: Workbench;

  constructor(workbench: Workbench) {
    this.workbench = workbench;
  }

  /** The content of the view. */
  get view(): FrameLocator {
    return this.workbench.webview();
  }

  get log(): Locator {
    return this.view.getByRole('log', { name: 'Conversation' });
  }

  get composer(): Locator {
    return this.view.getByRole('textbox', { name: 'Message' });
  }

  /** The chips above the text that is being written. */
  get chips(): Locator {
    return this.view.locator('.composer .chip');
  }

  get meter(): Locator {
    return this.view.locator('.meter');
  }

  get messages(): Locator {
    return this.log.getByRole('article');
  }

  get questions(): Locator {
    return this.log.locator('.turn.from-user');
  }

  get replies(): Locator {
    return this.log.locator('.turn.from-model');
  }

  get lastReply(): Locator {
    return this.replies.last();
  }

  /** What stands above the view. */
  get title(): Locator {
    return this.workbench.page.locator('.part.sidebar .composite.title .title-label');
  }

  button(name: string): Locator {
    return this.view.getByRole('button', { name, exact: true });
  }

  pagerOf(message: Locator): ChatPager {
    return new ChatPager(message.locator('.pager'));
  }

  /** Shows the view, whatever is shown in its place. */
  async open(): Promise<void> {
    await this.workbench.showContainer('Inkwell');
    await this.view.getByRole('main').waitFor();
  }

  /** Presses a button above the view. */
  async pressInTitle(name: string): Promise<void> {
    const { page } = this.workbench;
    await page.locator('.part.sidebar .title-actions').getByRole('button', { name }).click();
    // Else what comes next may show the button's hover.
    await page.mouse.move(0, 0);
  }

  /** Shows a conversation without messages. */
  async startConversation(): Promise<void> {
    await this.open();
    await this.composer.blur();
    await this.pressInTitle('New Conversation');
    // That is the last of it: if it came later, it would take the focus from what comes next.
    await this.waitForFocus(this.composer);
    await this.log.waitFor({ state: 'hidden' });
    // What was written but not sent is shown again in place of an empty one.
    await this.composer.fill('');
    for (let left = await this.chips.count(); left > 0; left -= 1) {
      await this.chips.first().locator('.remove').click();
      await until('a chip is gone', async () => (await this.chips.count()) < left);
    }
    await this.waitForDraft('');
  }

  /** Writes a message and presses Enter. */
  async send(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press('Enter');
  }

  /** Sends a message in an idle conversation, and waits until the reply has ended, however. */
  async ask(text: string): Promise<Locator> {
    const before = (await this.log.isVisible()) ? await this.messages.count() : 0;
    await this.send(text);
    const reply = this.messages.nth(before + 1);
    await this.waitForEnd(reply);
    return reply;
  }

  /** Waits until a reply is written no more, and the composer takes the next message. */
  async waitForEnd(reply: Locator): Promise<void> {
    await reply.getByRole('button', { name: 'Regenerate', exact: true }).waitFor();
    await this.button('Send').waitFor();
  }

  /** Waits until the composer holds this. */
  async waitForDraft(text: string): Promise<void> {
    await until(
      `the composer holds “${text}”`,
      async () => (await this.composer.inputValue({ timeout: 5000 }).catch(() => undefined)) === text,
    );
  }

  /** Waits until the log holds exactly these texts, questions and replies in turn. */
  async waitForTexts(...texts: readonly string[]): Promise<void> {
    let last: string[] = [];
    await until(`the conversation is ${JSON.stringify(texts)}`, async () => {
      last = await this.texts();
      return last.length === texts.length && texts.every((text, index) => last[index] === text);
    }).catch((error: Error) => {
      throw new Error(`${error.message} It is ${JSON.stringify(last)}.`);
    });
  }

  /** The texts of the shown messages, without what stands around them. */
  async texts(): Promise<string[]> {
    const texts = await this.log.locator('.plain, .reply-text').allInnerTexts();
    return texts.map((text) => text.trim());
  }

  /** Waits until something in the view has the focus. */
  async waitForFocus(on: Locator): Promise<void> {
    await until(`the focus is on ${on}`, async () => {
      const isFocused = await on
        .evaluate((element) => element.ownerDocument.activeElement === element, undefined, { timeout: 5000 })
        .catch(() => false);
      return isFocused;
    });
  }
}

/** ‹ 1 of 3 › */
export class ChatPager {
  readonly element: Locator;

  constructor(element: Locator) {
    this.element = element;
  }

  async previous(): Promise<void> {
    await this.element.getByRole('button', { name: 'Previous Branch' }).click();
  }

  async next(): Promise<void> {
    await this.element.getByRole('button', { name: 'Next Branch' }).click();
  }

  /** @param text such as `2 of 3` */
  async waitFor(text: string): Promise<void> {
    await this.element.filter({ hasText: text }).waitFor();
  }
}

const isChat = ({ path }: RecordedRequest): boolean => path.endsWith('/v1/chat/completions');

/** All chat requests so far, the earliest first. */
export function chatRequests(service: SampleService): SentChat[] {
  return service.requests.filter(isChat).map(({ json }) => json as SentChat);
}

/** The chat request that was sent last. */
export function lastSent(service: SampleService): SentChat {
  const sent = chatRequests(service).at(-1);
  assert.ok(sent, 'No chat request was sent.');
  return sent;
}

/** The contents of its messages, each after the first letter of its role. */
export function history({ messages }: SentChat): string[] {
  return messages.map(({ role, content }) => `${role.charAt(0)}: ${content}`);
}

/** Waits for a chat request that was not given out yet. */
export async function nextChat(service: SampleService): Promise<RecordedRequest> {
  return service.nextRequest(isChat);
}
