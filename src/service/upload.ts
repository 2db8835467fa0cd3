import { randomUUID } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { codeOf, ServiceError } from './errors.ts';
import type { UploadFile } from './request-schema.ts';

/** A request body of known length that can be sent more than once. */
export interface UploadBody {
  readonly contentType: string;
  /** Bytes. */
  readonly length: number;
  chunks(): AsyncIterable<Uint8Array>;
}

type Part = Uint8Array | FileOnDisk;

/** A file as it was when the request was made. */
interface FileOnDisk {
  readonly field: string;
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

/** Bytes read at a time: large enough for throughput, small enough to keep memory flat. */
const READ_SIZE = 64 * 1024;

/** Bytes after which it is looked again whether a file is what it was, lest all of a long one is sent for nothing. */
const CHECK_EVERY = 8 * 1024 * 1024;

const MEDIA_TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.mp3': 'audio/mpeg',
  '.mpga': 'audio/mpeg',
  '.mpeg': 'audio/mpeg',
  '.mp4': 'audio/mp4',
  '.m4a': 'audio/mp4',
  '.wav': 'audio/wav',
  '.webm': 'audio/webm',
};

/**
 * A `multipart/form-data` body of the given fields (§4). Files on disk are read while they are sent; fields
 * that are `undefined` are left out, and `0`, `false` and `''` are sent as such.
 *
 * @throws {ServiceError} `invalidRequest`, naming the field, when a file cannot be read.
 */
export async function multipart(fields: Readonly<Record<string, unknown>>): Promise<UploadBody> {
  const boundary = `----inkwell-${randomUUID()}`;
  const parts: Part[] = [];
  const add = (text: string): void => {
    parts.push(Buffer.from(text, 'utf8'));
  };
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) {
      continue;
    }
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${quote(field)}"`;
    if (isFile(value)) {
      const name = nameOf(value);
      add(`${disposition}; filename="${quote(name)}"\r\nContent-Type: ${mediaType(name)}\r\n\r\n`);
      parts.push('data' in value ? value.data : await onDisk(field, value.path));
      add('\r\n');
    } else {
      add(`${disposition}\r\n\r\n${String(value)}\r\n`);
    }
  }
  add(`--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: parts.reduce((sum, part) => sum + ('path' in part ? part.size : part.length), 0),
    chunks: () => chunksOf(parts),
  };
}

/** The name a file is sent under: its own, or the one given. */
export function nameOf(file: UploadFile): string {
  return 'path' in file ? (file.name ?? basename(file.path)) : file.name;
}

function isFile(value: unknown): value is UploadFile {
  return typeof value === 'object' && value !== null && ('path' in value || 'data' in value);
}

function mediaType(name: string): string {
  return MEDIA_TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
}

/** As browsers send names in a form: quotes and line breaks escaped, the rest in UTF-8. */
function quote(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

async function onDisk(field: string, path: string): Promise<FileOnDisk> {
  const handle = await openFile(field, path);
  try {
    const { size, mtimeMs } = await handle.stat();
    return { field, path, size, modified: mtimeMs };
  } finally {
    await handle.close();
  }
}

/**
 * The first bytes of a file that is to be sent, and its size in bytes.
 *
 * @throws {ServiceError} `invalidRequest`, naming the field, when it cannot be read.
 */
export async function beginning(
  field: string,
  file: UploadFile,
  length: number,
): Promise<{ readonly head: Buffer; readonly size: number }> {
  if ('data' in file) {
    const { buffer, byteOffset, byteLength } = file.data;
    return { head: Buffer.from(buffer, byteOffset, Math.min(length, byteLength)), size: byteLength };
  }
  const handle = await openFile(field, file.path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return { head: buffer.subarray(0, bytesRead), size: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}

async function* chunksOf(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if ('path' in part) {
      yield* readFile(part);
    } else {
      for (let at = 0; at < part.length; at += READ_SIZE) {
        yield part.subarray(at, at + READ_SIZE);
      }
    }
  }
}

/** Yields exactly the bytes that were promised, or fails: the length has been sent already. */
async function* readFile(file: FileOnDisk): AsyncGenerator<Uint8Array> {
  const { field, path, size } = file;
  const handle = await openFile(field, path);
  try {
    await checkUnchanged(file, handle);
    for (let position = 0, checked = 0; position < size; ) {
      const buffer = Buffer.allocUnsafeSlow(Math.min(READ_SIZE, size - position));
      const bytesRead = await readInto(buffer, handle, position, file);
      position += bytesRead;
      if (bytesRead === 0 || position === size || position - checked >= CHECK_EVERY) {
        // Also before the last bytes go out: a service that waits for them takes nothing in.
        await checkUnchanged(file, handle);
        checked = position;
      }
      yield bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

async function readInto(
  buffer: Buffer,
  handle: FileHandle,
  position: number,
  { field, path }: FileOnDisk,
): Promise<number> {
  try {
    return (await handle.read(buffer, 0, buffer.length, position)).bytesRead;
  } catch (error) {
    // Otherwise it would pass for a failure of the connection.
    throw unreadable(field, path, `cannot be read (${codeOf(error) ?? String(error)})`, error);
  }
}

/** What is open is asked, and what is there by that name: a file that was saved anew is another. */
async function checkUnchanged(
  { field, path, size, modified }: FileOnDisk,
  handle: FileHandle,
): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (!there) {
    throw unreadable(field, path, 'was renamed or deleted while it was being sent');
  }
  for (const now of [there, await handle.stat()]) {
    if (now.size !== size || now.mtimeMs !== modified) {
      throw unreadable(field, path, 'changed while it was being sent');
    }
  }
}

async function openFile(field: string, path: string): Promise<FileHandle> {
  try {
    // Asked first, since the opening of a named pipe may never return.
    if ((await stat(path)).isFile()) {
      return await open(path, 'r');
    }
  } catch (error) {
    const code = codeOf(error);
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? String(error)})`;
    throw unreadable(field, path, reason, error);
  }
  throw unreadable(field, path, 'is not a file');
}

function unreadable(field: string, path: string, reason: string, cause?: unknown): ServiceError {
  return new ServiceError('invalidRequest', `${field}: “${basename(path)}” ${reason}.`, {
    param: field,
    code: codeOf(cause),
    cause,
  });
}
