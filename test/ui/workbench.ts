import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dialog, FrameLocator, Locator, Page } from 'playwright-core';
import { until } from '../until.ts';
import { projectFolder } from '../vscode/npm-install.ts';

/** The part of the DOM that is read here; VS Code keeps these lines in no order. */
interface ViewLines {
  children: ArrayLike<{ style: { top: string }; textContent: string | null }>;
}

/** One window of VS Code, used as a person does: by palette, keys and mouse. `open-workbench.ts` opens one. */
export class Workbench {
  readonly page: Page;
  /** The opened folder, a copy that tests may change; empty where no folder is open. */
  readonly workspace: string;
  /** Where VS Code keeps what is the user's. */
  readonly userData: string;
  readonly #close: () => Promise<void>;

  constructor(page: Page, workspace: string, userData: string, close: () => Promise<void>) {
    this.page = page;
    this.workspace = workspace;
    this.userData = userData;
    this.#close = close;
  }

  close(): Promise<void> {
    return this.#close();
  }

  press(keys: string): Promise<void> {
    return this.page.keyboard.press(keys);
  }

  /** Runs a command by its title in the palette, category first: `Inkwell: Show Models`. */
  async runCommand(title: string): Promise<void> {
    const row = this.quickPick(title);
    // It lists what is possible when it opens, and a tab is there a moment before VS Code is told what it is.
    await until(`the palette has ${title}`, async () => {
      await this.openPalette(title);
      const isThere = await appears(row, 3000);
      if (!isThere) {
        await this.dismiss();
      }
      return isThere;
    });
    // A click is lost when the list is drawn anew between pressing and releasing the button.
    await until(`the palette runs ${title}`, async () => {
      await row.click();
      return until('it is left', async () => !(await this.#paletteHas(title)), 2000).catch(() => false);
    });
    // Else what comes next may show the hover of whatever is under the mouse now.
    await this.page.mouse.move(0, 0);
  }

  /** Opens the command palette with this text in it; `quickPicks` are what it finds. */
  async openPalette(text: string): Promise<void> {
    // A key is lost that is pressed while the focus goes from a webview to an editor.
    await until('the palette is open', async () => {
      await this.press('F1');
      return appears(this.quickInput, 5000);
    });
    await this.typeIntoQuickInput(`>${text}`);
  }

  /** Whether the command palette is open with this text in it. */
  async #paletteHas(text: string): Promise<boolean> {
    const input = this.quickInput.locator('input[type="text"]');
    return (
      (await input.isVisible()) && (await input.inputValue({ timeout: 1000 }).catch(() => '')) === `>${text}`
    );
  }

  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget').filter({ visible: true });
  }

  /** The rows of an open quick pick that are in view. */
  get quickPicks(): Locator {
    return this.quickInput.locator('.quick-input-list .monaco-list-row');
  }

  /** The first row of an open quick pick whose label is this, or matches. */
  quickPick(label: string | RegExp): Locator {
    const exact = typeof label === 'string' ? new RegExp(`^${literally(label)}$`) : label;
    return this.quickPicks.filter({ has: this.page.locator('.label-name', { hasText: exact }) }).first();
  }

  /** Replaces what stands in the open quick input. */
  async typeIntoQuickInput(text: string): Promise<void> {
    await this.quickInput.locator('input[type="text"], input[type="password"]').fill(text);
  }

  /** Types into the open quick input and presses Enter. */
  async answerQuickInput(text: string): Promise<void> {
    await this.typeIntoQuickInput(text);
    await this.press('Enter');
  }

  /**
   * Answers VS Code's dialog for a file to save.
   *
   * @param proposed what it asks with, in part: until then, what is open may be the question before
   * @param path its default is what is proposed
   */
  async answerSaveDialog(proposed: string, path?: string): Promise<void> {
    const input = this.quickInput.locator('input[type="text"]');
    await until(
      'the dialog asks for a file',
      async () =>
        (await input.isVisible()) &&
        (await input.inputValue({ timeout: 1000 }).catch(() => '')).includes(proposed),
    );
    if (path !== undefined) {
      await input.fill(path);
    }
    await input.press('Enter');
  }

