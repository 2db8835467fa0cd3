import type { Locator } from 'playwright-core';
import { until } from '../until.ts';
import type { Workbench } from './workbench.ts';

/** The editor in which a proposal is reviewed, used as a person does. */
export class ReviewTab {
  readonly #w: Workbench;
  readonly #name: string;

  /** @param name of the file that it is for */
  constructor(w: Workbench, name: string) {
    this.#w = w;
    this.#name = name;
  }

  get tab(): Locator {
    return this.#w.page.locator('.part.editor .tab').filter({ hasText: `${this.#name} (proposed)` });
  }

  /** The group of editors that has the focus. */
  get group(): Locator {
    return this.#w.page.locator('.editor-group-container.active');
  }

  /** The document, on the left. */
  get original(): Locator {
    return this.group.locator('.monaco-diff-editor .editor.original');
  }

  /** The proposed text, on the right. */
  get modified(): Locator {
    return this.group.locator('.monaco-diff-editor .editor.modified');
  }

  async waitFor(): Promise<void> {
    await this.tab.and(this.#w.page.locator('.active')).waitFor();
    await this.modified.locator('.view-line').first().waitFor();
  }

  async waitForEnd(): Promise<void> {
    await this.tab.waitFor({ state: 'detached' });
  }

  /** Waits for a line of the proposed text that has this in it. */
  async waitForProposed(text: string | RegExp): Promise<void> {
    await this.modified.locator('.view-line').filter({ hasText: text }).first().waitFor();
  }

  /** Arrows between the sides, each of which takes one change back. */
  get arrows(): Locator {
    return this.group.locator('.monaco-diff-editor .gutter .gutterItem .codicon-arrow-right');
  }

  /** A button above the editor. */
  action(name: string): Locator {
    return this.group.locator('.editor-actions').getByRole('button', { name: new RegExp(`^${name}`) });
  }
}

/** Waits until the active editor shows a text of which this is true. */
export async function waitForText(
  w: Workbench,
  what: string,
  test: (text: string) => boolean,
): Promise<void> {
  let last = '';
  await until(what, async () => {
    last = await w.editorText().catch(() => '');
    return test(last);
  }).catch((error: Error) => {
    throw new Error(`${error.message} The editor shows: ${last}`);
  });
}
