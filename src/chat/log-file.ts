import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../service/errors.ts';

/** What is needed of an open file to add to it. */
export interface AppendHandle {
  write(bytes: Buffer): Promise<{ readonly bytesWritten: number }>;
  datasync(): Promise<void>;
  stat(): Promise<{ readonly size: number }>;
  close(): Promise<void>;
}

export type OpenForAppend = (path: string, flags: number, mode: number) => Promise<AppendHandle>;

export interface Appended {
  /** Lines written whole, from the first on. */
  readonly lines: number;
  /** Bytes that this added. */
  readonly bytes: number;
  /** Of the file afterwards. */
  readonly size: number;
  /** Why no more was written. */
  readonly error?: unknown;
  /** Whether it was to make a file that is there already. */
  readonly isTaken?: boolean;
}

export interface LinesRead {
  /** Where to read on. */
  readonly end: number;
  /** Of the file, at that time. */
  readonly size: number;
  readonly isAside: boolean;
}

const LINE_FEED = 0x0a;
const READ_SIZE = 256 * 1024;
/** For a file that grows while it is read. */
const LEAST_READ_SIZE = 16 * 1024;

/**
 * A file of lines that several processes add to. It is opened anew each time, since another window may have moved it
 * aside in the meantime: then it is found there.
 */
export class LogFile {
  readonly #path: string;
  readonly #aside: (() => Promise<string | undefined>) | undefined;
  readonly #openForAppend: OpenForAppend;

  /** @param aside where the file is when it is not at its path */
  constructor(path: string, aside?: () => Promise<string | undefined>, openForAppend: OpenForAppend = open) {
    this.#path = path;
    this.#aside = aside;
    this.#openForAppend = openForAppend;
  }

  /**
   * Adds lines by one single write at the file's end, which no other process' write comes in between. Each begins with
   * a line feed, so that it is a line also behind one that was cut off. When only a part is written, nothing
   * is taken back, for others may have written behind it: what is missing is to be added again, as whole lines.
   *
   * @param create whether the file is not there yet
   * @param durable whether to wait until the disk has it
   */
  async append(
    lines: readonly Buffer[],
    { create = false, durable = false }: { create?: boolean; durable?: boolean } = {},
  ): Promise<Appended> {
    const feed = Buffer.of(LINE_FEED);
    const all = Buffer.concat(lines.flatMap((line) => [feed, line]));
    const bytes = create ? all.subarray(1) : all;
    let handle: AppendHandle;
    try {
      if (create) {
        await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      }
    } catch (error) {
      return { lines: 0, bytes: 0, size: -1, error };
    }
    try {
      handle = await this.#open(create);
    } catch (error) {
      return { lines: 0, bytes: 0, size: -1, error, isTaken: create && codeOf(error) === 'EEXIST' };
    }
    let written = 0;
    let size = -1;
    try {
      ({ bytesWritten: written } = await handle.write(bytes));
      ({ size } = await handle.stat());
      if (durable) {
        await datasync(handle);
      }
    } catch (error) {
      await handle.close().catch(() => {});
      // Nothing is known of what is on the disk. A line that is there already counts once.
      return { lines: 0, bytes: written, size, error };
    }
    try {
      await handle.close();
    } catch (error) {
      return { lines: 0, bytes: written, size, error };
    }
    if (written === bytes.length) {
      return { lines: lines.length, bytes: written, size };
    }
    return { lines: wholeLines(lines, create ? written + 1 : written), bytes: written, size };
  }

  /** Waits until the disk has all that was written. */
  async sync(): Promise<void> {
    const handle = await this.#open(false);
    try {
      await datasync(handle);
    } finally {
      await handle.close();
    }
  }

