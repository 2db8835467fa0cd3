import { open } from 'node:fs/promises';
import * as v from 'valibot';
import { type ConversationSummary, SummaryFold, summaryState } from './conversation-summary.ts';
import { LogFile } from './log-file.ts';
import { type LogFormat, LogReader } from './log-format.ts';
import { readWhole, type StoredFolder, writeWhole } from './stored-folder.ts';
import { readLog } from './stored-log.ts';

/** Milliseconds for which changes are gathered before they are kept. */
const QUIET = 3000;
/** Bytes before the place up to which a file was read, by which it is known again. */
const TAIL = 64;

const entry = v.object({
  /** Of the file when it was read. */
  size: v.number(),
  modified: v.number(),
  /** Up to where it was read, in which version of the format, and what stood there. */
  read: v.pipe(v.number(), v.integer(), v.minValue(0)),
  version: v.optional(v.number()),
  created: v.optional(v.number()),
  tail: v.string(),
  state: summaryState,
});

const cache = v.object({
  inkwell: v.literal('summaries'),
  version: v.literal(1),
  of: v.record(v.string(), entry),
});

type Entry = v.InferOutput<typeof entry>;

/**
 * Summaries of conversations' files, so that a list reads only what has been added to a file since. They are kept in
 * a file of their own, which can be lost; what the conversations' files say is what counts.
 */
export class StoredSummaries {
  readonly #folder: StoredFolder;
  readonly #format: LogFormat;
  readonly #report: (error: unknown) => void;
  #entries: Promise<Map<string, Entry>> | undefined;
  #saving: NodeJS.Timeout | undefined;
  #hasNews = false;

  constructor(folder: StoredFolder, format: LogFormat, report: (error: unknown) => void) {
    this.#folder = folder;
    this.#format = format;
    this.#report = report;
  }

  /** `undefined` when there is no such conversation. */
  async of(id: string, signal?: AbortSignal): Promise<ConversationSummary | undefined> {
    this.#entries ??= this.#load();
    const entries = await this.#entries;
    const stat = await this.#folder.stat(id);
    if (!stat) {
      if (entries.delete(id)) {
        this.#changed();
      }
      return undefined;
    }
    let known = entries.get(id);
    if (known?.size !== stat.size || known.modified !== stat.mtimeMs) {
      known = await this.#read(id, known, stat, signal);
      if (!known) {
        return undefined;
      }
      entries.set(id, known);
      this.#changed();
    }
    const { created, state } = known;
    return new SummaryFold(state).summary(id, created ?? (state.updatedAt || stat.mtimeMs));
  }

  /** Keeps what was read. */
  async save(): Promise<void> {
    clearTimeout(this.#saving);
    this.#saving = undefined;
    if (!this.#hasNews || !this.#entries) {
      return;
    }
    this.#hasNews = false;
    const of = Object.fromEntries(await this.#entries);
    await writeWhole(
      this.#folder.path,
      this.#folder.summaries,
      JSON.stringify({ inkwell: 'summaries', version: 1, of } satisfies v.InferInput<typeof cache>),
    );
  }

  async #read(
    id: string,
    known: Entry | undefined,
    stat: { readonly size: number; readonly mtimeMs: number },
    signal: AbortSignal | undefined,
  ): Promise<Entry | undefined> {
    const path = this.#folder.log(id);
    const isLonger = known !== undefined && stat.size > known.size && known.read > 0;
    const from = isLonger && (await tailBefore(path, known.read)) === known.tail ? known : undefined;
    const fold = new SummaryFold(from?.state);
    const reader = new LogReader(this.#format, from?.version);
    const read = await readLog(
      new LogFile(path),
      reader,
      from?.read ?? 0,
      ({ event }) => fold.apply(event),
      signal,
    );
    const created = from ? from.created : reader.created;
    return (
      read && {
        // As it was before reading: what has come since is read the next time.
        size: stat.size,
        modified: stat.mtimeMs,
        read: read.end,
        ...(reader.version !== undefined && { version: reader.version }),
        ...(created !== undefined && { created }),
        tail: await tailBefore(path, read.end),
        state: fold.state,
      }
    );
  }

  async #load(): Promise<Map<string, Entry>> {
    try {
      const parsed = v.safeParse(cache, JSON.parse((await readWhole(this.#folder.summaries)) ?? 'null'));
      return new Map(parsed.success ? Object.entries(parsed.output.of) : []);
    } catch {
      return new Map();
    }
  }

  #changed(): void {
    this.#hasNews = true;
    this.#saving ??= setTimeout(() => this.save().catch(this.#report), QUIET).unref();
  }
}

/** The bytes before a place in a file, as text to compare. */
async function tailBefore(path: string, end: number): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const from = Math.max(0, end - TAIL);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - from), 0, end - from, from);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