  /**
   * Opens the context menu of an element, at this place in it or in its middle, and chooses an item by its title, or by
   * those of the submenus that lead to it and its own.
   */
  async chooseFromMenu(
    of: Locator,
    title: string | readonly string[],
    position?: { x: number; y: number },
  ): Promise<void> {
    await of.click({ button: 'right', ...(position && { position }) });
    const titles = typeof title === 'string' ? [title] : title;
    for (const [index, name] of titles.entries()) {
      const item = this.page.getByRole('menuitem', { name, exact: true });
      await item.hover();
      await this.page.locator('.monaco-menu .action-item.focused').filter({ has: item }).last().waitFor();
      // A menu ignores clicks in the first 100 ms that it is open, so that a hasty one would be lost; keys it takes.
      const isLast = index === titles.length - 1;
      await this.press(isLast ? 'Enter' : 'ArrowRight');
      if (isLast) {
        await item.waitFor({ state: 'detached' });
      }
    }
  }

  /** A notification that contains this text. Its buttons are inside: `.getByRole('button', { name })`. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text });
  }

  async waitForNotification(text: string | RegExp): Promise<Locator> {
    const found = this.notification(text).first();
    await found.waitFor();
    return found;
  }

  /** Opens a file of the workspace by its path, and waits for its editor. */
  async openFile(path: string): Promise<void> {
    await this.press('ControlOrMeta+P');
    const name = path.split('/').at(-1) ?? path;
    await this.typeIntoQuickInput(path);
    // By a key: a click is lost when the list is drawn anew between pressing and releasing the button.
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor();
    await this.press('Enter');
    await this.quickInput.waitFor({ state: 'hidden' });
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.editor.locator('.view-line').first().waitFor();
  }

  /** The active text editor. */
  get editor(): Locator {
    return this.page.locator('.editor-group-container.active .monaco-editor[role="code"]').last();
  }

  /** Waits until what is typed goes to the active editor. */
  async waitForEditorFocus(): Promise<void> {
    await this.page.locator('.editor-group-container.active .monaco-editor:focus-within').first().waitFor();
  }

  /** Waits until the cursor of the active editor is there, both counted from 1, or in the line where no column is given. */
  async waitForCursor(line: number, column?: number): Promise<void> {
    const place = column === undefined ? `Ln ${line}` : `Ln ${line}, Col ${column}`;
    await this.page
      .locator('[id="status.editor.selection"]')
      .filter({ hasText: new RegExp(`${place}\\b`) })
      .waitFor();
  }

