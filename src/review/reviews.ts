import { Disposable, l10n, type Tab, type ViewColumn, window, workspace } from 'vscode';
import { plainLabel } from '../ui/plain-text.ts';
import { applyReviews } from './apply.ts';
import { plainLines } from './document-text.ts';
import type { ProposalFiles } from './proposal-files.ts';
import { offerAsNewFile, sayRefused } from './refused.ts';
import { type Proposal, Review } from './review.ts';
import { nameOf, showRenamed, showReview, showTarget, showTogether } from './review-editors.ts';
import { ReviewStatus } from './review-status.ts';
import { allTabs, isTogether, proposalsIn, tabsWith } from './review-tabs.ts';
import { ReviewUpkeep } from './review-upkeep.ts';
import { countHunks } from './text-changes.ts';

export interface OpenOptions {
  readonly viewColumn?: ViewColumn | undefined;
  /** What the person should know before they apply it, each in a sentence. */
  readonly remarks?: readonly string[];
}

/**
 * All proposals under review in this window. Nothing is written into a document before it is applied, and a review
 * that is closed or discarded leaves nothing behind.
 */
export class Reviews implements Disposable {
  readonly #files: ProposalFiles;
  /** By the address of the proposed text. */
  readonly #reviews = new Map<string, Review>();
  /** Those whose tab VS Code has told of: once it is closed, they are over. */
  readonly #seen = new WeakSet<Review>();
  /** Those whose tab is being opened anew. */
  readonly #moving = new Set<Review>();
  readonly #status = new ReviewStatus();
  readonly #upkeep: ReviewUpkeep;
  readonly #listeners: Disposable;

  constructor(files: ProposalFiles) {
    this.#files = files;
    this.#upkeep = new ReviewUpkeep({
      reviews: () => [...this.#reviews.values()],
      changed: () => this.#tabsChanged(),
      renamed: (review) => void this.#showAnew(review),
      deleted: (reviews) => void this.#deleted(reviews),
    });
    this.#listeners = Disposable.from(
      this.#status,
      this.#upkeep,
      window.tabGroups.onDidChangeTabs(() => this.#tabsChanged()),
      window.tabGroups.onDidChangeTabGroups(() => this.#tabsChanged()),
      window.onDidChangeActiveTextEditor(() => this.#showStatus()),
    );
  }

  /** Shows a proposal beside its document, and tells how much it changes those who do not see it. */
  async open(proposal: Proposal, options: OpenOptions = {}): Promise<void> {
    const review = this.#add(proposal);
    await showReview(review, options.viewColumn);
    await review.carryOver();
    this.#tabsChanged();
    const name = nameOf(review.target);
    const changes = changesOf(review);
    announce(
      review.count > 1
        ? l10n.t(
            '“{0}”: {1} proposals, {2} changes in the first. Apply one above.',
            name,
            review.count,
            changes,
          )
        : changes === 1
          ? l10n.t('“{0}”: 1 change proposed. Apply or discard it above.', name)
          : l10n.t('“{0}”: {1} changes proposed. Apply or discard them above.', name, changes),
      options.remarks,
    );
  }

  /** Shows the proposals for several files in one tab. */
  async openFiles(title: string, proposals: readonly Proposal[], options: OpenOptions = {}): Promise<void> {
    const [first, ...others] = proposals;
    if (!first || others.length === 0) {
      await (first && this.open(first, options));
      return;
    }
    const reviews = proposals.map((proposal) => this.#add(proposal, title));
    await showTogether(reviews);
    await Promise.all(reviews.map((review) => review.carryOver()));
    this.#tabsChanged();
    const changes = reviews.reduce((sum, review) => sum + changesOf(review), 0);
    announce(
      l10n.t('{0} changes proposed in {1} files. Apply or discard above.', changes, reviews.length),
      options.remarks,
    );
  }

  /** Applies the proposal at hand; of several files, the one that the person is in, or chooses. */
  async apply(): Promise<void> {
    const review = await this.#atHand(l10n.t('Which proposal is to be applied?'));
    await (review && this.#applyAll([review]));
  }

  /** Applies all proposals of the tab with several files. */
  applyAll(): Promise<void> {
    return this.#applyAll(this.#inTab());
  }

  /** Gives up the proposal at hand; of several files, the one that the person is in, or chooses. */
  async discard(): Promise<void> {
    const review = await this.#atHand(l10n.t('Which proposal is to be discarded?'));
    await (review && this.#end([review]));
  }

  /** Gives up all proposals of the tab with several files. */
  discardAll(): Promise<void> {
    return this.#end(this.#inTab());
  }

  /** Puts the next of several proposed texts on the right side. */
  async next(): Promise<void> {
    const review = await this.#atHand(l10n.t('Which file’s next proposal is to be shown?'));
    if (!review || review.count < 2) {
      return;
    }
    await review.showNext();
    this.#showStatus();
    announce(
      l10n.t(
        '“{0}”: proposal {1} of {2}, {3} changes.',
        nameOf(review.target),
        review.index + 1,
        review.count,
        changesOf(review),
      ),
    );
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  #add(proposal: Proposal, title?: string): Review {
    const review = new Review(this.#files, proposal, title);
    this.#reviews.set(review.file.toString(), review);
    return review;
  }

  async #applyAll(reviews: readonly Review[]): Promise<void> {
    const [tab] = reviews.flatMap(({ file }) => tabsWith(file));
    const { settled, refused } = await applyReviews(reviews);
    const [only] = settled;
    if (only && settled.length === 1 && !isTogether(tab)) {
      // Before its last editor is closed, which would lose the undo.
      await showTarget(only.target, tab?.group.viewColumn);
    }
    await this.#end(settled);
    await sayRefused(refused);
  }

  /** Closes the tabs of reviews, whose texts are gone with that. Others in the same tab go on in another one. */
  async #end(reviews: readonly Review[]): Promise<void> {
    const tabs = new Set(reviews.flatMap(({ file }) => tabsWith(file)));
    const left = [...tabs].map((tab) => this.#inTab(tab).filter((review) => !reviews.includes(review)));
    for (const review of reviews) {
      this.#reviews.delete(review.file.toString());
    }
    await Promise.all(reviews.map((review) => review.settle()));
    await this.#moved(left.flat(), async () => {
      for (const together of left.filter(({ length }) => length > 0)) {
        await showTogether(together);
      }
      await window.tabGroups.close(allTabs().filter((tab) => tabs.has(tab)));
    });
    for (const review of reviews) {
      review.remove();
    }
    this.#showStatus();
  }

  async #showAnew(review: Review): Promise<void> {
    const [tab] = tabsWith(review.file);
    const among = tab ? this.#inTab(tab) : [review];
    await this.#moved(among, () => showRenamed(review, among));
    await review.carryOver();
    this.#showStatus();
  }

  /** What was proposed for it may be all that is left. */
  async #deleted(reviews: readonly Review[]): Promise<void> {
    const kept = reviews.map((review) => ({ review, text: review.text }));
    await this.#end(reviews);
    for (const { review, text } of kept) {
      await offerAsNewFile(
        l10n.t('“{0}” was deleted, and what was proposed for it was discarded.', nameOf(review.target)),
        text,
        review.language,
      );
    }
  }

