import { window } from 'vscode';

/** Asks the person something above the window on behalf of the view, which then has the focus again. */
export type WithFocusBack = <T>(ask: () => Thenable<T>) => Promise<T>;

/**
 * The focus goes back unless an editor was opened meanwhile. VS Code itself gives it back to any part of the window but
 * a webview.
 */
export function focusBackBy(focus: () => Promise<void>): WithFocusBack {
  return async (ask) => {
    const before = window.tabGroups.activeTabGroup.activeTab;
    const answer = await ask();
    if (window.tabGroups.activeTabGroup.activeTab === before) {
      await focus();
    }
    return answer;
  };
}
