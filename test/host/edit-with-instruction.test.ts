import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SampleService } from '../service/sample-service.ts';
import { answerEdit } from './support/edit-answer.ts';
import { apply, edit, editSession } from './support/edit-session.ts';
import { closeEverything, openText, rangeOf, select, setting, undo, until } from './support/inkwell.ts';
import { activeReview, proposed, proposes, review, reviewTabs, TEXT } from './support/review.ts';
import type { Session } from './support/session.ts';

interface SentEdit {
  readonly input: string;
  readonly instruction: string;
}

describe('Edit with Instruction', () => {
  const session = editSession();
  let service: SampleService;
  let said: Session['said'];

  beforeEach(() => {
    ({ service, said } = session());
  });

  const sent = (): SentEdit[] => service.requests.map(({ json }) => json as SentEdit);

  describe('sends', () => {
    it('a selection that begins and ends within lines, and nothing around it', async () => {
      const editor = await openText('The lamp was lit at dusk.\nAnd the bell rang.\n');
      select(editor, 'lit at dusk');
      await review(service, 'lit at dawn');
      assert.deepEqual(sent(), [{ model: 'edit-1', input: 'lit at dusk', instruction: 'Change it.' }]);
      assert.equal(proposed().getText(), 'The lamp was lit at dawn.\nAnd the bell rang.\n');
      await apply();
      assert.equal(editor.document.getText(), 'The lamp was lit at dawn.\nAnd the bell rang.\n');
    });

    it('each of several selections, and puts each answer into its place', async () => {
      const editor = await openText(TEXT);
      const [later, earlier] = ['five', 'two'].map((word) => rangeOf(editor.document, word));
      assert.ok(later && earlier);
      editor.selections = [later, earlier].map(({ start, end }) => new vscode.Selection(start, end));
      await vscode.commands.executeCommand('inkwell.editWithInstruction', {
        instruction: 'Write it in upper case.',
      });
      await until('the review is in view', () =>
        proposes(TEXT.replace('two', 'TWO').replace('five', 'FIVE')),
      );
      assert.deepEqual(
        sent()
          .map(({ input }) => input)
          .sort(),
        ['five', 'two'],
      );
      await apply();
      assert.equal(editor.document.getText(), TEXT.replace('two', 'TWO').replace('five', 'FIVE'));
      await undo();
      assert.equal(editor.document.getText(), TEXT, 'one undo for all');
    });

    it('only what is selected where there are empty cursors besides', async () => {
      const editor = await openText(TEXT);
      const two = rangeOf(editor.document, 'two');
      editor.selections = [new vscode.Selection(0, 0, 0, 0), new vscode.Selection(two.start, two.end)];
      await review(service, 'TWO');
      assert.deepEqual(
        sent().map(({ input }) => input),
        ['two'],
      );
    });

    it('the document that a key binding names, though another one is in view', async () => {
      const editor = await openText(TEXT);
      await openText('Another one.');
      answerEdit(service, TEXT.toUpperCase());
      await edit({ uri: editor.document.uri, instruction: 'Shout.' });
      await until('the review is in view', () => proposes(TEXT.toUpperCase()));
      assert.deepEqual(sent(), [{ model: 'edit-1', input: TEXT, instruction: 'Shout.' }]);
      assert.equal(activeReview()?.original.toString(), editor.document.uri.toString());
    });

    it('a selection of a document that is too long itself, and changes nothing else', async () => {
      const line = 'a line of text\n';
      const editor = await openText(`the first\n${line.repeat(100_000)}`);
      select(editor, 'the first');
      await review(service, 'THE FIRST');
      await apply();
      assert.equal(editor.document.lineAt(0).text, 'THE FIRST');
      assert.equal(editor.document.getText().length, 10 + line.length * 100_000);
    });

    it('nothing of a document of 10 MB, and says why', async () => {
      const { document } = await openText('a line of text\n'.repeat(700_000));
      await edit();
      assert.match(said('is too long to be edited at once').text, /at most 1,000,000 characters/);
      assert.equal(service.requests.length, 0);
      await closeEverything();
      // Else the next untitled document may begin as this one.
      await until('it is closed', () => document.isClosed);
    });

    it('nothing of a read-only document, and says why', async () => {
      const content = vscode.workspace.registerTextDocumentContentProvider('inkwell-test-shown', {
        provideTextDocumentContent: () => TEXT,
      });
      const uri = vscode.Uri.parse('inkwell-test-shown:/shown.txt');
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
      await edit();
      content.dispose();
      said('“shown.txt” is read-only');
      assert.equal(service.requests.length, 0);
    });

    it('nothing where no editor is open, and says what to do', async () => {
      await until('no tab is left', () => vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0));
      await edit();
      said('Open a file as text');
      assert.equal(service.requests.length, 0);
    });

    it('nothing that a service is likely to refuse before the person has said yes', async () => {
      await openText(TEXT);
      await setting('edit.parameters', { temperature: 1, top_p: 0.5 });
      await edit();
      assert.equal(service.requests.length, 0);
      assert.equal(reviewTabs().length, 0);
    });
  });

  it('of what is proposed changes the proposal, and is applied with it', async () => {
    const editor = await openText(TEXT);
    const first = await review(service, TEXT.replace('two', 'TWO'));
    const active = vscode.window.activeTextEditor;
    assert.equal(String(active?.document.uri), String(first.modified));
    answerEdit(service, TEXT.replace('two', 'TWO').replace('five', 'FIVE'));
    await vscode.commands.executeCommand('inkwell.editWithInstruction', { instruction: 'More.' });
    await until('its review is in view', () => String(activeReview()?.original) === String(first.modified));
    await vscode.commands.executeCommand('inkwell.applyProposal');
    await until(
      'the first review is in view',
      () => String(activeReview()?.modified) === String(first.modified),
    );
    assert.equal(reviewTabs().length, 1);
    assert.equal(proposed().getText(), TEXT.replace('two', 'TWO').replace('five', 'FIVE'));
    assert.equal(editor.document.getText(), TEXT);
    await vscode.commands.executeCommand('inkwell.applyProposal');
    assert.equal(editor.document.getText(), TEXT.replace('two', 'TWO').replace('five', 'FIVE'));
    assert.equal(reviewTabs().length, 0);
  });
});
