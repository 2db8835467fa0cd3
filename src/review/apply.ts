import { l10n, type TextDocument, WorkspaceEdit, window, workspace } from 'vscode';
import { isReadOnly } from '../ui/read-only.ts';
import { isGone, plainLines, textEdits } from './document-text.ts';
import { type Refused, refused } from './refused.ts';
import type { Review } from './review.ts';
import { nameOf } from './review-editors.ts';
import { type TextChange, textChanges } from './text-changes.ts';

/** What applying a review would do now. */
interface Plan {
  readonly review: Review;
  readonly document: TextDocument;
  /** Of the document, when `changes` were made. */
  readonly version: number;
  readonly text: string;
  readonly changes: readonly TextChange[];
}

export interface Applied {
  /** Their documents are as they proposed. What is neither settled nor refused stays as it is. */
  readonly settled: readonly Review[];
  readonly refused: readonly Refused[];
}

/**
 * Writes the proposed changes into their documents: one edit and one undo for all of them, only what changes, and
 * nothing is saved but by VS Code's own settings. Where a document was changed in the same places, the person is asked.
 */
export async function applyReviews(reviews: readonly Review[]): Promise<Applied> {
  for (;;) {
    const plans: Plan[] = [];
    const left: Refused[] = [];
    for (const review of reviews) {
      const plan = await planFor(review);
      if (plan && 'changes' in plan) {
        plans.push(plan);
      } else if (plan) {
        left.push(plan);
      }
    }
    // A question may have been open for long, and what was planned before it may be out of date.
    if (plans.some(({ document, version }) => document.isClosed || document.version !== version)) {
      continue;
    }
    const changing = plans.filter(({ changes }) => changes.length > 0);
    if (changing.length === 0 || (await writeAll(changing))) {
      return { settled: plans.map(({ review }) => review), refused: left };
    }
    if (changing.every(({ document, version }) => document.version === version)) {
      return {
        settled: plans.filter((plan) => !changing.includes(plan)).map(({ review }) => review),
        refused: [...left, ...changing.map(({ review }) => refused(review, 'readOnly'))],
      };
    }
    // Somebody typed in the same moment: once more with what they wrote.
  }
}

async function writeAll(plans: readonly Plan[]): Promise<boolean> {
  const edit = new WorkspaceEdit();
  for (const { document, text, changes } of plans) {
    edit.set(document.uri, textEdits(text, changes));
  }
  // Several files are what VS Code calls a refactoring, after which its own setting says whether they are saved.
  return workspace.applyEdit(edit, { isRefactoring: plans.length > 1 });
}

/** `undefined` when the person does not want it after all. */
async function planFor(review: Review): Promise<Plan | Refused | undefined> {
  const document = await documentOf(review);
  if (!document) {
    return refused(review, 'missing');
  }
  if (await isReadOnly({ document })) {
    return refused(review, 'readOnly');
  }
  const { version } = document;
  const text = plainLines(document.getText());
  const rebased = review.rebase(text);
  if (rebased.conflicts.length === 0) {
    return { review, document, version, text, changes: textChanges(text, rebased.text) };
  }
  const wins = await askAboutConflicts(review, rebased.conflicts.length);
  return (
    wins && { review, document, version, text, changes: textChanges(text, review.rebase(text, wins).text) }
  );
}

async function documentOf({ target }: Review): Promise<TextDocument | undefined> {
  try {
    const document = await workspace.openTextDocument(target);
    return (await isGone(document)) ? undefined : document;
  } catch {
    return undefined;
  }
}

async function askAboutConflicts(review: Review, count: number): Promise<'current' | 'proposal' | undefined> {
  const proposal = l10n.t('Take the Proposal There');
  const current = l10n.t('Keep What Is There');
  const message =
    count === 1
      ? l10n.t('“{0}” was changed in a place that the proposal changes too.', nameOf(review.target))
      : l10n.t(
          '“{0}” was changed in {1} places that the proposal changes too.',
          nameOf(review.target),
          count,
        );
  const chosen = await window.showWarningMessage(
    message,
    {
      modal: true,
      detail: l10n.t(
        'All other changes are applied either way. Cancel to look at both sides: what stands on the right is what the proposal puts there, and can be edited.',
      ),
    },
    proposal,
    current,
  );
  return chosen === proposal ? 'proposal' : chosen === current ? 'current' : undefined;
}
