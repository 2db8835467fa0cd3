import { isUtf8 } from 'node:buffer';
import vocabulary from 'gpt-tokenizer/bpeRanks/cl100k_base';
import { encode } from 'gpt-tokenizer/encoding/cl100k_base';

/** A token with the text it stands for. */
export interface Token {
  id: number;
  text: string;
}

const plain = { disallowedSpecial: new Set<string>() };
const endOfText = 100257;

/**
 * The text's tokens in the cl100k_base vocabulary, which every sample model uses. Where a character is spread
 * over several tokens, they come as one piece under the id of the first, so that each piece is whole text.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let pending: number[] = [];
  for (const id of encode(text, plain)) {
    pending.push(id);
    const bytes = bytesOf(pending);
    if (isUtf8(bytes)) {
      tokens.push({ id: pending[0] ?? id, text: bytes.toString('utf8') });
      pending = [];
    }
  }
  return tokens;
}

export function countTokens(text: string): number {
  return encode(text, plain).length;
}

/** The text of token ids, or undefined when one is outside the vocabulary. */
export function textOfTokens(ids: readonly number[]): string | undefined {
  return ids.every((id) => id < vocabulary.length || id === endOfText)
    ? bytesOf(ids).toString('utf8')
    : undefined;
}

/** The library's own decoder keeps half characters from one call for the next; this starts anew each time. */
function bytesOf(ids: readonly number[]): Buffer {
  return Buffer.concat(
    ids.map((id) => {
      const entry = vocabulary[id] ?? '';
      return typeof entry === 'string' ? Buffer.from(entry) : Buffer.from(entry);
    }),
  );
}
