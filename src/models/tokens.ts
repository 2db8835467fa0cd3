/**
 * Counts tokens by the encoding of the best-known chat models. Other models cut text otherwise, so a count
 * is an estimate and is shown with ≈.
 */
export interface Tokenizer {
  /** Tokens of a text. Beyond `limit` it stops counting and goes by what it has seen. */
  count(text: string, limit?: number): number;
  /** The token ids of a short text. */
  encode(text: string): number[];
  /** The longest beginning of a text that has no more tokens than this. */
  keepStart(text: string, tokens: number): string;
  /** The longest end of a text that has no more tokens than this. */
  keepEnd(text: string, tokens: number): string;
}

/**
 * UTF-16 units. The encoder's time grows with the square of the longest run without a break, so that a line
 * of 100,000 letters would take it 13 seconds: text is given to it in pieces, cut at white space where there
 * is any. That can count one token too many a piece.
 */
const PIECE = 512;

/** Loads a megabyte of merge ranks: only to be called when a count is needed. */
export async function loadTokenizer(): Promise<Tokenizer> {
  const { countTokens, encode } = await import('gpt-tokenizer/encoding/cl100k_base');
  // Text that looks like a special token is only text here.
  const options = { disallowedSpecial: new Set<string>() };
  const countPiece = (piece: string): number => countTokens(piece, options);

  /** How far one gets through a text, from one side and piece by piece, with a number of tokens. */
  const reach = (text: string, tokens: number, { cut, part }: Side): number => {
    let rest = text;
    let left = tokens;
    while (rest !== '') {
      const [piece, next] = cut(rest);
      const count = countPiece(piece);
      if (count > left) {
        return text.length - rest.length + longest(piece, left, part);
      }
      left -= count;
      rest = next;
    }
    return text.length;
  };

  /** UTF-16 units of the longest part of a piece that has no more tokens than this. */
  const longest = (piece: string, tokens: number, part: Side['part']): number => {
    let fits = 0;
    let tooLong = piece.length;
    while (tooLong - fits > 1) {
      const middle = Math.floor((fits + tooLong) / 2);
      if (countPiece(part(piece, middle)) <= tokens) {
        fits = middle;
      } else {
        tooLong = middle;
      }
    }
    return fits;
  };

  return {
    count: (text, limit = Number.POSITIVE_INFINITY) => {
      let rest = text;
      let total = 0;
      while (rest !== '') {
        const [piece, next] = fromStart.cut(rest);
        total += countPiece(piece);
        rest = next;
        if (total > limit) {
          return Math.round((total * text.length) / (text.length - rest.length));
        }
      }
      return total;
    },
    encode: (text) => encode(text, options),
    keepStart: (text, tokens) => {
      const end = reach(text, tokens, fromStart);
      return text.slice(0, isInsidePair(text, end) ? end - 1 : end);
    },
    keepEnd: (text, tokens) => {
      const start = text.length - reach(text, tokens, fromEnd);
      return text.slice(isInsidePair(text, start) ? start + 1 : start);
    },
  };
}

interface Side {
  /** Takes a piece off this side. */
  readonly cut: (text: string) => [piece: string, rest: string];
  /** So many UTF-16 units of this side. */
  readonly part: (text: string, length: number) => string;
}

const fromStart: Side = {
  cut: (text) => {
    if (text.length <= PIECE) {
      return [text, ''];
    }
    const space = text.slice(0, PIECE).search(/\s\S*$/);
    const at = space > 0 ? space : isInsidePair(text, PIECE) ? PIECE - 1 : PIECE;
    return [text.slice(0, at), text.slice(at)];
  },
  part: (text, length) => text.slice(0, length),
};

const fromEnd: Side = {
  cut: (text) => {
    if (text.length <= PIECE) {
      return [text, ''];
    }
    const start = text.length - PIECE;
    const space = text.slice(start).search(/\s/);
    const at = space > 0 ? start + space : isInsidePair(text, start) ? start + 1 : start;
    return [text.slice(at), text.slice(0, at)];
  },
  part: (text, length) => text.slice(text.length - length),
};

/** Whether a place is between the two halves of a surrogate pair. */
function isInsidePair(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at));
}

/** No text has more tokens than this, and it costs nothing to know: a token is at least one byte of UTF-8. */
export function mostTokens(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/** Chat models that cut text by this very encoding, in any of their dated variants; later ones have another. */
const SAME_ENCODING = /^(?:openai\/)?gpt-(?:3\.5-turbo|35-turbo|4)(?:-[\w-]+)?$/i;

/** Whether a count is the model's own, and not an estimate. */
export function countsExactly(model: string): boolean {
  return SAME_ENCODING.test(model);
}
