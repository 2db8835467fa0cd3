import type { ChatWord } from '../../chat/shared/words.ts';

/** Bytes; more is refused before it is read. */
const LARGEST = 1_000_000;
/** Files at a time. */
const MOST = 50;
const LONGEST_NAME = 255;
const LONGEST_ADDRESS = 4096;

/** VS Code's own list comes first: others may name the same files in another way. */
const URI_LISTS = ['application/vnd.code.uri-list', 'text/uri-list'];

export interface DroppedFile {
  readonly name: string;
  readonly text: string;
}

/** Why something that was dropped is not attached: a phrase, and what stands in it. */
export interface Refusal {
  readonly word: ChatWord;
  readonly about: string;
}

/** Whether files are being dragged, as far as the browser tells before they are dropped. */
export function bringsFiles({ types }: DataTransfer): boolean {
  return types.includes('Files') || URI_LISTS.some((type) => types.includes(type));
}

/** The addresses of what was dropped; without those of web pages, which are text. */
export function droppedUris(data: DataTransfer): string[] {
  for (const type of URI_LISTS) {
    const uris = data
      .getData(type)
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter(
        (line) => /^(?!https?:|mailto:|#)[a-z][a-z0-9+.-]*:/i.test(line) && line.length <= LONGEST_ADDRESS,
      );
    if (uris.length > 0) {
      return uris;
    }
  }
  return [];
}

/** The first of them, and a word if there are more. */
export function atMost<T>(all: readonly T[]): { some: T[]; refusal?: Refusal } {
  return all.length > MOST
    ? { some: all.slice(0, MOST), refusal: { word: 'tooMany', about: String(MOST) } }
    : { some: [...all] };
}

/** The text of a file; it is not read if it is too large. */
export async function readDropped(file: File): Promise<DroppedFile | Refusal> {
  if (file.size > LARGEST) {
    return { word: 'tooLarge', about: file.name };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0')
      ? { word: 'notText', about: file.name }
      : { name: file.name.slice(0, LONGEST_NAME), text };
  } catch {
    // Not UTF-8; or a folder, or a file that is gone: there is nothing to read in any of them.
    return { word: 'notText', about: file.name };
  }
}
