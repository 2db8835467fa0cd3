import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { replyWith } from '../host/support/chat-stream.ts';
import { until } from '../until.ts';
import { type ChatSession, chatForAll } from './chat-panel.ts';
import type { Workbench } from './workbench.ts';

const CODE = "const lamp = 'lit';\nconst bell = 'rung';";

/** Has a reply with one block of code, and gives its buttons by their names. */
async function replyWithCode(
  { panel, service }: ChatSession,
  info: string,
): Promise<(name: string) => Locator> {
  replyWith(service, `So:\n\n\`\`\`${info}\n${CODE}\n\`\`\`\n`);
  const reply = await panel.ask('How?');
  return (name) => reply.locator('.md-code').getByRole('button', { name: new RegExp(`^${name}`) });
}

async function waitForEditor(w: Workbench, what: string, test: (text: string) => boolean): Promise<void> {
  let last = '';
  await until(what, async () => {
    last = await w.editorText().catch(() => '');
    return test(last);
  }).catch((error: Error) => {
    throw new Error(`${error.message} The editor shows: ${last}`);
  });
}

describe('Code of a reply', () => {
  const chat = chatForAll();

  /** The language of the active editor. */
  const language = (w: Workbench): Locator => w.page.locator('[id="status.editor.mode"]');

  const firstLines = (text: string): string => text.split('\n').slice(0, 2).join('\n');

  it('is copied', async () => {
    const session = chat();
    const { w } = session;
    const button = await replyWithCode(session, 'ts');
    await button('Copy').click();
    await button('Copied').or(button('Copy')).filter({ hasText: 'Copied' }).waitFor();
    await w.runCommand('File: New Untitled Text File');
    await w.waitForEditorFocus();
    await w.press('ControlOrMeta+V');
    await waitForEditor(w, 'the code is pasted', (text) => text === CODE);
  });

  it('is inserted at the cursor, which gets the focus', async () => {
    const session = chat();
    const { w } = session;
    const button = await replyWithCode(session, 'ts');
    await w.openFile('src/lamp.ts');
    await w.goToLine(3);
    const before = await w.editorText();
    const added = before
      .split('\n')
      .with(2, `${CODE}${before.split('\n')[2]}`)
      .join('\n');
    await button('Insert').click();
    await waitForEditor(w, 'the code is inserted', (text) => text === added);
    await w.waitForEditorFocus();
    await w.page.keyboard.type('!');
    await waitForEditor(w, 'the editor has the focus', (text) => text.includes("'rung';!"));
  });

  it('is inserted into a new file where no editor is open', async () => {
    const session = chat();
    const { w } = session;
    const button = await replyWithCode(session, 'python');
    await button('Insert').click();
    await waitForEditor(w, 'the code is there', (text) => text.trim() === CODE);
    await language(w).filter({ hasText: 'Python' }).waitFor();
  });

  it('makes a new file in its language', async () => {
    const session = chat();
    const { w } = session;
    const button = await replyWithCode(session, 'ts');
    await w.openFile('src/lamp.ts');
    await button('New File').click();
    await w.page.locator('.tab.active[data-resource-name^="Untitled-"]').waitFor();
    await waitForEditor(w, 'the code is there', (text) => text.trim() === CODE);
    await language(w).filter({ hasText: 'TypeScript' }).waitFor();
  });

  it('replaces the selection after a yes, and one undo takes it back', async () => {
    const session = chat();
    const { w } = session;
    const button = await replyWithCode(session, 'ts');
    await w.openFile('src/lamp.ts');
    const before = await w.editorText();
    await w.selectLines(1, 1);
    await button('Apply as Edit').click();
    const dialog = w.dialog('Replace what is selected in “lamp.ts” by this code?');
    await dialog.filter({ hasText: '1 lines become 2.' }).waitFor();
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await waitForEditor(
      w,
      'the code is there',
      (text) => firstLines(text) === CODE && text.includes('isLit'),
    );
    await w.editor.locator('.view-line').first().click();
    await w.waitForEditorFocus();
    await w.press('ControlOrMeta+Z');
    await waitForEditor(w, 'the text is as it was', (text) => text === before);
  });

  it('replaces the file that it names, but nothing after a no', async () => {
    const session = chat();
    const { w } = session;
    const button = await replyWithCode(session, 'ts title="src/tides.ts"');
    await w.openFile('src/lamp.ts');
    await button('Apply as Edit').click();
    const dialog = w.dialog('Replace all of “tides.ts” by this code?');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    const tab = w.page.locator('.tab.active[data-resource-name="tides.ts"]');
    await tab.waitFor();
    const file = await readFile(join(w.workspace, 'src', 'tides.ts'), 'utf8');
    await waitForEditor(w, 'the file is as it was', (text) => file.startsWith(firstLines(text)));
    assert.doesNotMatch((await tab.getAttribute('class')) ?? '', /\bdirty\b/);

    await button('Apply as Edit').click();
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await waitForEditor(w, 'the file is replaced', (text) => text.trim() === CODE);
    assert.equal(await readFile(join(w.workspace, 'src', 'tides.ts'), 'utf8'), file);
  });

  it('replaces the whole document where nothing is selected or named', async () => {
    const session = chat();
    const { w } = session;
    const button = await replyWithCode(session, '');
    await w.openFile('story/notes.md');
    const before = await w.editorText();
    await button('Apply as Edit').click();
    await w.dialog('Replace all of “notes.md”').getByRole('button', { name: 'Replace' }).click();
    await waitForEditor(w, 'the document is replaced', (text) => text.trim() === CODE);
    await w.editor.locator('.view-line').first().click();
    await w.waitForEditorFocus();
    await w.press('ControlOrMeta+Z');
    await waitForEditor(w, 'the text is as it was', (text) => text === before);
  });
});
