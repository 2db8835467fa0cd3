import {
  type CancellationToken,
  commands,
  type Disposable,
  EventEmitter,
  env,
  l10n,
  type TextDocument,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import type { FoundTexts } from './found-texts.ts';
import { openPlace } from './open-place.ts';
import type { FoundPlace, Query } from './query.ts';
import {
  type FileNode,
  fileItem,
  openCommand,
  type PlaceNode,
  placeItem,
  type ResultNode,
} from './result-items.ts';
import { byFile, neighbour, resultsAsText } from './result-list.ts';
import { placeName } from './search-items.ts';

/** Milliseconds after the last letter that was typed in a file that has results, before they are found again. */
const TYPED = 500;

/** What was kept of a search: a view, until it is cleared or the window is closed. */
export class SearchResults implements TreeDataProvider<ResultNode>, Disposable {
  readonly #texts: FoundTexts;
  readonly #changed = new EventEmitter<ResultNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  /** Each of the files that are being edited. */
  readonly #edited = new Map<string, NodeJS.Timeout>();
  #view: TreeView<ResultNode> | undefined;
  #watch: Disposable | undefined;
  #query: Query | undefined;
  /** The nearest first. */
  #places: readonly PlaceNode[] = [];
  #files: readonly FileNode[] = [];
  #current: PlaceNode | undefined;
  #isList = false;
  #search = new AbortController();
  /** Nodes that were made. */
  #made = 0;

  constructor(texts: FoundTexts) {
    this.#texts = texts;
  }

  /** What was searched for. */
  get query(): Query | undefined {
    return this.#query;
  }

  /** Shows these in place of what was kept before. */
  async keep(query: Query, places: readonly FoundPlace[]): Promise<void> {
    this.#search.abort();
    this.#query = query;
    this.#places = places.map((place) => ({ kind: 'place', id: this.#newId(), uri: place.uri, place }));
    this.#current = undefined;
    await commands.executeCommand('setContext', 'inkwell.hasSearchResults', true);
    this.#watch ??= workspace.onDidChangeTextDocument(({ document }) => this.#typedIn(document));
    this.#view ??= window.createTreeView<ResultNode>('inkwell.searchResults', {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
    });
    this.#refresh();
  }

  /** For one more search, which ends the one before and is ended by `clear`. */
  begin(): AbortSignal {
    this.#search.abort();
    this.#search = new AbortController();
    return this.#search.signal;
  }

  /** Leads to the view. */
  async focus(): Promise<void> {
    await commands.executeCommand('inkwell.searchResults.focus');
  }

  async clear(): Promise<void> {
    this.#search.abort();
    this.#query = undefined;
    this.#places = [];
    this.#current = undefined;
    this.#refresh();
    await commands.executeCommand('setContext', 'inkwell.hasSearchResults', false);
  }

  /** All in one list, the nearest first, or by files. */
  async showAsList(isList: boolean): Promise<void> {
    this.#isList = isList;
    await commands.executeCommand('setContext', 'inkwell.resultsAreListed', isList);
    this.#refresh();
  }

  /** Takes some out of the view. */
  async dismiss(chosen: readonly ResultNode[]): Promise<void> {
    const gone = new Set(placesOf(chosen));
    this.#places = this.#places.filter((node) => !gone.has(node));
    await (this.#places.length > 0 ? this.#refresh() : this.clear());
  }

  async copyPath(chosen: readonly ResultNode[]): Promise<void> {
    const paths = chosen.map((node) =>
      node.kind === 'file' ? workspace.asRelativePath(node.uri) : placeName(node.place),
    );
    await env.clipboard.writeText(paths.join('\n'));
  }

  async copyAll(): Promise<void> {
    const places = this.#inOrder().map(({ place }) => ({ name: placeName(place), label: place.label }));
    await env.clipboard.writeText(resultsAsText(places));
  }

  /** Opens the next one, or the one before. */
  async step(step: 1 | -1): Promise<void> {
    const [selected] = this.#view?.visible ? this.#view.selection : [];
    const from = selected?.kind === 'place' ? selected : this.#current;
    const next = neighbour(this.#inOrder(), from, step);
    if (next) {
      this.#current = next;
      if (this.#view?.visible) {
        await this.#view.reveal(next, { select: true, focus: false });
      }
      const place = await this.#now(next);
      await openPlace(place, { preview: true });
    }
  }

  async openToSide(chosen: readonly ResultNode[]): Promise<void> {
    const [node] = placesOf(chosen.length > 0 ? chosen : (this.#view?.selection ?? []));
    if (node) {
      await openPlace(await this.#now(node), { preview: false, viewColumn: ViewColumn.Beside });
    }
  }

  /** The nodes that a menu or a key is about. */
  chosen([node, nodes]: readonly unknown[]): readonly ResultNode[] {
    const given = Array.isArray(nodes) ? nodes : node === undefined ? (this.#view?.selection ?? []) : [node];
    const known = new Set<unknown>([...this.#files, ...this.#places]);
    return given.filter((each): each is ResultNode => known.has(each));
  }

  getTreeItem(node: ResultNode): TreeItem {
    return node.kind === 'file' ? fileItem(node) : placeItem(node, this.#isList);
  }

  getChildren(node?: ResultNode): readonly ResultNode[] & ResultNode[] {
    if (node) {
      return node.kind === 'file' ? [...node.places] : [];
    }
    return this.#isList ? [...this.#places] : [...this.#files];
  }

  getParent(node: ResultNode): ResultNode | undefined {
    return node.kind === 'place' && !this.#isList
      ? this.#files.find(({ places }) => places.includes(node))
      : undefined;
  }

  /** Where it is when it is opened, which may be elsewhere than when it was found. */
  async resolveTreeItem(item: TreeItem, node: ResultNode, _token: CancellationToken): Promise<TreeItem> {
    if (node.kind === 'place') {
      item.command = openCommand(await this.#now(node));
    }
    return item;
  }

  dispose(): void {
    this.#search.abort();
    for (const timer of this.#edited.values()) {
      clearTimeout(timer);
    }
    this.#watch?.dispose();
    this.#view?.dispose();
    this.#changed.dispose();
  }

  /** As they stand in the view. */
  #inOrder(): readonly PlaceNode[] {
    return this.#isList ? this.#places : this.#files.flatMap(({ places }) => places);
  }

  /** The place as it is now; as it was, where its file is gone. */
  async #now(node: PlaceNode): Promise<FoundPlace> {
    return (await this.#texts.place(node.place.hit)) ?? node.place;
  }

  #refresh(): void {
    const before = new Map(this.#files.map((file) => [file.uri.toString(), file]));
    const nodes = new Map(this.#places.map((node) => [node.place, node]));
    this.#files = byFile(this.#places.map(({ place }) => place)).flatMap(({ key, places: own }) => {
      const places = own.flatMap((place) => nodes.get(place) ?? []);
      const [first] = places;
      // The same as before where there is one, so that what is chosen in the view stays chosen.
      const file = before.get(key) ?? (first && { kind: 'file', id: this.#newId(), uri: first.uri, places });
      return file ? [Object.assign(file, { places })] : [];
    });
    if (this.#view) {
      this.#view.message = this.#inWords();
    }
    this.#changed.fire(undefined);
  }

  #inWords(): string {
    const query = plainText(this.#query?.text ?? '', 60);
    const [places, files] = [this.#places.length, this.#files.length];
    if (places === 0) {
      return l10n.t('“{0}”: nothing was found', query);
    }
    return places === 1
      ? l10n.t('“{0}”: one place', query)
      : files === 1
        ? l10n.t('“{0}”: {1} places in one file', query, places)
        : l10n.t('“{0}”: {1} places in {2} files', query, places, files);
  }

  #typedIn(document: TextDocument): void {
    const key = document.uri.toString();
    if (this.#files.some(({ uri }) => uri.toString() === key)) {
      clearTimeout(this.#edited.get(key));
      this.#edited.set(
        key,
        setTimeout(() => void this.#findAgain(key), TYPED),
      );
    }
  }

  async #findAgain(key: string): Promise<void> {
    this.#edited.delete(key);
    const nodes = this.#places.filter(({ uri }) => uri.toString() === key);
    const places = await Promise.all(nodes.map((node) => this.#now(node)));
    for (const [index, node] of nodes.entries()) {
      node.place = places[index] ?? node.place;
    }
    this.#refresh();
  }

  #newId(): string {
    this.#made += 1;
    return String(this.#made);
  }
}

function placesOf(chosen: readonly ResultNode[]): PlaceNode[] {
  return chosen.flatMap((node) => (node.kind === 'file' ? node.places : [node]));
}
