import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SampleService } from '../../service/sample-service.ts';
import { answerEdit } from './edit-answer.ts';
import { rangeOf, until } from './inkwell.ts';

export const SCHEME = 'inkwell-proposal';

/** A document for a review, and a proposal with two changes of it. */
export const TEXT = 'one\ntwo\nthree\nfour\nfive\nsix\n';
export const PROPOSED = TEXT.replace('two', 'TWO').replace('five', 'FIVE');

/** The review in the active tab. */
export function activeReview(): vscode.TabInputTextDiff | undefined {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME ? input : undefined;
}

/** Every tab with a proposal in it. */
export function reviewTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME);
}

/** The proposed text, which the person may edit. */
export function proposed(): vscode.TextDocument {
  const review = activeReview();
  assert.ok(review, 'no review is in view');
  const document = vscode.workspace.textDocuments.find(({ uri }) => String(uri) === String(review.modified));
  assert.ok(document, 'the proposed text is not open');
  return document;
}

/** Whether this is what is proposed, as far as it is in view. */
export function proposes(text: string): boolean {
  const file = String(activeReview()?.modified);
  return vscode.workspace.textDocuments.some((open) => String(open.uri) === file && open.getText() === text);
}

/** Edits the active editor's document as the service then answers, and waits for the review. */
export async function review(service: SampleService, ...texts: string[]): Promise<vscode.TabInputTextDiff> {
  const before = activeReview();
  answerEdit(service, ...texts);
  await vscode.commands.executeCommand('inkwell.editWithInstruction', { instruction: 'Change it.' });
  let shown: vscode.TabInputTextDiff | undefined;
  await until('the review is in view', () => {
    shown = activeReview();
    return (
      shown !== undefined &&
      shown !== before &&
      vscode.workspace.textDocuments.some(({ uri }) => String(uri) === String(shown?.modified))
    );
  });
  assert.ok(shown);
  return shown;
}

/** As a person does it on the right side. */
export async function editProposed(find: string, replacement: string): Promise<void> {
  await change(proposed(), find, replacement);
}

/** Changes a document, as a person types into it while its review is open. */
export async function change(
  document: vscode.TextDocument,
  find: string,
  replacement: string,
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, rangeOf(document, find), replacement);
  assert.equal(await vscode.workspace.applyEdit(edit), true);
}
