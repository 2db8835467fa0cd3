import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SampleService } from '../service/sample-service.ts';
import { apply, editSession } from './support/edit-session.ts';
import { openText, setting, undo, until } from './support/inkwell.ts';
import {
  activeReview,
  change,
  editProposed,
  PROPOSED,
  proposed,
  review,
  reviewTabs,
  TEXT,
} from './support/review.ts';
import type { Session } from './support/session.ts';
import { editorSettings, folderForEach, type TestFolder } from './support/test-folder.ts';

describe('A document under review', () => {
  const session = editSession();
  const folder = folderForEach();
  const set = editorSettings();
  let service: SampleService;
  let answers: Session['answers'];
  let said: Session['said'];
  let open: TestFolder['open'];

  beforeEach(() => {
    ({ service, answers, said } = session());
    ({ open } = folder());
  });

  const isGone = (): boolean => reviewTabs().length === 0;

  describe('that changes in the same place', () => {
    it('keeps what is there where the person says so, and gets all other changes', async () => {
      const editor = await openText(TEXT);
      await review(service, PROPOSED);
      await change(editor.document, 'two', 'zwei');
      answers.set('was changed in a place', 'Keep What Is There');
      await apply();
      assert.equal(editor.document.getText(), TEXT.replace('two', 'zwei').replace('five', 'FIVE'));
      assert.ok(isGone());
    });

    it('gets the proposal there where the person says so, by one undo step', async () => {
      const editor = await openText(TEXT);
      await review(service, PROPOSED);
      await change(editor.document, 'two', 'zwei');
      answers.set('was changed in a place', 'Take the Proposal There');
      await apply();
      assert.equal(editor.document.getText(), PROPOSED);
      await undo();
      assert.equal(editor.document.getText(), TEXT.replace('two', 'zwei'));
    });

    it('stays as it is where the person wants neither, and so does its review', async () => {
      const editor = await openText(TEXT);
      await review(service, PROPOSED);
      await change(editor.document, 'two', 'zwei');
      await apply();
      const { actions, detail } = said('was changed in a place');
      assert.deepEqual(actions, ['Take the Proposal There', 'Keep What Is There']);
      assert.match(detail, /All other changes are applied either way/);
      assert.equal(editor.document.getText(), TEXT.replace('two', 'zwei'));
      assert.ok(activeReview());
      assert.equal(proposed().getText(), PROPOSED);
    });

    it('asks nothing more once the person has settled it by hand on the right', async () => {
      const editor = await openText(TEXT);
      await review(service, PROPOSED);
      await change(editor.document, 'two', 'zwei');
      await editProposed('TWO', 'zwei');
      await apply();
      assert.equal(editor.document.getText(), TEXT.replace('two', 'zwei').replace('five', 'FIVE'));
      assert.equal(session().shown.filter(({ text }) => text.includes('was changed in')).length, 0);
    });

    it('says how many places there are', async () => {
      const editor = await openText(TEXT);
      await review(service, PROPOSED);
      await change(editor.document, 'two', 'zwei');
      await change(editor.document, 'five', 'fünf');
      await apply();
      said('was changed in 2 places that the proposal changes too');
    });
  });

  describe('whose own settings would alter what is saved', () => {
    for (const encoding of ['utf16le', 'gbk']) {
      it(`is shown right where its encoding is ${encoding}`, async () => {
        await set('files.encoding', encoding);
        const utf16 = Buffer.from('\uFEFFone\n二\n', 'utf16le');
        const gbk = Buffer.from([0x6f, 0x6e, 0x65, 0x0a, 0xb6, 0xfe, 0x0a]);
        const editor = await open('a.txt', encoding === 'gbk' ? gbk : utf16);
        assert.equal(editor.document.getText(), 'one\n二\n');
        await review(service, 'one\n二、三\nété\n');
        assert.equal(proposed().getText(), 'one\n二、三\nété\n');
        await editProposed('one', '一');
        assert.equal(await proposed().save(), true);
        assert.equal(proposed().getText(), '一\n二、三\nété\n');
        await apply();
        assert.equal(editor.document.getText(), '一\n二、三\nété\n');
      });
    }

    it('is proposed and applied without a final newline, whatever VS Code appends when it saves', async () => {
      await set('files.insertFinalNewline', true);
      await set('files.trimTrailingWhitespace', true);
      const editor = await openText('one  \ntwo');
      await review(service, 'one  \nTWO');
      assert.equal(proposed().getText(), 'one  \nTWO');
      await apply();
      assert.equal(editor.document.getText(), 'one  \nTWO');
    });

    it('is applied as it was shown, also where saving formats', async () => {
      const formatter = vscode.languages.registerDocumentFormattingEditProvider('plaintext', {
        provideDocumentFormattingEdits: (document) => [
          vscode.TextEdit.insert(document.positionAt(0), 'formatted '),
        ],
      });
      try {
        await set('editor.formatOnSave', true);
        await setting('edit.parameters', { n: 2 });
        const editor = await openText(TEXT);
        await review(service, PROPOSED, TEXT.replace('six', 'SIX'));
        await editProposed('TWO', 'zwei');
        await vscode.commands.executeCommand('inkwell.nextProposal');
        await until('the second is shown', () => proposed().getText().includes('SIX'));
        assert.equal(proposed().getText(), TEXT.replace('six', 'SIX'));
        await vscode.commands.executeCommand('inkwell.nextProposal');
        await until('the first is shown', () => proposed().getText().includes('zwei'));
        await apply();
        assert.equal(editor.document.getText(), PROPOSED.replace('TWO', 'zwei'));
      } finally {
        formatter.dispose();
        await setting('edit.parameters', undefined);
      }
    });

    it('has line feeds only in its proposal, whatever new files get', async () => {
      await set('files.eol', '\r\n');
      const editor = await openText('one');
      await editor.edit((builder) => builder.setEndOfLine(vscode.EndOfLine.LF));
      await review(service, 'ONE');
      await editProposed('ONE', 'ONE\ntwo\nthree');
      assert.equal(await proposed().save(), true);
      await change(editor.document, 'one', 'one');
      await apply();
      assert.equal(editor.document.getText(), 'ONE\ntwo\nthree');
    });
  });
});
