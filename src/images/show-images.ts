import { l10n, Uri, window, workspace } from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import { ContactSheet } from './contact-sheet.ts';
import type { ImageOrigin } from './image-details.ts';
import type { SavedImage } from './image-run.ts';
import type { ImageServices } from './image-services.ts';
import { type InsertPlace, insertImage } from './insert-image.ts';
import type { SheetFile } from './sheet-images.ts';

export interface ShowOptions {
  /** Of their tab, where that is not the prompt. */
  readonly title?: string | undefined;
  /** Where the images may be inserted. */
  readonly place?: InsertPlace | undefined;
  /** Whether the person has asked for that already. */
  readonly insert?: boolean | undefined;
  /** Whether the person has gone on to something else, and is not to be taken from it. */
  readonly isElsewhere: boolean;
  /** Where they were asked for from; if it is closed by now, they have another. */
  readonly sheet?: ContactSheet | undefined;
  /** Asks for other images in the same way, which become part of the sheet. */
  again(sheet: ContactSheet): unknown;
}

/**
 * Shows images that are saved in a contact sheet, one as well as several: it has to be discarded, inserted or varied
 * alike. What is asked for from a sheet becomes part of it, beside what it is compared with.
 *
 * @returns the sheet, if there is one now
 */
export async function showImages(
  services: ImageServices,
  images: readonly SavedImage[],
  origin: ImageOrigin,
  options: ShowOptions,
): Promise<ContactSheet | undefined> {
  const [first, ...others] = images;
  if (!first) {
    return undefined;
  }
  const { place, insert = false, sheet } = options;
  const said = savedInWords(images);
  if (sheet && !sheet.isDisposed) {
    await sheet.add(images.map(sheetFile), said);
    if (!sheet.isVisible) {
      void offerToShow(said, () => sheet.reveal());
    }
    return sheet;
  }
  if (place && insert && others.length === 0) {
    await insertImage(first, place);
    // The person goes on writing; what else can be done with the image is a click away.
    void offerToShow(said, () =>
      open(services, images, origin, { ...options, insert: false, isElsewhere: false }, said),
    );
    return undefined;
  }
  const opened = open(
    services,
    images,
    origin,
    options,
    insert ? l10n.t('{0}. Choose which to insert.', said) : said,
  );
  if (options.isElsewhere) {
    void offerToShow(said, () => opened.reveal());
  }
  return opened;
}

function open(
  { context, log, sheets, vary }: ImageServices,
  images: readonly SavedImage[],
  { prompt, model, size }: ImageOrigin,
  { title, place, insert, isElsewhere, again }: ShowOptions,
  said: string,
): ContactSheet {
  const sheet: ContactSheet = new ContactSheet(
    context.extensionUri,
    {
      images: images.map(sheetFile),
      prompt,
      title,
      said,
      place,
      isToInsert: insert,
      model,
      size,
      preserveFocus: isElsewhere,
    },
    {
      regenerate: () => again(sheet),
      vary: (image) => vary(image, sheet),
      closed: () => sheets.delete(sheet),
    },
    log,
  );
  sheets.add(sheet);
  return sheet;
}

function sheetFile({ uri, facts: { width, height }, prompt }: SavedImage): SheetFile {
  return { uri, name: uri.path.split('/').at(-1) ?? '', width, height, alt: prompt };
}

async function offerToShow(said: string, show: () => unknown): Promise<void> {
  const action = l10n.t('Show');
  if ((await window.showInformationMessage(said, action)) === action) {
    show();
  }
}

function savedInWords(images: readonly SavedImage[]): string {
  const folders = new Map(
    images.map(({ uri }) => [Uri.joinPath(uri, '..').toString(), Uri.joinPath(uri, '..')] as const),
  );
  const [folder] = folders.values();
  if (!folder || folders.size > 1) {
    return l10n.t('{0} images saved in {1} folders', images.length, folders.size);
  }
  const name = plainText(folderName(folder));
  return images.length === 1
    ? l10n.t('1 image saved in {0}/', name)
    : l10n.t('{0} images saved in {1}/', images.length, name);
}

/** Below the workspace folder; its own name for that itself. */
function folderName(folder: Uri): string {
  const root = workspace.workspaceFolders?.find(({ uri }) => uri.toString() === folder.toString());
  return root?.name ?? workspace.asRelativePath(folder);
}
