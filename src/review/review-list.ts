import { type Tab, type Uri, window, workspace } from 'vscode';
import { plainLabel } from '../ui/plain-text.ts';
import type { Review } from './review.ts';
import { nameOf } from './review-editors.ts';
import { isTogether, proposalsIn } from './review-tabs.ts';

/** The reviews that go on, and which of them a tab or the person is about. */
export class ReviewList {
  /** By the address of the proposed text. */
  readonly #reviews = new Map<string, Review>();

  get all(): readonly Review[] {
    return [...this.#reviews.values()];
  }

  /** The review of this proposed text. */
  get(file: Uri): Review | undefined {
    return this.#reviews.get(file.toString());
  }

  has(review: Review): boolean {
    return this.get(review.file) === review;
  }

  add(review: Review): void {
    this.#reviews.set(review.file.toString(), review);
  }

  remove(...reviews: readonly Review[]): void {
    for (const { file } of reviews) {
      this.#reviews.delete(file.toString());
    }
  }

  /** So that two proposals for one document are told apart. */
  numberFor(target: Uri): number {
    const same = this.all.filter((review) => String(review.target) === String(target));
    return Math.max(0, ...same.map(({ number }) => number)) + 1;
  }

  /** The reviews in a tab. */
  inTab(tab: Tab | undefined = window.tabGroups.activeTabGroup.activeTab): readonly Review[] {
    return proposalsIn(tab).flatMap((file) => this.get(file) ?? []);
  }

  /** The only review in the active tab, or the one of several on either side of which the cursor is. */
  inView(): Review | undefined {
    const all = this.inTab();
    if (!isTogether(window.tabGroups.activeTabGroup.activeTab)) {
      return all[0];
    }
    const cursor = window.activeTextEditor?.document.uri.toString();
    return all.find(({ file, target }) => file.toString() === cursor || target.toString() === cursor);
  }

  /** The review in view, or the one that is chosen where the active tab has several. */
  async ready(question: string): Promise<Review | undefined> {
    const inView = this.inView();
    const all = this.inTab();
    if (inView || all.length === 0) {
      return inView;
    }
    const items = all.map((review) => ({
      label: plainLabel(nameOf(review.target)),
      description: plainLabel(workspace.asRelativePath(review.target)),
      review,
    }));
    return (await window.showQuickPick(items, { title: question, matchOnDescription: true }))?.review;
  }
}
