/**
 * The words of the contact sheet's page. They come from the host, which knows the person's language:
 * `contact-sheet-words.ts` says them all through `l10n.t`. `{0}`, `{1}` stand for what differs.
 */
export const SHEET_WORDS = [
  'title',
  'images',
  'prompt',
  'dimensions',
  // Above the images
  'regenerate',
  'discardAll',
  'discardRest',
  'busy',
  // Of an image: shown as a tip, and said with its name
  'open',
  'openNamed',
  'keep',
  'keepNamed',
  'discard',
  'discardNamed',
  'copyPath',
  'copyPathNamed',
  'insert',
  'insertNamed',
  'vary',
  'varyNamed',
  'alt',
  'altNamed',
  // What is said
  'kept',
  'notKept',
  'gone',
  'goneNamed',
  'backNamed',
  'changedNamed',
  'notShown',
  'none',
  'loading',
] as const;

export type SheetWord = (typeof SHEET_WORDS)[number];

export type SheetWords = Readonly<Record<SheetWord, string>>;
