import { CODES_AT, recordBytes, scaleOfRecord } from './vector-records.ts';

/** Bytes of a block, or a little less. */
const BLOCK_BYTES = 4 * 2 ** 20;

/** The records of a file of vectors, in memory as they are on the disk. A slot is a record's number. */
export class VectorBlocks {
  readonly dimension: number;
  readonly stride: number;
  /** Records in a block. */
  readonly perBlock: number;
  readonly #blocks: Block[] = [];
  #length = 0;

  constructor(dimension: number) {
    this.dimension = dimension;
    this.stride = recordBytes(dimension);
    this.perBlock = Math.max(1, Math.floor(BLOCK_BYTES / this.stride));
  }

  get length(): number {
    return this.#length;
  }

  /** Adds records: their bytes, one behind the other. */
  push(records: Buffer): void {
    for (let at = 0; at < records.length; at += this.stride) {
      const place = this.#length % this.perBlock;
      if (place === 0) {
        this.#blocks.push(new Block(this.perBlock * this.stride));
      }
      this.#blocks.at(-1)?.bytes.set(records.subarray(at, at + this.stride), place * this.stride);
      this.#length += 1;
    }
  }

  /** A record's bytes; not to be written to. */
  record(slot: number): Buffer {
    const block = this.#blocks[Math.floor(slot / this.perBlock)];
    const at = (slot % this.perBlock) * this.stride;
    return block && slot < this.#length ? block.bytes.subarray(at, at + this.stride) : Buffer.alloc(0);
  }

  /** The product of a slot's codes with those of a query, times the slot's scale. */
  product(slot: number, query: Int32Array): number {
    const block = this.#blocks[Math.floor(slot / this.perBlock)];
    if (!block) {
      return 0;
    }
    const at = (slot % this.perBlock) * this.stride;
    return product(block.words, (at + CODES_AT) >> 2, query) * scaleOfRecord(block.view, at);
  }
}

class Block {
  readonly bytes: Buffer;
  readonly words: Int32Array;
  readonly view: DataView;

  constructor(size: number) {
    const memory = new ArrayBuffer(size);
    this.bytes = Buffer.from(memory);
    this.words = new Int32Array(memory);
    this.view = new DataView(memory);
  }
}

/** Four codes are read at once and taken apart, which is faster than to read four bytes, and than floats. */
function product(words: Int32Array, start: number, query: Int32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0, from = start; at < query.length; at += 4, from += 1) {
    const word = words[from] as number;
    a = (a + Math.imul((word << 24) >> 24, query[at] as number)) | 0;
    b = (b + Math.imul((word << 16) >> 24, query[at + 1] as number)) | 0;
    c = (c + Math.imul((word << 8) >> 24, query[at + 2] as number)) | 0;
    d = (d + Math.imul(word >> 24, query[at + 3] as number)) | 0;
  }
  return a + b + c + d;
}
