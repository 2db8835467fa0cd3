import {
  l10n,
  type QuickInputButton,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  workspace,
} from 'vscode';
import { toOneLine } from '../ui/one-line.ts';
import { plainLabel, plainText } from '../ui/plain-text.ts';
import type { FoundPlace } from './query.ts';

/** A row: a place that was found, an earlier query, or something to do. */
export interface SearchItem extends QuickPickItem {
  readonly place?: FoundPlace;
  readonly earlier?: string;
  readonly run?: () => unknown;
}

export const TO_SIDE: QuickInputButton = {
  iconPath: new ThemeIcon('split-horizontal'),
  tooltip: l10n.t('Open to the Side'),
};
export const FORGET: QuickInputButton = {
  iconPath: new ThemeIcon('trash'),
  tooltip: l10n.t('Remove from the List'),
};

/** UTF-16 units; what is longer would leave no room for the place, which stands behind it. */
const MOST_LABEL = 60;

/** The same of a message, whose rest stands below. */
const MOST_MESSAGE = 75;

/** @param isFiltered whether VS Code looks for what is typed among them; else all are shown */
export function placeItems(places: readonly FoundPlace[], isFiltered: boolean): SearchItem[] {
  return places.map((place) => ({
    label: plainLabel(place.label, MOST_LABEL),
    description: plainLabel(placeInWords(place)),
    ...(place.rest !== '' && { detail: plainLabel(place.rest, 240) }),
    alwaysShow: !isFiltered,
    buttons: [TO_SIDE],
    place,
  }));
}

/** Relative to the workspace, with the folder's name where there are several, and with the line as people count. */
export function placeName({ uri, tellingLine }: FoundPlace): string {
  return `${workspace.asRelativePath(uri)}:${tellingLine + 1}`;
}

/** Where it is, and whether that is still what was found. */
export function placeInWords(place: FoundPlace, name = placeName(place)): string {
  return place.isChanged ? l10n.t('{0} · changed since it was indexed', name) : name;
}

export function earlierItems(texts: readonly string[]): SearchItem[] {
  return texts.length === 0
    ? []
    : [
        { label: l10n.t('earlier'), kind: QuickPickItemKind.Separator },
        ...texts.map((text) => ({
          label: plainLabel(toOneLine(text)),
          iconPath: new ThemeIcon('history'),
          buttons: [FORGET],
          earlier: text,
        })),
      ];
}

/** What happened, and what can be done about it. */
export function failureItems(message: string, actions: ReadonlyMap<string, () => unknown>): SearchItem[] {
  const [first, ...others] = actions;
  const words = plainText(message);
  const end = words.length > MOST_MESSAGE ? words.lastIndexOf(' ', MOST_MESSAGE) : -1;
  const isLong = end > 0;
  const detail = isLong ? plainLabel(words.slice(end)) : first?.[0];
  return [
    {
      label: `$(error) ${plainLabel(isLong ? words.slice(0, end) : words)}`,
      alwaysShow: true,
      ...(detail !== undefined && { detail }),
      ...(first && { run: first[1] }),
    },
    ...(isLong ? [...actions] : others).map(([label, run]) => ({ label, alwaysShow: true, run })),
  ];
}
