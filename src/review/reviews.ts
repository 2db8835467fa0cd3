import { Disposable, l10n, type Tab, type ViewColumn, window, workspace } from 'vscode';
import { plainLabel } from '../ui/plain-text.ts';
import { applyReviews } from './apply.ts';
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
import { announce, proposedIn, tellToShow } from './review-messages.ts';
import { ReviewStatus } from './review-status.ts';
import { allTabs, isTogether, proposalsIn, tabsWith } from './review-tabs.ts';
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
  /** By the address of the proposed text. */
  readonly #reviews = new Map<string, Review>();
  /** Those whose tab VS Code has told of: once it is closed, they are over. */
  readonly #seen = new WeakSet<Review>();
  /** What was closed last without being applied. */
  #closed: readonly Proposal[] = [];
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
    const old = tabsWith(review.file);
    const among = this.#inTab(old[0]);
    await this.#moved(among.length > 0 ? among : [review], async () => {
      this.#reviews.delete(review.file.toString());
      const former = await review.next();
      this.#reviews.set(review.file.toString(), review);
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
    const same = [...this.#reviews.values()].filter(
      ({ target }) => String(target) === String(proposal.target),
    );
    const number = Math.max(0, ...same.map((other) => other.number)) + 1;
    const review = new Review(this.#files, proposal, { title, number });
    this.#reviews.set(review.file.toString(), review);
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
    const around = this.#reviews.get(target.toString());
    const [tab] = around ? tabsWith(around.file) : [];
    if (around && tab) {
      await (isTogether(tab)
        ? showTogether(this.#inTab(tab))
        : showReview(around, { viewColumn: tab.group.viewColumn }));
    } else {
      await showTarget(target, viewColumn);
    }
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
      await window.tabGroups.close(reviews.flatMap(({ file }) => tabsWith(file)));
    });
    for (const review of reviews) {
      review.remove();
    }
    this.#showStatus();
  }

  /** A tab may have been closed by mistake, or with many others; what it had cost something. */
  async #offerAgain(closed: readonly Review[]): Promise<void> {
    const changing = closed.filter((review) => review.changes > 0);
    const [first] = changing;
    const proposals = changing.map((review) => review.snapshot());
    // Only the latest: what lies in old messages is not kept.
    this.#closed = proposals;
    await this.#end(closed);
    if (!first) {
      return;
    }
    const again = l10n.t('Show Again');
    const said =
      changing.length === 1
        ? l10n.t('The proposal for “{0}” was closed and not applied.', nameOf(first.target))
        : l10n.t('{0} proposals were closed and not applied.', changing.length);
    const chosen = await window.showInformationMessage(said, again);
    const kept = this.#closed.length > 0 && this.#closed[0]?.target === first.target ? this.#closed : [];
    if (chosen === again && kept.length > 0) {
      this.#closed = [];
      await this.openFiles(first.title ?? '', kept);
    }
  }

  /** Tells of a review that was opened behind what the person is at. */
  async #offerToShow(
    said: string,
    remarks: readonly string[] = [],
    reviews: readonly Review[],
  ): Promise<void> {
    const chosen = await tellToShow(said, remarks);
    for (const review of reviews) {
      if (chosen && this.#reviews.has(review.file.toString())) {
        await showReview(review, { viewColumn: tabsWith(review.file)[0]?.group.viewColumn });
      }
    }
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
      void this.#offerAgain(closed);
    }
    this.#showStatus();
  }

  #showStatus(): void {
    const review = this.#inView();
    const changes = review && this.#opening === 0 ? review.changes : undefined;
    this.#status.show(review && { changes, index: review.index, count: review.count }, {
      isOpen: this.#inTab().length > 0,
      isTogether: isTogether(window.tabGroups.activeTabGroup.activeTab),
    });
  }
}
