import type { FileHandle } from 'node:fs/promises';
import { fileState, isSameState } from './file-state.ts';

/** Bytes that are read here and there, never all at once. */
export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** These bytes; fewer only where there are no more. They are the caller's own, or not to be written to. */
  read(start: number, length: number): Promise<Uint8Array>;
  /** Whether it is still what it was at first, and there. */
  readonly isUnchanged?: () => Promise<boolean>;
}

export function sourceOfBytes(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (start, length) => Promise.resolve(bytes.subarray(start, Math.max(start, start + length))),
  };
}

/**
 * A file that is open for reading, of the size that it has now; whoever opened it closes it.
 *
 * @param path by which it is noticed when the file is renamed, deleted or replaced
 */
export async function sourceOfFile(handle: FileHandle, path?: string): Promise<ByteSource> {
  const { size, mtimeMs: modified } = await handle.stat();
  return {
    size,
    isUnchanged: async () => {
      const states = await Promise.all([handle, ...(path === undefined ? [] : [path])].map(fileState));
      return states.every((state) => isSameState({ size, modified }, state));
    },
    read: async (start, length) => {
      const wanted = Math.max(0, Math.min(length, size - start));
      const buffer = Buffer.allocUnsafeSlow(wanted);
      let filled = 0;
      // One call may give less than there is.
      while (filled < wanted) {
        const { bytesRead } = await handle.read(buffer, filled, wanted - filled, start + filled);
        if (bytesRead === 0) {
          break;
        }
        filled += bytesRead;
      }
      return filled === wanted ? buffer : buffer.subarray(0, filled);
    },
  };
}

/** The same bytes, with the methods of a buffer. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
