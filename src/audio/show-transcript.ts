import { commands, type Uri } from 'vscode';

/** Opens a transcript in the editor that VS Code has for it: for those with times, the transcript editor. */
export async function showTranscript(
  uri: Uri,
  options: { readonly preserveFocus?: boolean; readonly background?: boolean } = {},
): Promise<void> {
  await commands.executeCommand('vscode.open', uri, { preview: false, ...options });
}
