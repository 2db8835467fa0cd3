import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { saying } from './support/completion-stream.ts';
import { openText, setting, until } from './support/inkwell.ts';
import { sessionWith } from './support/session.ts';
import { folderForEach } from './support/test-folder.ts';
import { standInForWindow } from './support/window-stand-in.ts';

const ENABLED = 'inlineCompletion.enabled';

describe('inline completions, typed', () => {
  const folder = folderForEach();
  const session = sessionWith({
    before: () => setting('inlineCompletion.delay', 0),
    after: async () => {
      await setting('inlineCompletion.delay', undefined);
      await setting(ENABLED, undefined);
    },
  });

  const run = (command: string, ...args: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(command, ...args);
  const toggle = (where?: string): Thenable<unknown> => run('inkwell.toggleInlineCompletion', where);
  const enabled = (languageId?: string) =>
    vscode.workspace
      .getConfiguration('inkwell', languageId === undefined ? undefined : { languageId })
      .inspect<boolean>(ENABLED);

  /** What was sent. */
  const prompts = (): unknown[] =>
    session().service.requests.map(({ json }) => (json as { prompt?: string }).prompt);

  /** At the end of the document, as keys do. */
  async function type(editor: vscode.TextEditor, text: string): Promise<void> {
    const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
    editor.selection = new vscode.Selection(end, end);
    await run('type', { text });
  }

  /** Takes what is suggested as soon as something is. */
  async function take(editor: vscode.TextEditor): Promise<string> {
    const before = editor.document.getText();
    let isDone = false;
    await until('something is suggested', () => {
      void run('editor.action.inlineSuggest.commit').then(() => {
        isDone = editor.document.getText() !== before;
      });
      return isDone;
    });
    return editor.document.getText();
  }

  it('suggests nothing before it is switched on', async () => {
    const { service } = session();
    const editor = await openText('a');
    await type(editor, 'b');
    await run('editor.action.inlineSuggest.trigger');
    assert.equal(service.requests.length, 0);
    await toggle('everywhere');
    assert.equal(enabled()?.globalValue, true);
    service.fault(saying('d'));
    await type(editor, 'c');
    assert.equal(await take(editor), 'abcd');
    assert.deepEqual(prompts(), ['abc']);
  });

  it('sends nothing of a file that holds secrets, while it does of others', async () => {
    const { service } = session();
    await setting(ENABLED, true);
    const secret = await folder().open('.env', 'PASSWORD=');
    await type(secret, 'h');
    await run('editor.action.inlineSuggest.trigger');
    await run('workbench.action.revertAndCloseActiveEditor');
    service.fault(saying('c'));
    const editor = await openText('a');
    await type(editor, 'b');
    assert.equal(await take(editor), 'abc');
    assert.deepEqual(prompts(), ['ab']);
  });

  it('shows no message when it fails, and asks again when it is switched on anew', async () => {
    const { service, shown } = session();
    await setting(ENABLED, true);
    service.fault({ type: 'status', status: 401 });
    const editor = await openText('a');
    await type(editor, 'b');
    await (await service.nextRequest()).whenClosed;
    await toggle('everywhere');
    await toggle('everywhere');
    service.fault(saying('d'));
    await type(editor, 'c');
    assert.equal(await take(editor), 'abcd');
    assert.deepEqual(shown, []);
  });

  it('is switched for a language, and then for all of them', async () => {
    await setting(ENABLED, undefined);
    await openText('a', 'markdown');
    let rows: string[] = [];
    const answer = async (items: { label: string; where: string }[]) => {
      rows = items.map(({ label }) => label);
      return items.find(({ where }) => where === 'language');
    };
    const standIn = standInForWindow({ showQuickPick: answer });
    try {
      await toggle();
    } finally {
      standIn.dispose();
    }
    assert.deepEqual(rows, ['Turn On for “markdown”', 'Turn On Everywhere']);
    assert.equal(enabled('markdown')?.globalLanguageValue, true);
    assert.equal(enabled()?.globalValue, undefined);
    await toggle('everywhere');
    assert.equal(enabled()?.globalValue, true);
    await toggle('everywhere');
    assert.equal(enabled()?.globalValue, undefined);
    assert.equal(enabled('markdown')?.globalLanguageValue, undefined);
  });

  it('leads to a model where there is none', async () => {
    await setting(ENABLED, undefined);
    await setting('completion.model', undefined);
    await openText('a');
    let isDone = false;
    void toggle('everywhere').then(() => {
      isDone = true;
    });
    await until('the first model is taken', () => {
      void run('workbench.action.acceptSelectedQuickOpenItem');
      return isDone;
    });
    assert.ok(vscode.workspace.getConfiguration('inkwell').get('completion.model'));
    assert.deepEqual(
      session().service.requests.map(({ path }) => path),
      ['/v1/models'],
    );
    await setting('completion.model', 'complete-1');
  });
});
