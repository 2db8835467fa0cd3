import { type Tab, TabInputText, TabInputTextDiff, Uri, window } from 'vscode';
import { PROPOSAL_SCHEME } from './proposal-files.ts';

/** The proposed texts that a tab shows: one beside its document, or those of several files. */
export function proposalsIn(tab: Tab | undefined): readonly Uri[] {
  return modifiedIn(tab?.input).filter(({ scheme }) => scheme === PROPOSAL_SCHEME);
}

/** Whether a tab is for several files, however many are left. */
export function isTogether(tab: Tab | undefined): boolean {
  const { input } = tab ?? {};
  const isSingle = input instanceof TabInputTextDiff || input instanceof TabInputText;
  return !isSingle && proposalsIn(tab).length > 0;
}

/** The tabs that show a proposed text. */
export function tabsWith(proposal: Uri): Tab[] {
  const key = proposal.toString();
  return allTabs().filter((tab) => proposalsIn(tab).some((uri) => uri.toString() === key));
}

export function allTabs(): readonly Tab[] {
  return window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

/** The right sides of what a tab compares, as it was opened. */
function modifiedIn(input: unknown): Uri[] {
  if (input instanceof TabInputTextDiff) {
    // A person may have had the sides swapped.
    const isSwapped = input.modified.scheme !== PROPOSAL_SCHEME && input.original.scheme === PROPOSAL_SCHEME;
    return [isSwapped ? input.original : input.modified];
  }
  // As VS Code opens a single side of them.
  if (input instanceof TabInputText) {
    return [input.uri];
  }
  // What VS Code gives for a tab with several files has no type in its API yet, but has been the same for years.
  const { textDiffs } = typeof input === 'object' && input !== null ? (input as { textDiffs?: unknown }) : {};
  return Array.isArray(textDiffs)
    ? textDiffs.flatMap(({ modified }: { modified?: unknown }) => (modified instanceof Uri ? modified : []))
    : [];
}
