import { Disposable, l10n, type ViewColumn, window } from 'vscode';
import { applyReviews } from './apply.ts';
import { ClosedProposals } from './closed-proposals.ts';
import type { ProposalFiles } from './proposal-files.ts';
import { offerAsNewFile, sayRefused } from './refused.ts';
import { type Proposal, Review } from './review.ts';
import {
  nameOf,
  type ShowOptions,
  showRenamed,
  showReview,
  showTarget,
  showTogether,
} from './review-editors.ts';
import { ReviewList } from './review-list.ts';
import { announce, proposedIn, tellToShow } from './review-messages.ts';
import { ReviewStatus } from './review-status.ts';
import { allTabs, isTogether, tabsWith } from './review-tabs.ts';
import { ReviewUpkeep } from './review-upkeep.ts';

export interface OpenOptions extends ShowOptions {
  /** What the person should know before they apply it, each in a sentence. */
  readonly remarks?: readonly string[];
}

/**
 * All proposals under review in this window. Nothing is written into a document before it is applied, and a review
 * that is closed or discarded leaves nothing behind.
 */
export class Reviews implements Disposable {
  readonly #files: ProposalFiles;
  readonly #reviews = new ReviewList();
  /** Those whose tab VS Code has told of: once it is closed, they are over. */
  readonly #seen = new WeakSet<Review>();
  readonly #closed = new ClosedProposals();
  /** How many are being opened. */
  #opening = 0;
  /** Those whose tab is being opened anew. */
  readonly #moving = new Set<Review>();
  readonly #status = new ReviewStatus();
  readonly #upkeep: ReviewUpkeep;
  readonly #listeners: Disposable;

