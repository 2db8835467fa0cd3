/** Bytes of UTF-8; the strictest file systems in use take 143, ending included. */
const LONGEST_NAME = 120;

/** Names that Windows keeps for its devices, whatever ending they have. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?:\.|$)/i;

/** What no file name may have on some system, with what cannot be seen and would mislead. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Cn}]+/gu;
/** Of the invisible ones, what holds an emoji together. */
const JOINERS = /\u200c|\u200d|\ufe0f|[\u{e0020}-\u{e007f}]/u;

const graphemes = new Intl.Segmenter();

/**
 * A file name made of a title, good on any file system.
 *
 * @param ending with its dot
 * @param fallback where nothing of the title can be used
 */
export function fileNameFrom(title: string, ending: string, fallback: string): string {
  const cleaned = title
    .normalize()
    .toWellFormed()
    .replaceAll('\ufffd', ' ')
    .replace(FORBIDDEN, (found) =>
      Array.from(found, (character) => (JOINERS.test(character) ? character : ' ')).join(''),
    )
    .replace(/[\s\u00a0]+/g, ' ');
  const name = trimmed(cutToBytes(trimmed(cleaned), LONGEST_NAME - Buffer.byteLength(ending)));
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(name)) {
    return fallback + ending;
  }
  return (DEVICES.test(name) ? `_${name}` : name) + ending;
}

/** Windows drops dots and spaces at the end; a dot at the beginning hides a file, and a dash looks like an option. */
function trimmed(name: string): string {
  return name.replace(/^[\s.~-]+|[\s.]+$/g, '');
}

/** Whole characters, as people count them, of no more bytes than this. */
function cutToBytes(text: string, bytes: number): string {
  let kept = '';
  let left = bytes;
  // A character can be endless, so that not even one fits.
  for (const { segment } of graphemes.segment(text.slice(0, bytes * 4))) {
    left -= Buffer.byteLength(segment);
    if (left < 0) {
      break;
    }
    kept += segment;
  }
  return kept;
}
