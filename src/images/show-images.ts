import { commands, l10n, Uri, ViewColumn, window, workspace } from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import type { ImageOrigin } from './image-details.ts';
import type { SavedImage } from './image-run.ts';
import { type InsertPlace, insertImages } from './insert-images.ts';

export interface ShowOptions {
  /** Where the images may be inserted. */
  readonly place?: InsertPlace | undefined;
  /** Whether the person has asked for that already. */
  readonly insert?: boolean;
  /** Asks for other images in the same way. */
  readonly again?: (() => unknown) | undefined;
}

/** Shows images that are saved: the first of them, and where they are. */
export async function showImages(
  images: readonly SavedImage[],
  origin: ImageOrigin,
  { place, insert: isInserted = false, again }: ShowOptions = {},
): Promise<void> {
  const [first] = images;
  if (!first) {
    return;
  }
  if (place && isInserted) {
    await insertImages(images, origin, place);
  } else {
    await commands.executeCommand('vscode.open', first.uri, {
      viewColumn: ViewColumn.Beside,
      preserveFocus: true,
    });
  }
  const folder = plainText(folderName(Uri.joinPath(first.uri, '..')));
  const reveal = l10n.t('Show in Explorer');
  const insert = l10n.t('Insert');
  const onceMore = l10n.t('Once More');
  const chosen = await window.showInformationMessage(
    images.length === 1
      ? l10n.t('1 image saved in {0}/', folder)
      : l10n.t('{0} images saved in {1}/', images.length, folder),
    ...(place && !isInserted ? [insert] : []),
    reveal,
    ...(again ? [onceMore] : []),
  );
  if (chosen === insert && place) {
    await insertImages(images, origin, place);
  } else if (chosen === onceMore) {
    await again?.();
  } else if (chosen === reveal) {
    const isInside = workspace.getWorkspaceFolder(first.uri) !== undefined;
    await commands.executeCommand(isInside ? 'revealInExplorer' : 'revealFileInOS', first.uri);
  }
}

/** Below the workspace folder; its own name for that itself. */
function folderName(folder: Uri): string {
  const root = workspace.workspaceFolders?.find(({ uri }) => uri.toString() === folder.toString());
  return root?.name ?? workspace.asRelativePath(folder);
}