  /** The lines of the active editor that are in view, one too long for it being several. */
  editorText(): Promise<string> {
    return this.editor.locator('.view-lines').evaluate((lines: ViewLines) =>
      Array.from(lines.children)
        .map((line) => ({ top: Number.parseFloat(line.style.top), text: line.textContent ?? '' }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text.replaceAll('\u00a0', ' '))
        .join('\n'),
    );
  }

  /** Selects whole lines of the active editor, counted from 1, without the last one's line feed. */
  async selectLines(first: number, last: number): Promise<void> {
    await this.goToLine(first);
    for (let line = first; line <= last; line++) {
      await this.press('ControlOrMeta+L');
    }
    await this.press('Shift+ArrowLeft');
  }

  /** Puts the cursor at the start of a line of the active editor, counted from 1. */
  async goToLine(line: number): Promise<void> {
    await this.press('Control+G');
    await this.answerQuickInput(`:${line}`);
    await this.quickInput.waitFor({ state: 'hidden' });
    await this.waitForEditorFocus();
    await this.waitForCursor(line);
    await this.press('Home');
  }

  /** The content of the webview of Inkwell that is in view. */
  webview(): FrameLocator {
    return this.page
      .locator('iframe.webview[src*="extensionId=inkwell.inkwell"]')
      .filter({ visible: true })
      .contentFrame()
      .locator('#active-frame')
      .contentFrame();
  }

  /** Loads the window anew, as a browser does. Where the side bar was is not kept at once. */
  async reload(): Promise<void> {
    // VS Code asks to stay while it writes down what it keeps, which takes no longer than the answer.
    const leave = (dialog: Dialog): void => void dialog.accept();
    this.page.on('dialog', leave);
    try {
      await this.page.reload();
      await this.page.locator('.monaco-workbench .part.statusbar').waitFor();
    } finally {
      this.page.off('dialog', leave);
    }
  }

  /** Loads the window anew by VS Code's own command, which first writes down all that it keeps. */
  async reloadInOrder(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.openPalette('Developer: Reload Window');
    await this.quickPick('Developer: Reload Window').waitFor();
    await this.press('Enter');
    await loaded;
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor();
  }

  /** Shows a container of the activity bar, if it is not shown yet. */
  async showContainer(title: string): Promise<void> {
    const items = this.page.locator('.activitybar .composite-bar .action-item');
    const item = items.filter({ has: this.page.locator(`.action-label[aria-label^="${title}"]`) });
    const shown = item.and(this.page.locator('.checked'));
    await item.waitFor();
    await until(`${title} is shown`, async () => {
      if (!(await shown.isVisible())) {
        // VS Code ignores a second click within 300 ms of one that switched to somewhere else and back.
        await item.click();
        await shown.waitFor({ timeout: 1000 }).catch(() => {});
      }
      return shown.isVisible();
    });
  }

  /** Leaves dialogs, menus and what the palette shows. */
  async dismiss(): Promise<void> {
    await this.press('Escape');
    const open = this.quickInput.or(this.page.locator('.monaco-dialog-box, .context-view .monaco-menu'));
    await until('nothing waits for an answer', async () => {
      if ((await open.filter({ visible: true }).count()) === 0) {
        return true;
      }
      await this.press('Escape');
      return false;
    });
  }

  /** Closes the panel below the editors. */
  async closePanel(): Promise<void> {
    const panel = this.page.locator('.part.panel');
    if (await panel.isVisible()) {
      await this.runCommand('View: Hide Panel');
      await panel.waitFor({ state: 'hidden' });
    }
  }

  /** Closes all editors, and loses what is not saved. */
  async closeEditors(): Promise<void> {
    const tabs = this.page.locator('.part.editor .tab');
    if ((await tabs.count()) === 0) {
      return;
    }
    const discard = this.page.locator('.monaco-dialog-box').getByRole('button', { name: "Don't Save" });
    await until('all editors are closed', async () => {
      // VS Code's own keys: the palette would take several times as long. They are lost while the focus goes to a webview.
      await this.press('ControlOrMeta+K');
      await this.press('ControlOrMeta+W');
      const areClosed = async () => {
        if (await discard.isVisible()) {
          await discard.click();
        }
        return (await tabs.count()) === 0;
      };
      return until('they are closed', areClosed, 5000).catch(() => false);
    });
  }

  /** Closes all notifications. */
  async clearNotifications(): Promise<void> {
    if ((await this.page.locator('.notifications-toasts .notification-list-item').count()) > 0) {
      await this.runCommand('Notifications: Clear All Notifications');
      await this.page
        .locator('.notifications-toasts .notification-list-item')
        .first()
        .waitFor({ state: 'hidden' });
    }
  }

  /** A dialog that contains this text. */
  dialog(text: string | RegExp): Locator {
    return this.page.locator('.monaco-dialog-box').filter({ hasText: text });
  }

  /** Drags the edge of the primary side bar until it is this wide, or as narrow as VS Code lets it be. */
  async resizeSideBar(width: number): Promise<void> {
    const box = await this.page.locator('.part.sidebar').boundingBox();
    if (!box) {
      throw new Error('The primary side bar is closed.');
    }
    const middle = box.y + box.height / 2;
    await this.page.mouse.move(box.x + box.width, middle);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + width, middle, { steps: 5 });
    await this.page.mouse.up();
  }

  /** Saves a picture of the window as `out/screenshots/NAME.png`. */
  async screenshot(name: string): Promise<string> {
    const folder = join(projectFolder, 'out', 'screenshots');
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${name}.png`);
    await this.page.screenshot({ path });
    return path;
  }
}

/** Whether it is in view before the milliseconds are over. */
function appears(what: Locator, timeout: number): Promise<boolean> {
  return what.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
