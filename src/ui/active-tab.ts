import { Uri, window } from 'vscode';

/** What is in the tab at hand, also where that is no text, such as an image or audio. */
export function uriInActiveTab(): Uri | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  return typeof input === 'object' && input !== null && 'uri' in input && input.uri instanceof Uri
    ? input.uri
    : undefined;
}
