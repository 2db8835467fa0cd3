import { commands, type Disposable, l10n, StatusBarAlignment, type StatusBarItem, window } from 'vscode';
import type { CommandId } from '../ui/commands.ts';

/** The proposal in the active tab. */
export interface ShownReview {
  /** `undefined` while nobody has counted them. */
  readonly changes: number | undefined;
  /** Which of several proposed texts, counted from 0. */
  readonly index: number;
  readonly count: number;
}

/** What the manifest's `when` clauses ask for, below `inkwell`. */
type ReviewState = 'reviewing' | 'reviewingFiles' | 'hasNextProposal';

/** Says in the status bar what the proposal at hand changes, and to the menus that there is one. */
export class ReviewStatus implements Disposable {
  #item: StatusBarItem | undefined;
  readonly #contexts = new Map<ReviewState, boolean>();

  /** @param tab whether the active tab has reviews, and is one for several files */
  show(
    review: ShownReview | undefined,
    tab: { readonly isOpen: boolean; readonly isTogether: boolean },
  ): void {
    this.#set('reviewing', tab.isOpen);
    this.#set('reviewingFiles', tab.isOpen && tab.isTogether);
    this.#set('hasNextProposal', review !== undefined && review.count > 1);
    if (review?.changes === undefined) {
      this.#item?.hide();
      return;
    }
    this.#item ??= window.createStatusBarItem('inkwell.review', StatusBarAlignment.Left, -1);
    this.#item.name = l10n.t('Inkwell: Proposal');
    const changes = review.changes === 1 ? l10n.t('1 change') : l10n.t('{0} changes', review.changes);
    this.#item.text =
      review.count > 1
        ? `$(diff) ${l10n.t('Proposal {0} of {1}: {2}', review.index + 1, review.count, changes)}`
        : `$(diff) ${l10n.t('Proposal: {0}', changes)}`;
    this.#item.tooltip =
      review.count > 1
        ? l10n.t('Show the next proposal')
        : l10n.t('Apply or discard it at the top right of the editor');
    this.#item.command = review.count > 1 ? ('inkwell.nextProposal' satisfies CommandId) : undefined;
    this.#item.show();
  }

  dispose(): void {
    this.#item?.dispose();
  }

  #set(key: ReviewState, value: boolean): void {
    if ((this.#contexts.get(key) ?? false) !== value) {
      this.#contexts.set(key, value);
      void commands.executeCommand('setContext', `inkwell.${key}`, value);
    }
  }
}
