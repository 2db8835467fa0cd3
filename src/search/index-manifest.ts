import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import { codeOf } from '../service/errors.ts';

/** Where a chunk is in a file: its hash, first line, column in it, and last line. */
export type ChunkPlace = readonly [hash: string, line: number, column: number, lastLine: number];

/** A file as it was when it was indexed. */
export interface IndexedFile {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970; -1 where it may have changed since without that being seen. */
  readonly modified: number;
  readonly chunks: readonly ChunkPlace[];
}

/** What an index knows beside its vectors. */
export interface Manifest {
  /** What the vectors were made with; 32 hexadecimal digits. */
  readonly identity: string;
  /** By which the files were cut into chunks. */
  readonly chunker: number;
  /** The name of the file of vectors; absent while there are none. */
  readonly vectors?: string | undefined;
  readonly files: readonly (readonly [path: string, file: IndexedFile])[];
}

export const MANIFEST_NAME = 'files.json';
export const VECTORS_NAME = /^vectors-[0-9a-f-]{36}\.bin$/;

/** Of taking the place of the file before; together under a second. */
const MOST_TRIES = 8;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

const manifest = v.strictObject({
  identity: hash,
  chunker: count,
  vectors: v.optional(v.pipe(v.string(), v.regex(VECTORS_NAME))),
  files: v.array(
    v.strictTuple([
      v.string(),
      v.strictObject({
        size: count,
        modified: v.pipe(v.number(), v.finite()),
        chunks: v.array(v.strictTuple([hash, count, count, count])),
      }),
    ]),
  ),
});

/** The manifest of a folder; `missing` or `garbled` where there is none to go by. */
export async function readManifest(folder: string): Promise<Manifest | 'missing' | 'garbled'> {
  let bytes: Buffer;
  try {
    bytes = await readFile(join(folder, MANIFEST_NAME));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return 'missing';
    }
    throw error;
  }
  const feed = bytes.indexOf(0x0a);
  const body = bytes.subarray(feed + 1);
  if (feed < 0 || bytes.toString('latin1', 0, feed) !== firstLine(body)) {
    return 'garbled';
  }
  try {
    const parsed = v.safeParse(manifest, JSON.parse(body.toString('utf8')));
    return parsed.success ? parsed.output : 'garbled';
  } catch {
    return 'garbled';
  }
}

/** Takes the place of the one before in one step, so that there is always a whole one. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const body = Buffer.from(JSON.stringify(content));
  const temporary = join(folder, `${MANIFEST_NAME}.${randomUUID()}.tmp`);
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(Buffer.concat([Buffer.from(`${firstLine(body)}\n`), body]));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await takePlace(temporary, join(folder, MANIFEST_NAME));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Windows refuses while another window, or what looks for viruses, has the file open: never for long. */
export async function takePlace(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (tries === MOST_TRIES || !['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error) ?? '')) {
        throw error;
      }
      await setTimeout(20 * tries);
    }
  }
}

function firstLine(body: Buffer): string {
  return JSON.stringify({ inkwell: 'search-index', version: 1, bytes: body.length, crc: crc32(body) });
}
