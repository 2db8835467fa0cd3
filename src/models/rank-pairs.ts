/**
 * The ranks of a tokenizer, in less than what their texts take. Byte pair encoding makes each token of two that were
 * there before: so a token of more than one byte is kept as the ranks of these, and only single bytes as themselves.
 */

/** By rank: a token's text, or its bytes where these are no UTF-8 by themselves. */
export type Ranks = readonly (string | readonly number[])[];

/** Bytes of a rank. */
const PLANES = [0, 8, 16] as const;

/** @throws {RangeError} when a token is not made of two that come before it, or one is missing */
export function packRanks(ranks: Ranks): Uint8Array {
  const tokens = ranks.map((token) => Buffer.from(token as string).toString('latin1'));
  const known = new Map<string, number>();
  const pairs = tokens.map((token, rank) => {
    const pair = token.length === 1 ? [token.charCodeAt(0), NONE] : pairOf(token, known);
    if (!pair) {
      throw new RangeError(`Token ${rank} is not made of others.`);
    }
    known.set(token, rank);
    return pair;
  });
  // Bytes of the same weight stand together, which packs better.
  return Uint8Array.from(
    [0, 1].flatMap((side) =>
      PLANES.flatMap((shift) => pairs.map((pair) => ((pair[side] ?? NONE) >> shift) & 0xff)),
    ),
  );
}

export function unpackRanks(packed: Uint8Array): Ranks {
  const count = packed.length / (2 * PLANES.length);
  const firsts = ranksIn(packed.subarray(0, PLANES.length * count), count);
  const seconds = ranksIn(packed.subarray(PLANES.length * count), count);
  const tokens: string[] = [];
  for (const [rank, first] of firsts.entries()) {
    const second = seconds[rank] ?? NONE;
    tokens.push(second === NONE ? String.fromCharCode(first) : `${tokens[first]}${tokens[second]}`);
  }
  return tokens.map((token) => (NOT_ASCII.test(token) ? textOrBytes(token) : token));
}

function ranksIn(planes: Uint8Array, count: number): Uint32Array {
  const ranks = new Uint32Array(count);
  for (const [plane, shift] of PLANES.entries()) {
    for (const [rank, byte] of planes.subarray(plane * count, (plane + 1) * count).entries()) {
      ranks[rank] = (ranks[rank] ?? 0) | (byte << shift);
    }
  }
  return ranks;
}

const NOT_ASCII = /[\x80-\xff]/;

/** No rank is so large. */
const NONE = 0xff_ffff;

/** Those two of the ways to cut it whose later one came first, as the encoding itself has it. */
function pairOf(token: string, known: ReadonlyMap<string, number>): [number, number] | undefined {
  let best: [number, number] | undefined;
  for (let cut = 1; cut < token.length; cut += 1) {
    const first = known.get(token.slice(0, cut));
    const second = known.get(token.slice(cut));
    if (
      first !== undefined &&
      second !== undefined &&
      !(best && Math.max(...best) <= Math.max(first, second))
    ) {
      best = [first, second];
    }
  }
  return best;
}

/** @param token each letter of which is a byte */
function textOrBytes(token: string): string | number[] {
  const bytes = Buffer.from(token, 'latin1');
  const text = bytes.toString();
  // A byte order mark is lost where text is made of bytes elsewhere, so that it stays what it is.
  return Buffer.from(text).equals(bytes) && !text.startsWith('\ufeff') ? text : [...bytes];
}
