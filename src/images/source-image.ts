import { l10n, Uri, window, workspace } from 'vscode';
import type { UploadFile } from '../service/request-schema.ts';
import { uriInActiveTab } from '../ui/active-tab.ts';
import { plainText } from '../ui/plain-text.ts';
import { foreignInWords, IMAGE_NAMES } from './findings-words.ts';
import { IMAGE_EXTENSION, type ImageFacts, lookAtImage } from './image-facts.ts';

/** Far above what a service takes; what is larger is hardly an image to look at. */
const MOST_BYTES = 64 * 1024 * 1024;

const IMAGE_NAME = /\.(?:png|jpe?g|webp|gif)$/i;

/** An image that is there, to be edited or varied or looked at. */
export interface SourceImage {
  readonly uri: Uri;
  readonly name: string;
  readonly facts: ImageFacts;
  readonly bytes: Uint8Array;
}

/** The same, where several may be chosen in the explorer. */
export async function imagesFor(given: readonly unknown[]): Promise<readonly Uri[]> {
  const [, chosen] = given;
  // Of a menu, the second is everything that is chosen: folders and other files, too.
  const images = Array.isArray(chosen)
    ? chosen.filter((each) => each instanceof Uri).filter(({ path }) => IMAGE_NAME.test(path))
    : [];
  if (images.length > 1) {
    return images;
  }
  const image = await imageFor(given);
  return image ? [image] : [];
}

/** The image that a menu or a key binding names, or that is in the tab at hand, or that the person chooses. */
export async function imageFor([given]: readonly unknown[]): Promise<Uri | undefined> {
  if (given instanceof Uri) {
    return given;
  }
  const active = uriInActiveTab();
  if (active && IMAGE_NAME.test(active.path)) {
    return active;
  }
  const [chosen] =
    (await window.showOpenDialog({
      canSelectMany: false,
      title: l10n.t('Choose an Image'),
      filters: { [l10n.t('Images')]: ['png', 'jpg', 'jpeg', 'webp', 'gif'] },
    })) ?? [];
  return chosen;
}

/** Reads an image; says why, where that is none. */
export async function readImage(uri: Uri): Promise<SourceImage | undefined> {
  const name = uri.path.split('/').at(-1) ?? '';
  // Who goes on with other images does not wait until the person has closed it.
  const problem = (text: string): undefined => {
    void window.showErrorMessage(text);
    return undefined;
  };
  let bytes: Uint8Array;
  try {
    const { size } = await workspace.fs.stat(uri);
    if (size > MOST_BYTES) {
      return problem(
        l10n.t(
          '“{0}” is too large for an image: at most {1} MB are read.',
          plainText(name),
          MOST_BYTES >> 20,
        ),
      );
    }
    bytes = await workspace.fs.readFile(uri);
  } catch (error) {
    const said = plainText(error instanceof Error ? error.message : String(error));
    return problem(l10n.t('“{0}” cannot be read: {1}', plainText(name), said));
  }
  const looked = lookAtImage(bytes);
  switch (looked.kind) {
    case 'image':
      return { uri, name, facts: looked.facts, bytes };
    case 'damaged':
      return problem(
        l10n.t('“{0}” begins as {1}, but what follows is none.', plainText(name), IMAGE_NAMES[looked.type]),
      );
    case 'foreign':
      return problem(
        l10n.t(
          '“{0}” is no PNG, JPEG, WebP or GIF image: it holds {1}.',
          plainText(name),
          foreignInWords(looked.content),
        ),
      );
  }
}

/** The image as it is sent: from the disk where it is on one, and without its name, which is nobody's business. */
export function uploadOf({ uri, facts, bytes }: SourceImage): UploadFile {
  const name = `image.${IMAGE_EXTENSION[facts.type]}`;
  return uri.scheme === 'file' ? { path: uri.fsPath, name } : { data: bytes, name };
}
