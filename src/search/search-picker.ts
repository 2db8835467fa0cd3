import {
  commands,
  type Disposable,
  l10n,
  type QuickInputButton,
  type QuickPick,
  ThemeIcon,
  ViewColumn,
  window,
} from 'vscode';
import { logFailure } from '../ui/log-failure.ts';
import { fromOneLine, toOneLine } from '../ui/one-line.ts';
import { errorActions, showError } from '../ui/show-error.ts';
import { findPlaces } from './find-places.ts';
import { isOtherDimension } from './index-failure.ts';
import { openPlace } from './open-place.ts';
import { PlacePreview } from './place-preview.ts';
import type { FoundPlace, Query } from './query.ts';
import type { QueryServices } from './query-services.ts';
import { QuietQuery } from './quiet-query.ts';
import { earlierItems, FORGET, failureItems, placeItems, type SearchItem, TO_SIDE } from './search-items.ts';
import { indexInWords, similarTitle } from './search-words.ts';
import { ANEW, type IndexStatus } from './searcher.ts';

const KEEP: QuickInputButton = { iconPath: new ThemeIcon('list-tree'), tooltip: l10n.t('Keep as Results') };
const INDEX: QuickInputButton = { iconPath: new ThemeIcon('database'), tooltip: l10n.t('Index…') };

export interface PickerStart {
  /** Of Search by Meaning: what stands in the field. */
  readonly typed?: string;
  /** Of Find Similar: what is looked for; then what is typed only sifts what was found. */
  readonly query?: Query;
  /** Opens the list anew, after it was left to mend something. */
  readonly again: (typed: string) => unknown;
}

/** The list of what is near in meaning, from when it is opened until it is left. */
export class SearchPicker implements Disposable {
  readonly #services: QueryServices;
  readonly #start: PickerStart;
  readonly #picker: QuickPick<SearchItem>;
  readonly #preview = new PlacePreview();
  readonly #query: QuietQuery<readonly FoundPlace[]>;
  readonly #listeners: Disposable[];
  readonly #done = Promise.withResolvers<void>();
  /** What was found, and for what. */
  #found: { readonly text: string; readonly places: readonly FoundPlace[] } | undefined;
  /** The last that was answered or has failed. */
  #asked: string | undefined;
  #hadStatus: IndexStatus;
  #isLeft = false;

