import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SampleService } from '../service/sample-service.ts';
import { answerEdit, answerEditThroughGate } from './support/edit-answer.ts';
import { apply, edit, editSession } from './support/edit-session.ts';
import { openText, rangeOf, setting, until } from './support/inkwell.ts';
import { activeReview, proposed, proposes, review, reviewTabs, TEXT } from './support/review.ts';
import type { Session } from './support/session.ts';

describe('Edit with Instruction', () => {
  const session = editSession();
  let service: SampleService;
  let answers: Session['answers'];
  let said: Session['said'];

  beforeEach(() => {
    ({ service, answers, said } = session());
  });

  describe('takes the answer', () => {
    it('that is empty for no edit, and says so', async () => {
      const editor = await openText(TEXT);
      answerEdit(service, '');
      await edit();
      assert.equal(said('answered nothing').text, 'edit-1 answered nothing. Nothing was changed.');
      assert.equal(reviewTabs().length, 0);
      assert.equal(editor.document.getText(), TEXT);
    });

    it('that is blank for an empty one', async () => {
      await openText(TEXT);
      answerEdit(service, ' \n\n');
      await edit();
      said('answered nothing');
      assert.equal(reviewTabs().length, 0);
    });

    it('that is the same text for no edit, also with other line ends and in a fence', async () => {
      await openText(TEXT);
      for (const same of [TEXT, TEXT.replaceAll('\n', '\r\n'), TEXT.trimEnd(), `\`\`\`\n${TEXT}\`\`\`\n`]) {
        answerEdit(service, same);
        await edit();
      }
      const told = session().shown.filter(({ text }) => text.includes('gave the same text back'));
      assert.equal(
        told.length,
        4,
        session()
          .shown.map(({ text }) => text)
          .join(' | '),
      );
      assert.equal(reviewTabs().length, 0);
    });

    it('with a lone CR or CRLF for lines', async () => {
      const editor = await openText('one\ntwo\nthree\n');
      await review(service, 'ONE\rtwo\r\nTHREE\n');
      assert.equal(proposed().getText(), 'ONE\ntwo\nTHREE\n');
      await apply();
      assert.equal(editor.document.getText(), 'ONE\ntwo\nTHREE\n');
    });

    it('with tabs for spaces as a change that is shown, and applied as shown', async () => {
      const editor = await openText('if (a) {\n    b();\n}\n', 'javascript');
      await review(service, 'if (a) {\n\tb();\n}\n');
      await until('tabs are shown', () => proposes('if (a) {\n\tb();\n}\n'));
      await apply();
      assert.equal(editor.document.getText(), 'if (a) {\n\tb();\n}\n');
    });

    it('that is a hundred times as long', async () => {
      const editor = await openText('one\ntwo\n');
      const long = 'a line that was not there\n'.repeat(100);
      await review(service, `one\n${long}two\n`);
      await apply();
      assert.equal(editor.document.getText(), `one\n${long}two\n`);
    });

    it('that is only a fragment as it is, with a word of warning', async () => {
      const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);
      const editor = await openText(lines.join(''));
      await review(service, 'line 7, changed\n');
      assert.match(
        said('Less than half').text,
        /Less than half of the text is left: see whether anything is missing\.$/,
      );
      assert.equal(editor.document.getText(), lines.join(''));
    });

    it('without its fence, in a document of code', async () => {
      await openText('const a = 1;\n', 'typescript');
      await review(service, '```typescript\nconst b = 1;\n```');
      assert.equal(proposed().getText(), 'const b = 1;\n');
    });

    it('with its fence, in a document of Markdown', async () => {
      await openText('Run it:\n', 'markdown');
      await review(service, '```sh\nnpm start\n```\n');
      assert.equal(proposed().getText(), '```sh\nnpm start\n```\n');
    });

    it('with half a character as whole text', async () => {
      await openText('one\n');
      await review(service, 'one \ud83d\n');
      assert.ok(proposed().getText().isWellFormed());
    });

    it('into a document without any text', async () => {
      const editor = await openText('');
      await review(service, 'The first line.\nThe second.\n');
      await apply();
      assert.equal(editor.document.getText(), 'The first line.\nThe second.\n');
    });

    it('into the text as it is by then', async () => {
      const editor = await openText(TEXT);
      // Who is typing is not interrupted.
      answers.set('1 change proposed.', 'Show');
      const gate = answerEditThroughGate(service, TEXT.replace('two', 'TWO'));
      const done = edit();
      await gate.waiting();
      await editor.edit((builder) => builder.replace(rangeOf(editor.document, 'six'), 'sechs'));
      gate.open();
      await done;
      await until('both are in the proposal', () =>
        proposes(TEXT.replace('two', 'TWO').replace('six', 'sechs')),
      );
      await apply();
      assert.equal(editor.document.getText(), TEXT.replace('two', 'TWO').replace('six', 'sechs'));
    });

    it('behind what the person has turned to meanwhile, and leads there from a message', async () => {
      const editor = await openText(TEXT);
      const gate = answerEditThroughGate(service, TEXT.replace('two', 'TWO'));
      const done = edit();
      await gate.waiting();
      const other = await openText('Another one.');
      let active: vscode.TextDocument | undefined;
      answers.set('1 change proposed.', () => {
        active = vscode.window.activeTextEditor?.document;
        return 'Show';
      });
      gate.open();
      await done;
      await until('the review is in view', () => proposes(TEXT.replace('two', 'TWO')));
      assert.equal(active, other.document, 'until it was wanted');
      assert.equal(activeReview()?.original.toString(), editor.document.uri.toString());
      assert.equal(reviewTabs().length, 1);
    });

    it('for a document that was thrown away meanwhile without bringing it back', async () => {
      const editor = await openText(TEXT);
      const gate = answerEditThroughGate(service, TEXT.replace('two', 'TWO'));
      const done = edit();
      await gate.waiting();
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      await until('the document is closed', () => editor.document.isClosed);
      answers.set('is no longer there', 'Open as New File');
      gate.open();
      await done;
      await until('the text is in a new file', () =>
        vscode.workspace.textDocuments.some((open) => open.getText() === TEXT.replace('two', 'TWO')),
      );
      assert.equal(reviewTabs().length, 0);
      assert.equal(vscode.window.activeTextEditor?.document.getText(), TEXT.replace('two', 'TWO'));
    });

    it('of two edits of the same document at once, each in a review of its own', async () => {
      const editor = await openText(TEXT);
      const first = answerEditThroughGate(service, TEXT.replace('two', 'TWO'));
      const second = answerEditThroughGate(service, TEXT.replace('five', 'FIVE'));
      answers.set('1 change proposed.', 'Show');
      const done = [edit(), edit()];
      await Promise.all([first.waiting(), second.waiting()]);
      second.open();
      await until('the second is in view', () => proposes(TEXT.replace('five', 'FIVE')));
      await apply();
      first.open();
      await Promise.all(done);
      const both = TEXT.replace('two', 'TWO').replace('five', 'FIVE');
      await until('the first has taken it up', () => proposes(both));
      await apply();
      assert.equal(editor.document.getText(), both);
    });
  });

  describe('with n', () => {
    beforeEach(() => setting('edit.parameters', { n: 3 }));

    const next = (): Thenable<unknown> => vscode.commands.executeCommand('inkwell.nextProposal');

    it('asks for so many, and says how many there are', async () => {
      await openText(TEXT);
      await review(service, TEXT.replace('one', 'ONE'), TEXT.replace('two', 'TWO'), 'three\n');
      assert.equal(Object(service.requests[0]?.json).n, 3);
      said('proposal 1 of 3, 1 change.');
      for (const text of [TEXT.replace('two', 'TWO'), 'three\n', TEXT.replace('one', 'ONE')]) {
        await next();
        await until('the next one is shown', () => proposes(text));
      }
    });

    it('shows what is the same only once, and what changes nothing not at all', async () => {
      await openText(TEXT);
      await review(service, TEXT, TEXT.replace('two', 'TWO'), TEXT.replace('two', 'TWO'));
      said('1 change proposed');
      await next();
      assert.ok(proposes(TEXT.replace('two', 'TWO')));
    });

    it('carries what was changed meanwhile over into each of them', async () => {
      const editor = await openText(TEXT);
      await review(service, TEXT.replace('one', 'ONE'), TEXT.replace('two', 'TWO'));
      const change = new vscode.WorkspaceEdit();
      change.replace(editor.document.uri, rangeOf(editor.document, 'six'), 'sechs');
      assert.equal(await vscode.workspace.applyEdit(change), true);
      await next();
      await until('it is in the second', () => proposes(TEXT.replace('two', 'TWO').replace('six', 'sechs')));
      await next();
      await until('it is in the first', () => proposes(TEXT.replace('one', 'ONE').replace('six', 'sechs')));
    });
  });
});
