import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, openFile, PlainTexts, plainDiff, report, review, turn } from './review-in-host.ts';
import { LONG_FILE, longText } from './review-texts.ts';

/**
 * A review that is applied; the same text put in place of the whole document, beside the same diff editor; and that in an
 * editor alone.
 */
export type Applier = 'ours' | 'replace' | 'replaceAlone';

export interface Applied {
  /** Milliseconds until the document had the new text. */
  readonly text: number;
  /** Milliseconds until the document was in view, without the diff editor. */
  readonly done: number;
  /** How many lines of the document were replaced. */
  readonly lines: number;
}

export type ApplyReport = Record<Applier, Applied[]>;

const WARM_UP = 2;
const ROUNDS = 7;

/** VS Code calls this in the extension host. */
export async function run(): Promise<void> {
  const texts = new PlainTexts();
  await report(() => measure(texts));
  texts.dispose();
}

async function measure(texts: PlainTexts): Promise<ApplyReport> {
  const appliers: Record<Applier, (editor: vscode.TextEditor) => Promise<Applied>> = {
    ours: applyReview,
    replace: (editor) => replaceInDiff(texts, editor),
    replaceAlone: replace,
  };
  const names = Object.keys(appliers) as Applier[];
  const applied: ApplyReport = { ours: [], replace: [], replaceAlone: [] };
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (let at = 0; at < names.length; at++) {
      const name = names[(round + at) % names.length] ?? 'ours';
      const times = await appliers[name](await openFile(LONG_FILE));
      await closeAll();
      texts.clear();
      if (round >= WARM_UP) {
        applied[name].push(times);
      }
    }
  }
  return applied;
}

async function applyReview(editor: vscode.TextEditor): Promise<Applied> {
  await review();
  return timed(editor, async () => {
    await vscode.commands.executeCommand('inkwell.applyProposal');
  });
}

async function replaceInDiff(texts: PlainTexts, editor: vscode.TextEditor): Promise<Applied> {
  await plainDiff(texts, editor.document.uri, longText().proposed);
  return timed(editor, async () => {
    await replaceAll(editor);
    // What applying a review does besides.
    const diff = vscode.window.tabGroups.activeTabGroup.activeTab;
    await vscode.window.showTextDocument(editor.document, { preview: false });
    assert.ok(diff && (await vscode.window.tabGroups.close(diff)));
  });
}

function replace(editor: vscode.TextEditor): Promise<Applied> {
  return timed(editor, () => replaceAll(editor));
}

async function replaceAll({ document }: vscode.TextEditor): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), longText().proposed);
  assert.equal(await vscode.workspace.applyEdit(edit), true);
}

async function timed({ document }: vscode.TextEditor, apply: () => Promise<void>): Promise<Applied> {
  const { proposed } = longText();
  await turn('quiet');
  let text = 0;
  const lines = new Set<number>();
  const listener = vscode.workspace.onDidChangeTextDocument((changed) => {
    if (changed.document === document && changed.contentChanges.length > 0) {
      text = performance.now();
      // Given from the last to the first, so that each range is one of the former text.
      for (const line of changed.contentChanges.flatMap(({ range }) => linesIn(range))) {
        lines.add(line);
      }
    }
  });
  const start = performance.now();
  await apply();
  const done = performance.now();
  listener.dispose();
  assert.equal(document.getText(), proposed);
  assert.equal(vscode.window.activeTextEditor?.document, document);
  return { text: text - start, done: done - start, lines: lines.size };
}

/** The lines that lose at least a character or their break. */
function linesIn({ start, end, isEmpty }: vscode.Range): number[] {
  const count = isEmpty ? 0 : end.line - start.line + (end.character > 0 ? 1 : 0);
  return Array.from({ length: count }, (_, index) => start.line + index);
}
