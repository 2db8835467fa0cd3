import { type Tab, TabInputTextDiff, Uri, window } from 'vscode';
import { PROPOSAL_SCHEME } from './proposal-files.ts';

/** The proposed texts that a tab shows: one beside its document, or those of several files. */
export function proposalsIn(tab: Tab | undefined): readonly Uri[] {
  return modifiedIn(tab?.input).filter(({ scheme }) => scheme === PROPOSAL_SCHEME);
}

/** Whether a tab is for several files, however many are left. */
export function isTogether(tab: Tab | undefined): boolean {
  return tab !== undefined && !(tab.input instanceof TabInputTextDiff) && proposalsIn(tab).length > 0;
}

/** The tabs that show a proposed text. */
export function tabsWith(proposal: Uri): Tab[] {
  const key = proposal.toString();
  return allTabs().filter((tab) => proposalsIn(tab).some((uri) => uri.toString() === key));
}

/** Closes what is left of reviews that ended with a former window: their texts are gone. */
export async function closeLeftovers(): Promise<void> {
  const left = allTabs().filter((tab) => proposalsIn(tab).length > 0);
  if (left.length > 0) {
    await window.tabGroups.close(left);
  }
}

export function allTabs(): readonly Tab[] {
  return window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

/** The right sides of what a tab compares. */
function modifiedIn(input: unknown): Uri[] {
  if (input instanceof TabInputTextDiff) {
    return [input.modified];
  }
  // What VS Code gives for a tab with several files has no type in its API yet, but has been the same for years.
  const { textDiffs } = typeof input === 'object' && input !== null ? (input as { textDiffs?: unknown }) : {};
  return Array.isArray(textDiffs)
    ? textDiffs.flatMap(({ modified }: { modified?: unknown }) => (modified instanceof Uri ? modified : []))
    : [];
}
