import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SampleService } from '../service/sample-service.ts';
import { answerThroughGate, answerWith } from './support/completion-stream.ts';
import {
  closeEverything,
  connectedService,
  dismissed,
  openText,
  select,
  setting,
  until,
} from './support/inkwell.ts';

describe('Complete Selection, in odd places', () => {
  let service: SampleService;

  before(async () => {
    service = await connectedService();
  });

  afterEach(async () => {
    service.reset();
    await setting('completion.parameters', undefined);
    await setting('completion.model', 'complete-1');
    await closeEverything();
  });

  after(() => service.close());

  const complete = (): Thenable<unknown> => vscode.commands.executeCommand('inkwell.completeSelection');

  /** Presses the first button of every message until the command has ended. */
  async function accepted(done: Thenable<unknown>): Promise<void> {
    let isDone = false;
    void Promise.resolve(done).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await vscode.commands.executeCommand('notification.acceptPrimaryAction');
    }
  }

  it('goes on when the language of the document changes', async () => {
    const gate = answerThroughGate(service, ['alpha ', 'beta ', 'gamma']);
    const editor = await openText('one');
    select(editor, 'one');
    const done = complete();
    gate.release(1);
    await until('the first piece is there', () => editor.document.getText().includes('alpha'));
    await vscode.languages.setTextDocumentLanguage(editor.document, 'markdown');
    gate.open();
    await done;
    assert.equal(editor.document.getText(), 'onealpha beta gamma');
  });

  it('leaves a cursor behind the answer in the one of two editors that it was asked in', async () => {
    answerWith(service, ['alpha']);
    const left = await openText('one\n');
    const right = await vscode.window.showTextDocument(left.document, vscode.ViewColumn.Two);
    select(right, 'one');
    await complete();
    await vscode.commands.executeCommand('type', { text: '!' });
    assert.equal(right.document.getText(), 'onealpha!\n');
  });

  it('writes to the right place when somebody typed while it asked', async () => {
    await setting('completion.parameters', { n: 200 });
    answerWith(service, ['ANSWER']);
    const editor = await openText('one two\n');
    select(editor, 'one two');
    const done = complete();
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), 'typed meanwhile\n'));
    await accepted(done);
    assert.equal(editor.document.getText(), 'typed meanwhile\none twoANSWER\n');
  });

  it('sends nothing for a document that was closed while it asked', async () => {
    await setting('completion.parameters', { n: 200 });
    const editor = await openText('one two\n');
    select(editor, 'one two');
    const done = complete();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until('the document is closed', () => editor.document.isClosed);
    await accepted(done);
    assert.equal(service.requests.length, 0);
    assert.ok(vscode.workspace.textDocuments.every((document) => !document.getText().includes('ANSWER')));
  });

  it('serves two commands that begin at once on settings that are new', async () => {
    await setting('timeouts', { idle: 59 });
    answerWith(service, ['A']);
    answerWith(service, ['A']);
    const editor = await openText('one');
    select(editor, 'one');
    await Promise.all([complete(), complete()]);
    await setting('timeouts', undefined);
    assert.equal(service.requests.length, 2);
  });

  it('does not send what an output channel shows', async () => {
    const channel = vscode.window.createOutputChannel('Test of Inkwell');
    channel.append('private words');
    channel.show();
    await until('the channel is shown', () =>
      vscode.window.visibleTextEditors.some(({ document }) => document.uri.scheme === 'output'),
    );
    await vscode.commands.executeCommand('workbench.panel.output.focus');
    await until('it has the focus', () => vscode.window.activeTextEditor?.document.uri.scheme === 'output');
    await dismissed(complete());
    channel.dispose();
    await vscode.commands.executeCommand('workbench.action.closePanel');
    assert.equal(service.requests.length, 0);
  });

  it('takes settings of another type for none', async () => {
    await setting('completion.parameters', { prompt: 'evil', model: 'evil', suffix: 'evil', max_tokens: 5 });
    await vscode.workspace.getConfiguration('http').update('noProxy', 'no list', true);
    answerWith(service, ['A']);
    const editor = await openText('one');
    select(editor, 'one');
    await complete();
    await vscode.workspace.getConfiguration('http').update('noProxy', undefined, true);
    assert.deepEqual(service.requests[0]?.json, {
      model: 'complete-1',
      prompt: 'one',
      max_tokens: 5,
      stream: true,
    });
  });
});
