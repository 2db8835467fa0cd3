import { crc32, inflateSync } from 'node:zlib';
import { viewOf } from './byte-view.ts';

export const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Bytes of a chunk that are not its data: length and type before, the checksum behind. */
const HEAD = 8;
const CHECKSUM = 4;

/** Of one file, bytes of text and chunks of text that are read at most. */
const MOST_TEXT = 1024 * 1024;
const MOST_TEXTS = 1000;

/** What a keyword may be: 1 to 79 letters of Latin-1, with single spaces within. */
const KEYWORD = /^(?=.{1,79}$)[!-~\xa1-\xff]+(?: [!-~\xa1-\xff]+)*$/;

/** What a chunk of Latin-1 may have. */
const LATIN = /^[\n\x20-\x7e\xa0-\xff]*$/;

export interface PngChunk {
  readonly type: string;
  /** Where its data begins and ends. */
  readonly start: number;
  readonly end: number;
}

/** A text inside a PNG. */
export interface PngText {
  readonly keyword: string;
  readonly text: string;
}

export function isPng(bytes: Uint8Array): boolean {
  return PNG_SIGNATURE.equals(bytes.subarray(0, PNG_SIGNATURE.length));
}

/** The whole chunks of a PNG, up to `IEND`, or to the first that is cut or none. */
export function* pngChunks(bytes: Uint8Array): Generator<PngChunk, void> {
  const view = viewOf(bytes);
  for (let at = PNG_SIGNATURE.length; at + HEAD + CHECKSUM <= view.length; ) {
    const start = at + HEAD;
    const end = start + view.readUInt32BE(at);
    const type = view.toString('latin1', at + 4, start);
    if (end + CHECKSUM > view.length || !/^[A-Za-z]{4}$/.test(type)) {
      return;
    }
    yield { type, start, end };
    if (type === 'IEND') {
      return;
    }
    at = end + CHECKSUM;
  }
}

/** Whether a chunk's checksum is that of what stands in it. */
export function isIntact(bytes: Uint8Array, { start, end }: PngChunk): boolean {
  const view = viewOf(bytes);
  return crc32(view.subarray(start - 4, end)) === view.readUInt32BE(end);
}

/** The texts of a PNG in their order, up to a bound; none of what is no PNG. */
export function pngTexts(bytes: Uint8Array): readonly PngText[] {
  const texts: PngText[] = [];
  const budget = new Budget();
  for (const chunk of isPng(bytes) ? pngChunks(bytes) : []) {
    if (!isTextChunk(chunk)) {
      continue;
    }
    if (!budget.takes(chunk)) {
      break;
    }
    const text = isIntact(bytes, chunk) ? textOf(chunk, bytes, budget) : undefined;
    if (text) {
      texts.push(text);
    }
  }
  return texts;
}

/** What may still be read of one file. */
class Budget {
  #bytes = MOST_TEXT;
  #chunks = MOST_TEXTS;

  takes({ start, end }: PngChunk): boolean {
    this.#chunks -= 1;
    this.#bytes -= end - start;
    return this.#chunks >= 0 && this.#bytes >= 0;
  }

  inflate(packed: Uint8Array): Buffer | undefined {
    try {
      const bytes = inflateSync(packed, { maxOutputLength: Math.max(1, this.#bytes) });
      this.#bytes -= bytes.length;
      return bytes;
    } catch (error) {
      if (error instanceof RangeError) {
        // It would be longer than that: one such bomb is enough.
        this.#bytes = 0;
      }
      return undefined;
    }
  }
}

/**
 * A PNG with these texts, in the place of those that it has under the same keywords. What is no PNG, is cut, or has a
 * chunk that is not intact is given back as it is.
 *
 * @throws {RangeError} for a keyword that is none
 */
export function withPngTexts(bytes: Uint8Array, texts: readonly PngText[]): Uint8Array {
  const chunks = isPng(bytes) ? [...pngChunks(bytes)] : [];
  const [header, ...rest] = chunks;
  if (
    header?.type !== 'IHDR' ||
    rest.at(-1)?.type !== 'IEND' ||
    !chunks.every((chunk) => isIntact(bytes, chunk))
  ) {
    return bytes;
  }
  const replaced = new Set(texts.map(({ keyword }) => keyword));
  const pieces: Uint8Array[] = [bytes.subarray(0, header.end + CHECKSUM), ...texts.map(textChunk)];
  // What stays is copied in long runs.
  let from = header.end + CHECKSUM;
  for (const chunk of rest) {
    const keyword = isTextChunk(chunk) ? keywordOf(chunk, bytes) : undefined;
    if (keyword !== undefined && replaced.has(keyword)) {
      pieces.push(bytes.subarray(from, chunk.start - HEAD));
      from = chunk.end + CHECKSUM;
    }
  }
  pieces.push(bytes.subarray(from));
  return Buffer.concat(pieces);
}

function textChunk({ keyword, text }: PngText): Uint8Array {
  if (!KEYWORD.test(keyword)) {
    throw new RangeError(`“${keyword}” cannot be a keyword of a PNG.`);
  }
  const clean = text.toWellFormed().replace(/\r\n?/g, '\n').replaceAll('\0', '');
  const name = Buffer.from(`${keyword}\0`, 'latin1');
  return LATIN.test(clean)
    ? chunkOf('tEXt', Buffer.concat([name, Buffer.from(clean, 'latin1')]))
    : // Not compressed; neither a language nor a translated keyword.
      chunkOf('iTXt', Buffer.concat([name, Buffer.from(`\0\0\0\0${clean}`)]));
}

function chunkOf(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(HEAD + data.length + CHECKSUM);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, HEAD);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, HEAD + data.length)), HEAD + data.length);
  return chunk;
}

function isTextChunk({ type }: PngChunk): boolean {
  return type === 'tEXt' || type === 'zTXt' || type === 'iTXt';
}

function keywordOf({ start, end }: PngChunk, bytes: Uint8Array): string | undefined {
  const name = cutAtNul(viewOf(bytes).subarray(start, Math.min(end, start + 80)))?.[0].toString('latin1');
  return name !== undefined && KEYWORD.test(name) ? name : undefined;
}

/** `undefined` for what is not as a chunk of text is. */
function textOf(chunk: PngChunk, bytes: Uint8Array, budget: Budget): PngText | undefined {
  const keyword = keywordOf(chunk, bytes);
  if (keyword === undefined) {
    return undefined;
  }
  const data = viewOf(bytes).subarray(chunk.start + keyword.length + 1, chunk.end);
  const text =
    chunk.type === 'tEXt'
      ? data.toString('latin1')
      : chunk.type === 'iTXt'
        ? internationalText(data, budget)
        : data[0] === 0
          ? budget.inflate(data.subarray(1))?.toString('latin1')
          : undefined;
  return text === undefined ? undefined : { keyword, text };
}

function internationalText(data: Buffer, budget: Budget): string | undefined {
  const [isPacked, method] = data;
  const afterLanguage = cutAtNul(data.subarray(2))?.[1];
  const text = afterLanguage && cutAtNul(afterLanguage)?.[1];
  if (isPacked === 1 && method === 0) {
    return text && budget.inflate(text)?.toString();
  }
  return isPacked === 0 ? text?.toString() : undefined;
}

function cutAtNul(data: Buffer): [before: Buffer, after: Buffer] | undefined {
  const at = data.indexOf(0);
  return at < 0 ? undefined : [data.subarray(0, at), data.subarray(at + 1)];
}
