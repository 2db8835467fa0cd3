/**
 * Bytes of UTF-8. The strictest file systems in use take 143 for a name, which also has a number and an ending; and a
 * name longer than this is no longer read.
 */
const LONGEST_STEM = 100;

/** More of a text than any name is made of. */
const LONGEST_TEXT = 4000;

/** Names that Windows keeps for its devices, whatever ending they have. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/;

/** What is invisible inside a word, such as a soft hyphen, and would mislead; and apostrophes, which words go without. */
const WITHIN_WORDS = /[\p{Cf}'’ʼ]+/gu;

/** Letters and digits of any script with the marks on them. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

const graphemes = new Intl.Segmenter();

/**
 * A file's name without its ending, made of a prompt or another text, good on any file system and in any address: words of
 * small letters, joined by dashes.
 *
 * @param fallback where nothing of the text can be used; itself such a name
 */
export function fileStemFrom(text: string, fallback: string): string {
  // A pair of surrogates may be cut in two.
  const plain = text.slice(0, LONGEST_TEXT).toWellFormed().normalize().replace(WITHIN_WORDS, '');
  // Small letters may be composed of other parts than the large ones were.
  const words = (plain.toLowerCase().normalize().match(WORD) ?? []).join('-');
  const stem = cutToBytes(words, LONGEST_STEM);
  if (stem === '') {
    return fallback;
  }
  return DEVICES.test(stem) ? `${fallback}-${stem}` : stem;
}

/** Whole words of no more bytes than this, unless that would leave less than half: then whole characters. */
function cutToBytes(words: string, bytes: number): string {
  let kept = '';
  let left = bytes;
  for (const { segment } of graphemes.segment(words)) {
    left -= Buffer.byteLength(segment);
    if (left < 0) {
      const end = kept.lastIndexOf('-');
      const isCutInWord = segment !== '-' && end > 0 && Buffer.byteLength(kept.slice(0, end)) >= bytes / 2;
      return (isCutInWord ? kept.slice(0, end) : kept).replace(/-+$/, '');
    }
    kept += segment;
  }
  return kept;
}
