import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, type Uri, workspace } from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import { rangeOf } from './open-place.ts';
import type { FoundPlace } from './query.ts';
import { placeInWords } from './search-items.ts';

/** A file in the tree of results. */
export interface FileNode {
  readonly kind: 'file';
  readonly id: string;
  readonly uri: Uri;
  places: readonly PlaceNode[];
}

/** A place in a file of it, or in the list. */
export interface PlaceNode {
  readonly kind: 'place';
  readonly id: string;
  readonly uri: Uri;
  place: FoundPlace;
}

export type ResultNode = FileNode | PlaceNode;

/** UTF-16 units of what is shown of a text, or of a path, when the mouse rests on it. */
const MOST_SHOWN = 1500;

export function fileItem({ id, uri, places }: FileNode): TreeItem {
  const item = new TreeItem(uri, TreeItemCollapsibleState.Expanded);
  const path = plainText(workspace.asRelativePath(uri), MOST_SHOWN);
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const count = String(places.length);
  item.label = plainText(path.slice(path.lastIndexOf('/') + 1));
  item.iconPath = ThemeIcon.File;
  item.description = folder === '' ? count : `${folder} · ${count}`;
  item.tooltip = path;
  item.id = id;
  item.contextValue = 'file';
  item.accessibilityInformation = {
    label:
      places.length === 1 ? l10n.t('{0}, one place', path) : l10n.t('{0}, {1} places', path, places.length),
  };
  return item;
}

/** @param isInList whether it stands by itself, and not below its file */
export function placeItem({ id, uri, place }: PlaceNode, isInList: boolean): TreeItem {
  const item = new TreeItem(plainText(place.label, isInList ? 60 : 160), TreeItemCollapsibleState.None);
  item.description = plainText(placeInWords(place, isInList ? undefined : `:${place.tellingLine + 1}`));
  if (isInList) {
    item.resourceUri = uri;
    item.iconPath = ThemeIcon.File;
  }
  item.tooltip = `${placeInWords(place)}\n\n${place.text
    .slice(0, MOST_SHOWN)
    .toWellFormed()
    .replace(/\p{Bidi_Control}/gu, '')}`;
  item.id = id;
  item.contextValue = 'place';
  item.accessibilityInformation = { label: `${plainText(place.label, 160)}, ${placeInWords(place)}` };
  return item;
}

/** What VS Code does with a click, a double click, Enter or Ctrl+Enter, as in its own search. */
export function openCommand(place: FoundPlace): NonNullable<TreeItem['command']> {
  const { start } = rangeOf({ ...place, line: place.tellingLine });
  return {
    command: 'vscode.open',
    title: l10n.t('Open'),
    arguments: [place.uri, { selection: { start, end: start } }],
  };
}