  /**
   * Reads the lines from a place on, a piece of the file at a time. `take` gets each without its line feed, valid only
   * during the call. It says whether it takes the last one if there is no line feed behind it: else that one is not
   * counted as read. `undefined` when there is no such file.
   */
  async read(
    from: number,
    take: (line: Buffer, isEnded: boolean) => boolean,
    signal?: AbortSignal,
  ): Promise<LinesRead | undefined> {
    const found = await this.#find();
    if (!found) {
      return undefined;
    }
    const { handle, isAside } = found;
    try {
      const { size } = await handle.stat();
      const piece = Buffer.allocUnsafe(Math.max(LEAST_READ_SIZE, Math.min(READ_SIZE, size - from)));
      const begun: Buffer[] = [];
      let end = from;
      let wholeSize = size;
      for (let at = from; ; ) {
        signal?.throwIfAborted();
        const { bytesRead } = await handle.read(piece, 0, piece.length, at);
        if (bytesRead === 0) {
          break;
        }
        let start = 0;
        for (;;) {
          const feed = piece.subarray(0, bytesRead).indexOf(LINE_FEED, start);
          if (feed < 0) {
            break;
          }
          take(joined(begun, piece.subarray(start, feed)), true);
          begun.length = 0;
          start = feed + 1;
          end = at + start;
        }
        if (start < bytesRead) {
          begun.push(Buffer.from(piece.subarray(start, bytesRead)));
        }
        at += bytesRead;
        wholeSize = at;
      }
      const rest = joined(begun, Buffer.alloc(0));
      const isTaken = rest.length > 0 && take(rest, false);
      return { end: isTaken ? end + rest.length : end, size: wholeSize, isAside };
    } finally {
      await handle.close();
    }
  }

  async #open(create: boolean): Promise<AppendHandle> {
    const flags = constants.O_WRONLY | constants.O_APPEND;
    if (create) {
      return this.#openForAppend(this.#path, flags | constants.O_CREAT | constants.O_EXCL, 0o600);
    }
    const { handle } = await this.#wherever((path) => this.#openForAppend(path, flags, 0o600));
    return handle;
  }

  async #find(): Promise<{ handle: Awaited<ReturnType<typeof open>>; isAside: boolean } | undefined> {
    try {
      return await this.#wherever((path) => open(path, 'r'));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') {
        return undefined;
      }
      throw error;
    }
  }

  /** Opens the file at its place or where it was put aside. It may be moved between two looks: then it looks again. */
  async #wherever<H>(openAt: (path: string) => Promise<H>): Promise<{ handle: H; isAside: boolean }> {
    for (let looks = 1; ; looks++) {
      try {
        return { handle: await openAt(this.#path), isAside: false };
      } catch (error) {
        const aside = codeOf(error) === 'ENOENT' ? await this.#aside?.() : undefined;
        if (aside === undefined && (codeOf(error) !== 'ENOENT' || looks > 1)) {
          throw error;
        }
        if (aside !== undefined) {
          try {
            return { handle: await openAt(aside), isAside: true };
          } catch (moved) {
            if (codeOf(moved) !== 'ENOENT' || looks >= MOST_LOOKS) {
              throw moved;
            }
          }
        }
      }
    }
  }
}

/** Nobody deletes and restores faster than this many looks. */
const MOST_LOOKS = 5;

function joined(begun: readonly Buffer[], end: Buffer): Buffer {
  return begun.length === 0 ? end : Buffer.concat([...begun, end]);
}

/** How many lines, each with a line feed before it, have all their bytes among so many. */
function wholeLines(lines: readonly Buffer[], bytes: number): number {
  let whole = 0;
  let end = 0;
  for (const { length } of lines) {
    end += 1 + length;
    if (end > bytes) {
      break;
    }
    whole++;
  }
  return whole;
}

/** Some file systems cannot, and then it does no good to complain. */
async function datasync(handle: AppendHandle): Promise<void> {
  try {
    await handle.datasync();
  } catch (error) {
    if (!['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(codeOf(error) ?? '')) {
      throw error;
    }
  }
}
