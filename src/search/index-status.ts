import { type Disposable, l10n, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from 'vscode';
import { errorInWords } from '../ui/error-words.ts';
import { plainText } from '../ui/plain-text.ts';
import { toldFailure } from './index-failure.ts';
import type { WorkspaceSearch } from './workspace-search.ts';

/** Milliseconds; what is done sooner, such as a file that was saved, is not shown. */
const SOON = 1000;

interface Shown {
  readonly icon: string;
  readonly text: string;
  readonly details: string;
  /** What a click does. */
  readonly action: string;
}

/** The status bar item: there while something is indexed or waits. */
export class IndexStatusItem implements Disposable {
  readonly #search: WorkspaceSearch;
  readonly #listening: Disposable;
  #item: StatusBarItem | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isShown = false;

  constructor(search: WorkspaceSearch) {
    this.#search = search;
    this.#listening = search.onDidChange(() => this.#look());
    this.#look();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listening.dispose();
    this.#item?.dispose();
  }

  #look(): void {
    const { status } = this.#search;
    if (status === 'none' || status === 'ready') {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#isShown = false;
      this.#item?.hide();
    } else if (this.#isShown) {
      this.#show();
    } else {
      this.#timer ??= setTimeout(() => this.#show(), SOON);
    }
  }

  #show(): void {
    this.#isShown = true;
    const { status, folders } = this.#search;
    const indexing = folders.filter((index) => index.status === 'indexing');
    const failure = folders.map((index) => index.failure).find((each) => each !== undefined);
    const share = indexing.reduce((sum, { progress }) => sum + progress, 0) / Math.max(1, indexing.length);
    const isIndexing = status === 'indexing';
    const { icon, text, details, action } = isIndexing
      ? {
          icon: 'sync~spin',
          text: l10n.t('Indexing {0} %', Math.floor(100 * share)),
          details: l10n.t('Inkwell indexes {0} for search by meaning.', namesOf(indexing)),
          action: l10n.t('Click to pause.'),
        }
      : this.#waiting(failure);
    this.#item ??= window.createStatusBarItem('inkwell.searchIndex', StatusBarAlignment.Right);
    this.#item.name = l10n.t('Inkwell Search Index');
    this.#item.text = `$(${icon}) ${text}`;
    this.#item.tooltip = `${details}\n${action}`;
    this.#item.accessibilityInformation = { label: `${l10n.t('Inkwell: {0}', text)}. ${details} ${action}` };
    this.#item.backgroundColor =
      !isIndexing && failure !== undefined ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.command = isIndexing ? 'inkwell.pauseIndexing' : 'inkwell.resumeIndexing';
    this.#item.show();
  }

  /** What is shown where nothing goes on here. */
  #waiting(failure: unknown): Shown {
    const action = l10n.t('Click to go on.');
    if (failure !== undefined) {
      return {
        icon: 'warning',
        text: l10n.t('Search index'),
        details: l10n.t('The search index is not complete: {0}', errorInWords(toldFailure(failure)).message),
        action,
      };
    }
    if (this.#search.isIndexedElsewhere) {
      return {
        icon: 'sync',
        text: l10n.t('Indexed in another window'),
        details: l10n.t('Another window makes the search index. What it has is searched here, too.'),
        action: l10n.t('Click to see whether it still does.'),
      };
    }
    return {
      icon: 'debug-pause',
      text: l10n.t('Indexing paused'),
      details: l10n.t('The search index is not complete.'),
      action,
    };
  }
}

function namesOf(indexing: readonly { readonly folder: { readonly name: string } }[]): string {
  return indexing.map(({ folder }) => l10n.t('“{0}”', plainText(folder.name))).join(', ');
}
