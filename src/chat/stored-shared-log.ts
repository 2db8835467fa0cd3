import { type ChatEvent, FORMAT_VERSION } from './events.ts';
import type { LogFile } from './log-file.ts';
import { encodeHeader, type LogFormat, type LoggedEvent, LogReader } from './log-format.ts';
import { StoreError } from './stored-error.ts';
import { OutgoingLines } from './stored-lines.ts';
import { readLog, readWholeLog, type WholeLog } from './stored-log.ts';

/** Bytes of several lines in one write. */
const MOST_AT_ONCE = 1024 * 1024;

export interface SharedLogOptions {
  readonly id: string;
  /** For the header of a new file, in milliseconds since 1970. */
  readonly created: number;
  readonly file: LogFile;
  readonly format: LogFormat;
  /** The name of its lines: nobody else's, now or ever, is the same. */
  readonly author: string;
  /** Gets what others have written. */
  readonly onForeign: (events: readonly LoggedEvent[]) => void;
  /**
   * Gets everything there is, in its right order, since others have written before what is ours and it matters who
   * came first: what is in the file, of that what others have added, and what is still to come behind it.
   */
  readonly onReordered: (
    events: readonly LoggedEvent[],
    foreign: readonly LoggedEvent[],
    ours: readonly ChatEvent[],
  ) => void;
  /** The file was moved aside, or came back. */
  readonly onMoved: () => void;
}

/**
 * A conversation's file to which several windows add, as one of them sees it: what is ours and not in it yet, and how
 * far it is known. `write` and `catchUp` are called one after the other.
 */
export class SharedLog {
  readonly #options: SharedLogOptions;
  readonly #lines: OutgoingLines;
  #reader: LogReader;
  /** Bytes of the file of which all is known. */
  #known: number;
  /** Events of others in them. */
  #foreign: number;
  #exists: boolean;
  #isGone: boolean;
  #hasShrunk = false;
  #isSynced = true;

  /** @param read what is in the file, unless there is none */
  constructor(options: SharedLogOptions, read: WholeLog | undefined) {
    this.#options = options;
    this.#lines = new OutgoingLines(options.author);
    this.#reader = read?.reader ?? new LogReader(options.format);
    this.#known = read?.end ?? 0;
    this.#foreign = read?.events.length ?? 0;
    this.#exists = read !== undefined;
    this.#isGone = read?.isAside ?? false;
  }

  /** Whether something in the file can not be read. */
  get isDamaged(): boolean {
    return this.#exists && (this.#hasShrunk || this.#reader.isDamaged);
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Whether so much is gathered that it should be written. */
  get isFull(): boolean {
    return this.#lines.isFull;
  }

  /** Takes what is to be written; the text of replies is gathered until it is sealed. */
  add(event: ChatEvent): void {
    this.#lines.add(event);
  }

  seal(): void {
    this.#lines.seal();
  }

  /** Writes what is sealed. What fails stays to be written. */
  async write({ isAgain, durable }: { isAgain: boolean; durable: boolean }): Promise<void> {
    if (isAgain) {
      // Some of it may have got there.
      await this.catchUp();
    }
    for (let misses = 0; this.#lines.isReady; ) {
      misses = (await this.#writeSome()) ? 0 : misses + 1;
      if (misses > 1) {
        throw new StoreError('full');
      }
    }
    if (durable && !this.#isSynced) {
      await this.#options.file.sync();
      this.#isSynced = true;
    }
  }

  /** Reads what is new in the file. */
  async catchUp(): Promise<void> {
    if (!this.#exists) {
      return;
    }
    const { file, author: own } = this.#options;
    const logged: LoggedEvent[] = [];
    const read = await readLog(file, this.#reader, this.#known, (event) => logged.push(event));
    const wasGone = this.#isGone;
    this.#isGone = !read || read.isAside;
    if (read && read.size < this.#known) {
      // Somebody has cut it. What was there is in memory, and what comes is added behind what is left.
      this.#hasShrunk = true;
    }
    this.#known = read ? Math.min(read.end, read.size) : this.#known;
    let isReordered = false;
    for (const { event, author, number } of logged) {
      if (author === own) {
        this.#lines.saw(number);
      } else {
        isReordered ||= this.#lines.matterTo(event);
      }
    }
    const foreign = logged.filter(({ author }) => author !== own);
    if (isReordered) {
      await this.#readAnew();
    } else if (foreign.length > 0) {
      this.#foreign += foreign.length;
      this.#options.onForeign(foreign);
    }
    if (this.#isGone !== wasGone) {
      this.#options.onMoved();
    }
  }

  /** `false` when not a single line was written whole. */
  async #writeSome(): Promise<boolean> {
    const { id, created, file } = this.#options;
    const batch = this.#lines.next(MOST_AT_ONCE);
    const header = this.#reader.version === FORMAT_VERSION ? [] : [encodeHeader(id, created)];
    const durable = batch.some(({ event }) => event.type !== 'text');
    const {
      lines,
      bytes,
      size,
      error,
      isTaken = false,
    } = await file.append([...header, ...batch.map((line) => line.bytes)], {
      create: !this.#exists,
      durable,
    });
    if (bytes > 0) {
      this.#isSynced = durable && error === undefined;
    }
    // A name that is taken is that of a file of ours: from a try that failed, or another window's.
    this.#exists ||= size >= 0 || isTaken;
    if (error !== undefined && !isTaken) {
      throw error;
    }
    this.#lines.wrote(Math.max(0, lines - header.length));
    if (this.#known + bytes === size && lines === header.length + batch.length) {
      // It has grown by what is ours and nothing else.
      this.#known = size;
      this.#lines.sawAllWritten();
      for (const line of header) {
        this.#reader.read(line);
      }
    } else {
      await this.catchUp();
    }
    return lines > 0 || isTaken;
  }

  async #readAnew(): Promise<void> {
    const { author: own, file, format, onReordered } = this.#options;
    const read = await readWholeLog(file, format);
    if (!read) {
      return;
    }
    this.#reader = read.reader;
    this.#known = read.end;
    for (const { number } of read.events.filter(({ author }) => author === own)) {
      this.#lines.saw(number);
    }
    const foreign = read.events.filter(({ author }) => author !== own);
    const news = foreign.slice(this.#foreign);
    this.#foreign = foreign.length;
    onReordered(read.events, news, this.#lines.unseen());
  }
}
