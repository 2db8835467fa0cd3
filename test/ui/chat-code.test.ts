import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { replyWith } from '../host/support/chat-stream.ts';
import { until } from '../until.ts';
import { type ChatSession, chatForAll } from './chat-session.ts';
import type { Workbench } from './workbench.ts';

const CODE = "const lamp = 'lit';\nconst bell = 'rung';";

/** Has a reply with one block of code, and gives its buttons by their names. */
async function replyWithCode(
  { panel, service }: ChatSession,
  info: string,
  code = CODE,
): Promise<(name: string) => Locator> {
  replyWith(service, `So:\n\n\`\`\`${info}\n${code}\n\`\`\`\n`);
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

/** The tab in which a proposal for a file is reviewed. */
function proposalFor(w: Workbench, name: string): Locator {
  return w.page.locator('.tab.active').filter({ hasText: `${name} (proposed)` });
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

  it('is shown beside the selection that it is for, and applied with one undo step', async () => {
    const session = chat();
    const { w } = session;
    const button = await replyWithCode(session, 'ts');
    await w.openFile('src/lamp.ts');
    const before = await w.editorText();
    await w.selectLines(1, 1);
    await button('Apply as Edit').click();
    await proposalFor(w, 'lamp.ts').waitFor();
    await waitForEditor(
      w,
      'the code is proposed in place of the line',
      (text) => firstLines(text) === CODE && text.includes('isLit'),
    );
    await w.runCommand('Inkwell: Apply Proposal');
    await w.page.locator('.tab.active.dirty[data-resource-name="lamp.ts"]').waitFor();
    await waitForEditor(
      w,
      'the code is there',
      (text) => firstLines(text) === CODE && text.includes('isLit'),
    );
    await w.waitForEditorFocus();
    await w.press('ControlOrMeta+Z');
    await waitForEditor(w, 'the text is as it was', (text) => text === before);
  });

  it('is shown beside the file that it names, which stays as it is where that is discarded', async () => {
    const session = chat();
    const { w } = session;
    const button = await replyWithCode(session, 'ts title="src/tides.ts"');
    await w.openFile('src/lamp.ts');
    // VS Code keeps what was selected in a file before.
    await w.goToLine(1);
    const file = await readFile(join(w.workspace, 'src', 'tides.ts'), 'utf8');
    await button('Apply as Edit').click();
    await proposalFor(w, 'tides.ts').waitFor();
    await w.waitForNotification('Less than half of the text is left');
    await waitForEditor(w, 'the code is proposed for all of it', (text) => text.trim() === CODE);
    await w.runCommand('Inkwell: Discard Proposal');
    await proposalFor(w, 'tides.ts').waitFor({ state: 'detached' });

    await button('Apply as Edit').click();
    await proposalFor(w, 'tides.ts').waitFor();
    await w.runCommand('Inkwell: Apply Proposal');
    await w.page.locator('.tab.active.dirty[data-resource-name="tides.ts"]').waitFor();
    await waitForEditor(w, 'the file is replaced', (text) => text.trim() === CODE);
    assert.equal(await readFile(join(w.workspace, 'src', 'tides.ts'), 'utf8'), file);
  });

  it('is shown beside the whole document where nothing is selected or named', async () => {
    const session = chat();
    const { w } = session;
    const button = await replyWithCode(session, '');
    await w.openFile('story/notes.md');
    const before = await w.editorText();
    await button('Apply as Edit').click();
    await proposalFor(w, 'notes.md').waitFor();
    await w.runCommand('Inkwell: Apply Proposal');
    await w.page.locator('.tab.active.dirty[data-resource-name="notes.md"]').waitFor();
    await waitForEditor(w, 'the document is replaced', (text) => text.trim() === CODE);
    await w.waitForEditorFocus();
    await w.press('ControlOrMeta+Z');
    await waitForEditor(w, 'the text is as it was', (text) => text === before);
  });

  it('that is one function takes the place of that one', async () => {
    const session = chat();
    const { w } = session;
    const code = 'export function isLit(second: number): boolean {\n  return second < 1;\n}';
    const button = await replyWithCode(session, 'ts', code);
    await w.openFile('src/lamp.ts');
    await w.goToLine(1);
    await button('Apply as Edit').click();
    await proposalFor(w, 'lamp.ts').waitFor();
    await w.runCommand('Inkwell: Apply Proposal');
    await w.page.locator('.tab.active.dirty[data-resource-name="lamp.ts"]').waitFor();
    await waitForEditor(
      w,
      'only that function is another one',
      (text) =>
        text.includes(`into its period. */\n${code}\n\nexport function describe(`) &&
        text.startsWith('import { type Tide') &&
        !text.includes('for (var i'),
    );
  });
});
