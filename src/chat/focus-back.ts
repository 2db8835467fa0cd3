import { commands, window } from 'vscode';

/**
 * Asks the person something above the window on behalf of the view, which then has the focus again, unless an editor
 * was opened meanwhile. VS Code itself gives the focus back to any part of the window but a webview.
 */
export async function withFocusBack<T>(ask: () => Thenable<T>): Promise<T> {
  const before = window.tabGroups.activeTabGroup.activeTab;
  const answer = await ask();
  if (window.tabGroups.activeTabGroup.activeTab === before) {
    await commands.executeCommand('inkwell.chat.focus');
  }
  return answer;
}