  /** Moves reviews between tabs, which they outlive. */
  async #moved(reviews: readonly Review[], move: () => Promise<void>): Promise<void> {
    for (const review of reviews) {
      this.#moving.add(review);
    }
    try {
      await move();
    } finally {
      for (const review of reviews) {
        this.#moving.delete(review);
      }
      this.#tabsChanged();
    }
  }

  /** The review of the active tab, or the one that is chosen where the tab has several. */
  async #atHand(question: string): Promise<Review | undefined> {
    const inView = this.#inView();
    const all = this.#inTab();
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

  /** The reviews in a tab. */
  #inTab(tab: Tab | undefined = window.tabGroups.activeTabGroup.activeTab): readonly Review[] {
    return proposalsIn(tab).flatMap((file) => this.#reviews.get(file.toString()) ?? []);
  }

  /** The only review in the active tab, or the one of several on either side of which the cursor is. */
  #inView(): Review | undefined {
    const all = this.#inTab();
    if (!isTogether(window.tabGroups.activeTabGroup.activeTab)) {
      return all[0];
    }
    const cursor = window.activeTextEditor?.document.uri.toString();
    return all.find(({ file, target }) => file.toString() === cursor || target.toString() === cursor);
  }

  #tabsChanged(): void {
    const shown = new Set(allTabs().flatMap((tab) => this.#inTab(tab)));
    const closed = [...this.#reviews.values()].filter(
      (review) =>
        this.#seen.has(review) &&
        !shown.has(review) &&
        !this.#moving.has(review) &&
        !this.#upkeep.isLeaving(review),
    );
    for (const review of shown) {
      this.#seen.add(review);
    }
    if (closed.length > 0) {
      void this.#end(closed);
    }
    this.#showStatus();
  }

  #showStatus(): void {
    const review = this.#inView();
    this.#status.show(review && { changes: changesOf(review), index: review.index, count: review.count }, {
      isOpen: this.#inTab().length > 0,
      isTogether: isTogether(window.tabGroups.activeTabGroup.activeTab),
    });
  }
}

/** How many places of the document the proposed text changes. */
function changesOf({ document, text }: Review): number {
  return document ? countHunks(plainLines(document.getText()), text) : 0;
}

/** Says it in a message that goes away by itself, which a screen reader reads out. */
function announce(text: string, remarks: readonly string[] = []): void {
  void (remarks.length > 0
    ? window.showWarningMessage([text, ...remarks].join(' '))
    : window.showInformationMessage(text));
}
