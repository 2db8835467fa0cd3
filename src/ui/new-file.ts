import { window, workspace } from 'vscode';

/** Opens text as a file that is not on the disk before the person saves it. */
export async function openNewFile(content: string, language?: string): Promise<void> {
  const document = await workspace.openTextDocument({
    content,
    ...(language !== undefined && { language }),
  });
  await window.showTextDocument(document);
}