  constructor(services: QueryServices, start: PickerStart) {
    this.#services = services;
    this.#start = start;
    const { searcher } = services;
    this.#hadStatus = searcher.status;
    this.#query = new QuietQuery({
      ask: (text, signal) => findPlaces(services, start.query ?? { text }, signal),
      begun: () => {
        this.#picker.busy = true;
      },
      answered: (text, places) => this.#show(text, places),
      failed: (text, error) => this.#failed(text, error),
    });
    const picker = window.createQuickPick<SearchItem>();
    this.#picker = picker;
    picker.placeholder = start.query
      ? l10n.t('Type to narrow down what was found')
      : l10n.t('Say what you are looking for, in your own words');
    picker.matchOnDescription = start.query !== undefined;
    picker.matchOnDetail = start.query !== undefined;
    picker.value = start.typed ?? '';
    if (!start.query) {
      // The nearest first. VS Code would put first what begins with what was typed; this has long been a part of its
      // API that is only proposed, and what does not know it ignores it.
      Object.assign(picker, { sortByLabel: false });
    }
    picker.buttons = [KEEP, ...(services.showIndex ? [INDEX] : [])];
    this.#listeners = [
      picker,
      this.#preview,
      picker.onDidChangeValue((value) => this.#typed(value)),
      picker.onDidChangeActive(([item]) => this.#activated(item)),
      picker.onDidAccept(() => this.#run(this.#accept(picker.selectedItems[0]))),
      picker.onDidTriggerItemButton(({ item, button }) => this.#run(this.#pressed(item, button))),
      picker.onDidTriggerButton((button) => this.#run(this.#do(button === KEEP ? 'keep' : 'index'))),
      picker.onDidHide(() => this.#run(this.#hidden())),
      searcher.onDidChange(() => this.#indexChanged()),
    ];
  }

  /** Resolves when it was left, and what was there before is there again. */
  async open(): Promise<void> {
    const { query, typed = '' } = this.#start;
    void commands.executeCommand('setContext', 'inkwell.searching', true);
    this.#titled();
    this.#picker.show();
    if (query) {
      this.#query.now(query.text);
    } else {
      this.#typed(typed, true);
    }
    await this.#done.promise;
  }

  dispose(): void {
    this.#isLeft = true;
    this.#query.stop();
    void commands.executeCommand('setContext', 'inkwell.searching', false);
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  /** Gives way to another one. */
  leave(): Promise<void> {
    return this.#leave({ isKept: false });
  }

  /** Opens the place of the active row in a group beside. */
  async openToSide(): Promise<void> {
    const place = this.#picker.activeItems[0]?.place;
    if (this.#isFound(place)) {
      await this.#leaveTo(place, true);
    }
  }

  /** Whether what is shown was found for something else than what is typed. */
  get #isStale(): boolean {
    return !this.#start.query && this.#found?.text !== this.#text;
  }

  /** What VS Code says is chosen may be of the rows before, which it still shows. */
  #isFound(place: FoundPlace | undefined): place is FoundPlace {
    return place !== undefined && !this.#isStale && this.#found?.places.includes(place) === true;
  }

  get #text(): string {
    return fromOneLine(this.#picker.value).trim();
  }

  #typed(value: string, isNow = false): void {
    if (this.#isLeft || this.#start.query) {
      return;
    }
    const text = fromOneLine(value).trim();
    if (text === '') {
      this.#query.stop();
      this.#picker.busy = false;
      this.#found = undefined;
      this.#picker.items = earlierItems(this.#services.history.list());
    } else if (text === this.#found?.text) {
      // Typed and taken back.
      this.#query.stop();
      this.#picker.busy = false;
    } else if (isNow) {
      this.#query.now(text);
    } else {
      this.#query.type(text);
    }
  }

  #show(text: string, places: readonly FoundPlace[]): void {
    this.#picker.busy = false;
    this.#found = { text, places };
    this.#asked = text;
    this.#picker.items =
      places.length > 0
        ? placeItems(places, this.#start.query !== undefined)
        : [
            {
              label: l10n.t('Nothing was found'),
              detail: indexInWords(this.#services.searcher),
              alwaysShow: true,
            },
          ];
  }

  #failed(text: string, error: unknown): void {
    const { log } = this.#services;
    logFailure(error, log);
    this.#picker.busy = false;
    this.#found = undefined;
    this.#asked = text;
    const retry = l10n.t('Retry');
    const again = (): void => {
      if (this.#isLeft) {
        this.#start.again(this.#picker.value);
      } else {
        this.#query.now(text);
      }
    };
    const { message, actions } = errorActions(error, log, { retry: again });
    const leaving = [...actions].map(
      ([label, run]) =>
        [label, label === retry ? run : () => this.#leave({ isKept: false }).then(run)] as const,
    );
    const { showIndex } = this.#services;
    const anew =
      isOtherDimension(error) && showIndex
        ? [[l10n.t('Index Anew…'), () => this.#leave({ isKept: false }).then(() => showIndex(ANEW))] as const]
        : [];
    this.#picker.items = failureItems(message, new Map([...anew, ...leaving, [retry, again]]));
  }

  #activated(item: SearchItem | undefined): void {
    if (item?.place && !this.#isLeft) {
      void this.#preview.show(item.place);
    }
  }

  /** Nobody waits for what a person does in the list, so that a failure, as of a file that is gone, is told here. */
  #run(work: Promise<void>): void {
    work.catch((error) => showError(error, this.#services.log));
  }

  async #accept(item: SearchItem | undefined): Promise<void> {
    if (item?.earlier !== undefined) {
      this.#picker.value = toOneLine(item.earlier);
      this.#typed(this.#picker.value, true);
    } else if (item?.run) {
      await item.run();
    } else if (this.#isStale && this.#text !== '') {
      // What is at the top was found for something else.
      this.#query.now(this.#text);
    } else if (this.#isFound(item?.place)) {
      await this.#leaveTo(item.place, false);
    }
  }

  async #pressed({ place, earlier }: SearchItem, button: QuickInputButton): Promise<void> {
    if (button === TO_SIDE && place) {
      await this.#leaveTo(place, true);
    } else if (button === FORGET && earlier !== undefined) {
      await this.#services.history.remove(earlier);
      this.#typed(this.#picker.value);
    }
  }

  async #do(what: 'keep' | 'index'): Promise<void> {
    const { results, showIndex } = this.#services;
    if (what === 'index') {
      await this.#leave({ isKept: false });
      await showIndex?.();
    } else if (this.#found && !this.#isStale) {
      const { text, places } = this.#found;
      await this.#leave({ isKept: false });
      await results.keep(this.#start.query ?? { text }, places);
      await results.focus();
    }
  }

  async #leaveTo(place: FoundPlace, isBeside: boolean): Promise<void> {
    await this.#leave({ isKept: !isBeside });
    await openPlace(place, { preview: false, ...(isBeside && { viewColumn: ViewColumn.Beside }) });
  }

  #hidden(): Promise<void> {
    // A click into what is shown hides the list, and is where the person wants to be.
    return this.#leave({ isKept: this.#preview.isTaken });
  }

  /** @param isKept whether what is shown in the editor stays */
  async #leave({ isKept }: { readonly isKept: boolean }): Promise<void> {
    if (this.#isLeft) {
      return;
    }
    this.#isLeft = true;
    this.#query.stop();
    this.#picker.hide();
    try {
      if (this.#asked !== undefined && !this.#start.query) {
        await this.#services.history.add(this.#asked);
      }
      await (isKept ? this.#preview.keep() : this.#preview.restore());
    } finally {
      this.#done.resolve();
    }
  }

  #indexChanged(): void {
    const { status } = this.#services.searcher;
    const isComplete = status === 'ready' && this.#hadStatus !== 'ready';
    this.#hadStatus = status;
    this.#titled();
    const text = this.#start.query?.text ?? this.#text;
    const isWaiting = !this.#query.isPending && this.#found?.text === text;
    // What was asked once, costs no request.
    if (!this.#isLeft && isWaiting && (isComplete || this.#found?.places.length === 0)) {
      this.#query.now(text);
    }
  }

  #titled(): void {
    const { searcher } = this.#services;
    const { query } = this.#start;
    const title = query ? similarTitle(query) : l10n.t('Search by Meaning');
    this.#picker.title = searcher.status === 'ready' ? title : `${title} · ${indexInWords(searcher)}`;
  }
}
