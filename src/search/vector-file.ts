import { randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../service/errors.ts';
import { VectorBlocks } from './vector-blocks.ts';
import {
  decodeHeader,
  encodeHeader,
  HEADER_BYTES,
  hashOfRecord,
  type VectorFileHeader,
} from './vector-records.ts';

/** A file of vectors in memory, and on the disk what is added to it. */
export class VectorFile {
  readonly name: string;
  readonly blocks: VectorBlocks;
  /** Which slot has the vector of a text; of several the last. */
  readonly slots: ReadonlyMap<string, number>;
  /** Records that were garbled, or cut off at the end. */
  readonly damaged: number;
  readonly #slots: Map<string, number>;
  readonly #handle: FileHandle | undefined;

  private constructor(name: string, content: Content, handle: FileHandle | undefined) {
    this.name = name;
    this.blocks = content.blocks;
    this.slots = content.slots;
    this.#slots = content.slots;
    this.damaged = content.damaged;
    this.#handle = handle;
  }

  get dimension(): number {
    return this.blocks.dimension;
  }

  /** A new one without vectors. */
  static async create(folder: string, header: VectorFileHeader): Promise<VectorFile> {
    const name = `vectors-${randomUUID()}.bin`;
    const handle = await open(join(folder, name), 'wx+', 0o600);
    try {
      await writeAll(handle, encodeHeader(header), 0);
      await handle.datasync();
    } catch (error) {
      await handle.close();
      throw error;
    }
    const blocks = new VectorBlocks(header.dimension);
    return new VectorFile(name, { blocks, slots: new Map(), damaged: 0 }, handle);
  }

  /** `undefined` for what is not there, garbled at its beginning, or made with something else. */
  static async open(
    folder: string,
    name: string,
    identity: string,
    isWriter: boolean,
  ): Promise<VectorFile | undefined> {
    let handle: FileHandle;
    try {
      handle = await open(join(folder, name), isWriter ? 'r+' : 'r');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') {
        return undefined;
      }
      throw error;
    }
    let isKept = false;
    try {
      const header = decodeHeader(await readFully(handle, Buffer.alloc(HEADER_BYTES), 0));
      if (header?.identity !== identity) {
        return undefined;
      }
      const content = await readRecords(handle, header.dimension);
      isKept = isWriter;
      return new VectorFile(name, content, isWriter ? handle : undefined);
    } finally {
      if (!isKept) {
        await handle.close();
      }
    }
  }

  /** Adds records, and waits until the disk has them. After a failure, what comes next takes the same place. */
  async append(records: readonly { readonly hash: string; readonly bytes: Buffer }[]): Promise<void> {
    const { blocks } = this;
    const bytes = Buffer.concat(records.map((record) => record.bytes));
    if (!this.#handle || bytes.length !== records.length * blocks.stride) {
      throw new Error('Only whole records are added, to a file that is open for it.');
    }
    await writeAll(this.#handle, bytes, HEADER_BYTES + blocks.length * blocks.stride);
    await this.#handle.datasync();
    const first = blocks.length;
    blocks.push(bytes);
    for (const [index, { hash }] of records.entries()) {
      this.#slots.set(hash, first + index);
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }
}

interface Content {
  readonly blocks: VectorBlocks;
  readonly slots: Map<string, number>;
  readonly damaged: number;
}

/** A garbled record keeps its slot, but no text is found by it: only what it was for is asked for again. */
async function readRecords(handle: FileHandle, dimension: number): Promise<Content> {
  const blocks = new VectorBlocks(dimension);
  const { stride, perBlock } = blocks;
  const slots = new Map<string, number>();
  const { size } = await handle.stat();
  const most = Math.ceil(Math.max(1, size - HEADER_BYTES) / stride);
  const piece = Buffer.allocUnsafe(Math.min(perBlock, most) * stride);
  let damaged = 0;
  for (let at = HEADER_BYTES; ; at += piece.length) {
    const read = await readFully(handle, piece, at);
    const whole = Math.floor(read.length / stride);
    for (let index = 0; index < whole; index += 1) {
      const hash = hashOfRecord(read.subarray(index * stride, (index + 1) * stride));
      if (hash === undefined) {
        damaged += 1;
      } else {
        slots.set(hash, blocks.length + index);
      }
    }
    blocks.push(read.subarray(0, whole * stride));
    if (read.length < piece.length) {
      return { blocks, slots, damaged: damaged + (read.length > whole * stride ? 1 : 0) };
    }
  }
}

/** What there is from a place on, up to the size of the buffer: one call may give less. */
async function readFully(handle: FileHandle, into: Buffer, from: number): Promise<Buffer> {
  let filled = 0;
  while (filled < into.length) {
    const { bytesRead } = await handle.read(into, filled, into.length - filled, from + filled);
    if (bytesRead === 0) {
      break;
    }
    filled += bytesRead;
  }
  return into.subarray(0, filled);
}

async function writeAll(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, at + written);
    written += bytesWritten;
  }
}