  constructor(files: ProposalFiles) {
    this.#files = files;
    this.#upkeep = new ReviewUpkeep({
      reviews: () => this.#reviews.all,
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
    const { inBackground = false, remarks } = options;
    const review = this.#add(proposal);
    await this.#opened(async () => {
      await showReview(review, options);
      await review.carryOver();
    });
    const said = proposedIn(review);
    if (inBackground) {
      void this.#offerToShow(said, remarks, [review]);
    } else {
      announce(said, remarks);
    }
  }

  /** Shows the proposals for several files in one tab. */
  async openFiles(title: string, proposals: readonly Proposal[], options: OpenOptions = {}): Promise<void> {
    const [first, ...others] = proposals;
    if (!first || others.length === 0) {
      await (first && this.open(first, options));
      return;
    }
    if (options.inBackground) {
      // VS Code opens such a tab only in front of all.
      const said = l10n.t('The edits of {0} files are there to be looked at.', proposals.length);
      await tellToShow(said, options.remarks);
    }
    const reviews = proposals.map((proposal) => this.#add(proposal, title));
    await this.#opened(async () => {
      await showTogether(reviews);
      await Promise.all(reviews.map((review) => review.carryOver()));
    });
    const changes = reviews.reduce((sum, review) => sum + review.changes, 0);
    announce(
      changes === 1
        ? l10n.t('1 change proposed in {0} files.', reviews.length)
        : l10n.t('{0} changes proposed in {1} files.', changes, reviews.length),
      options.inBackground ? [] : options.remarks,
    );
  }

  /** Applies the proposal at hand; of several files, the one that the person is in, or chooses. */
  async apply(): Promise<void> {
    const review = await this.#reviews.ready(l10n.t('Which proposal is to be applied?'));
    await (review && this.#applyAll([review]));
  }

  /** Applies all proposals of the tab with several files. */
  applyAll(): Promise<void> {
    return this.#applyAll(this.#reviews.inTab());
  }

  /** Gives up the proposal at hand; of several files, the one that the person is in, or chooses. */
  async discard(): Promise<void> {
    const review = await this.#reviews.ready(l10n.t('Which proposal is to be discarded?'));
    await (review && this.#end([review]));
  }

  /** Gives up all proposals of the tab with several files. */
  discardAll(): Promise<void> {
    return this.#end(this.#reviews.inTab());
  }

  /** Puts the next of several proposed texts on the right side. */
  async next(): Promise<void> {
    const review = await this.#reviews.ready(l10n.t('Which file’s next proposal is to be shown?'));
    if (!review || review.count < 2) {
      return;
    }
    const old = tabsWith(review.file);
    const among = this.#reviews.inTab(old[0]);
    await this.#moved(among.length > 0 ? among : [review], async () => {
      this.#reviews.remove(review);
      const former = await review.next();
      this.#reviews.add(review);
      await (isTogether(old[0])
        ? showTogether(among)
        : showReview(review, { viewColumn: old[0]?.group.viewColumn }));
      await window.tabGroups.close(tabsWith(former));
      this.#files.remove(former);
    });
    announce(proposedIn(review));
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  #add(proposal: Proposal, title?: string): Review {
    const number = this.#reviews.numberFor(proposal.target);
    const review = new Review(this.#files, proposal, { title, number });
    this.#reviews.add(review);
    return review;
  }

  /** Opens reviews. Meanwhile nothing is counted, which would only keep VS Code waiting for their texts. */
  async #opened(open: () => Promise<void>): Promise<void> {
    this.#opening += 1;
    try {
      await open();
    } finally {
      this.#opening -= 1;
      this.#tabsChanged();
    }
  }

  async #applyAll(reviews: readonly Review[]): Promise<void> {
    const [tab] = reviews.flatMap(({ file }) => tabsWith(file));
    const { settled, refused } = await applyReviews(reviews);
    const [only] = settled;
    if (only && settled.length === 1 && !isTogether(tab)) {
      // Before its last editor is closed, which would lose the undo.
      await this.#showApplied(only, tab?.group.viewColumn);
    }
    await this.#end(settled);
    await sayRefused(refused);
  }

  /** Of what was proposed for a proposal, that one's review. */
  async #showApplied({ target }: Review, viewColumn: ViewColumn | undefined): Promise<void> {
    const around = this.#reviews.get(target);
    const [tab] = around ? tabsWith(around.file) : [];
    if (around && tab) {
      await (isTogether(tab)
        ? showTogether(this.#reviews.inTab(tab))
        : showReview(around, { viewColumn: tab.group.viewColumn }));
    } else {
      await showTarget(target, viewColumn);
    }
  }

  /** Closes the tabs of reviews, whose texts are gone with that. Others in the same tab go on in another one. */
  async #end(reviews: readonly Review[]): Promise<void> {
    const tabs = new Set(reviews.flatMap(({ file }) => tabsWith(file)));
    const left = [...tabs].map((tab) =>
      this.#reviews.inTab(tab).filter((review) => !reviews.includes(review)),
    );
    this.#reviews.remove(...reviews);
    await Promise.all(reviews.map((review) => review.settle()));
    await this.#moved(left.flat(), async () => {
      for (const together of left.filter(({ length }) => length > 0)) {
        await showTogether(together);
      }
      await window.tabGroups.close(reviews.flatMap(({ file }) => tabsWith(file)));
    });
    for (const review of reviews) {
      review.remove();
    }
    this.#showStatus();
  }

  async #offerAgain(closed: readonly Review[]): Promise<void> {
    const changing = closed.filter((review) => review.changes > 0);
    const proposals = changing.map((review) => review.snapshot());
    this.#closed.keep(proposals);
    await this.#end(closed);
    await this.openFiles(changing[0]?.title ?? '', await this.#closed.offer(proposals));
  }

  /** Tells of a review that was opened behind what the person is at. */
  async #offerToShow(
    said: string,
    remarks: readonly string[] = [],
    reviews: readonly Review[],
  ): Promise<void> {
    const chosen = await tellToShow(said, remarks);
    for (const review of reviews) {
      if (chosen && this.#reviews.has(review)) {
        await showReview(review, { viewColumn: tabsWith(review.file)[0]?.group.viewColumn });
      }
    }
  }

  async #showAnew(review: Review): Promise<void> {
    const [tab] = tabsWith(review.file);
    const among = tab ? this.#reviews.inTab(tab) : [review];
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

  #tabsChanged(): void {
    const shown = new Set(allTabs().flatMap((tab) => this.#reviews.inTab(tab)));
    const closed = this.#reviews.all.filter(
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
      void this.#offerAgain(closed);
    }
    this.#showStatus();
  }

  #showStatus(): void {
    const review = this.#reviews.inView();
    const changes = review && this.#opening === 0 ? review.changes : undefined;
    this.#status.show(review && { changes, index: review.index, count: review.count }, {
      isOpen: this.#reviews.inTab().length > 0,
      isTogether: isTogether(window.tabGroups.activeTabGroup.activeTab),
    });
  }
}
