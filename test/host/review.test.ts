import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SampleService } from '../service/sample-service.ts';
import { apply, editSession } from './support/edit-session.ts';
import { openText, setting, undo, until } from './support/inkwell.ts';
import {
  activeReview,
  change,
  editProposed,
  proposed,
  review,
  reviewTabs,
  SCHEME,
  TEXT,
} from './support/review.ts';

describe('A proposed edit', () => {
  const session = editSession();
  let service: SampleService;
  let editor: vscode.TextEditor;

  beforeEach(async () => {
    ({ service } = session());
    editor = await openText(TEXT);
  });

  const text = (): string => editor.document.getText();

  it('is shown beside the document, which stays as it is', async () => {
    const shown = await review(service, TEXT.replace('two', 'TWO'));
    assert.equal(String(shown.original), String(editor.document.uri));
    assert.equal(proposed().getText(), TEXT.replace('two', 'TWO'));
    assert.equal(text(), TEXT);
    const [request] = service.requests;
    assert.deepEqual(request?.json, { model: 'edit-1', input: TEXT, instruction: 'Change it.' });
  });

  it('has the language of the document, so that it is coloured and checked as one', async () => {
    editor = await openText('{"a": 1}\n', 'json');
    await review(service, '{"a": 2}\n');
    await until('it is JSON', () => proposed().languageId === 'json');
  });

  it('is applied as shown, by one undo step, and leaves no tab', async () => {
    await review(service, TEXT.replace('two', 'TWO').replace('five', 'FIVE'));
    await apply();
    assert.equal(text(), TEXT.replace('two', 'TWO').replace('five', 'FIVE'));
    assert.equal(reviewTabs().length, 0);
    assert.equal(vscode.window.activeTextEditor?.document, editor.document);
    await undo();
    assert.equal(text(), TEXT);
  });

  it('changes no line but those that differ', async () => {
    await review(service, TEXT.replace('two', 'twenty').replace('six', 'sixty'));
    const changed: vscode.Range[] = [];
    const listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document === editor.document) {
        changed.push(...contentChanges.map(({ range }) => range));
      }
    });
    await apply();
    listener.dispose();
    assert.deepEqual(changed.map(({ start, end }) => [start.line, end.line]).sort(), [
      [1, 1],
      [5, 5],
    ]);
  });

  it('is applied with what was changed in it by hand', async () => {
    await review(service, TEXT.replace('two', 'TWO').replace('five', 'FIVE'));
    await editProposed('TWO', 'two');
    await editProposed('FIVE', 'cinq');
    await apply();
    assert.equal(text(), TEXT.replace('five', 'cinq'));
    assert.equal(reviewTabs().length, 0);
  });

  it('is given up without a trace', async () => {
    const { modified } = await review(service, TEXT.replace('two', 'TWO'));
    await editProposed('TWO', 'zwei');
    await vscode.commands.executeCommand('inkwell.discardProposal');
    assert.equal(text(), TEXT);
    assert.equal(editor.document.isDirty, true, 'it was untitled before');
    assert.equal(reviewTabs().length, 0);
    await assert.rejects(async () => vscode.workspace.fs.readFile(modified), vscode.FileSystemError);
  });

  it('is forgotten when its tab is closed', async () => {
    const { modified } = await review(service, TEXT.replace('two', 'TWO'));
    await vscode.window.tabGroups.close(reviewTabs());
    await until('its text is gone', () => activeReview() === undefined);
    let isGone = false;
    await until('the file is gone', () => {
      void vscode.workspace.fs.stat(modified).then(
        () => {},
        () => {
          isGone = true;
        },
      );
      return isGone;
    });
    assert.equal(text(), TEXT);
  });

  it('stays a proposal when it is saved', async () => {
    await review(service, TEXT.replace('two', 'TWO'));
    await editProposed('TWO', 'zwei');
    assert.equal(await proposed().save(), true);
    assert.equal(text(), TEXT);
    assert.equal(proposed().getText(), TEXT.replace('two', 'zwei'));
    await apply();
    assert.equal(text(), TEXT.replace('two', 'zwei'));
  });

  it('takes up what is changed in the document elsewhere', async () => {
    await review(service, TEXT.replace('two', 'TWO'));
    await change(editor.document, 'five', 'fünf');
    await until('it is carried over', () => proposed().getText().includes('fünf'));
    assert.equal(proposed().isDirty, false, 'closing it asks nothing');
    await apply();
    assert.equal(text(), TEXT.replace('two', 'TWO').replace('five', 'fünf'));
  });

  it('takes it up also after changes by hand', async () => {
    await review(service, TEXT.replace('two', 'TWO'));
    await editProposed('TWO', 'zwei');
    await change(editor.document, 'five', 'fünf');
    await until('it is carried over', () => proposed().getText().includes('fünf'));
    await apply();
    assert.equal(text(), TEXT.replace('two', 'zwei').replace('five', 'fünf'));
  });

  it('is applied right when the document was changed a moment ago', async () => {
    await review(service, TEXT.replace('two', 'TWO'));
    await change(editor.document, 'one', 'eins\nanderthalb');
    await apply();
    assert.equal(text(), TEXT.replace('two', 'TWO').replace('one', 'eins\nanderthalb'));
  });

  it('shows one candidate after the other, each with its own changes by hand', async () => {
    await setting('edit.parameters', { n: 2 });
    try {
      await review(service, TEXT.replace('two', 'TWO'), TEXT.replace('five', 'FIVE'));
      await editProposed('TWO', 'zwei');
      await vscode.commands.executeCommand('inkwell.nextProposal');
      await until('the second is shown', () => proposed().getText() === TEXT.replace('five', 'FIVE'));
      await vscode.commands.executeCommand('inkwell.nextProposal');
      await until('the first is shown', () => proposed().getText() === TEXT.replace('two', 'zwei'));
      await vscode.commands.executeCommand('inkwell.nextProposal');
      await until('the second is shown', () => proposed().getText() === TEXT.replace('five', 'FIVE'));
      await apply();
      assert.equal(text(), TEXT.replace('five', 'FIVE'));
    } finally {
      await setting('edit.parameters', undefined);
    }
  });

  it('keeps the line ends of the document', async () => {
    await editor.edit((builder) => builder.setEndOfLine(vscode.EndOfLine.CRLF));
    await review(service, TEXT.replace('two', 'TWO\nTWO AND A HALF'));
    assert.equal(service.requests[0]?.json && Object(service.requests[0].json).input, TEXT);
    await apply();
    assert.equal(text(), TEXT.replace('two', 'TWO\nTWO AND A HALF').replaceAll('\n', '\r\n'));
  });

  it('is one of several of the same document, each taking up what another one applied', async () => {
    await review(service, TEXT.replace('two', 'TWO'));
    await vscode.window.showTextDocument(editor.document);
    await review(service, TEXT.replace('five', 'FIVE'));
    await apply();
    assert.equal(text(), TEXT.replace('five', 'FIVE'));
    const [first] = reviewTabs();
    assert.ok(first?.input instanceof vscode.TabInputTextDiff);
    await vscode.commands.executeCommand('vscode.diff', first.input.original, first.input.modified);
    await until('the first is in view', () => activeReview() !== undefined);
    await until('it has taken up the second', () => proposed().getText().includes('FIVE'));
    await apply();
    assert.equal(text(), TEXT.replace('five', 'FIVE').replace('two', 'TWO'));
  });

  it('holds no memory of reviews that are over', async () => {
    // VS Code 1.106 keeps what it has compared in a tab for several files.
    const before = new Set(vscode.workspace.textDocuments);
    for (let round = 0; round < 5; round++) {
      await review(service, TEXT.replace('two', `TWO ${round}`));
      await vscode.commands.executeCommand('inkwell.discardProposal');
    }
    await until('VS Code has let go of them', () =>
      vscode.workspace.textDocuments.every((open) => open.uri.scheme !== SCHEME || before.has(open)),
    );
  });
});
