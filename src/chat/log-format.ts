import { isUtf8 } from 'node:buffer';
import * as v from 'valibot';
import { type ChatEvent, chatEvent, FORMAT_VERSION } from './events.ts';

/**
 * The lines of a conversation's file. Each is an object of JSON, and there is a line feed before each but the first:
 * so a line that was cut off when its writer was killed never runs into the next one. The lines after a header are of its
 * version; a file that goes on in a newer version gets another header.
 *
 * `w` names who wrote a line: a window, and which time it opened the file. `n` counts the lines of that writer: a line
 * that was written twice, because the first try seemed to have failed, counts once.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export interface LogFormat {
  readonly version: number;
  /** Turns a line of a version, without `w` and `n`, into lines of the next one. */
  readonly upgrades: ReadonlyMap<number, (line: JsonObject) => readonly JsonObject[]>;
}

export const CURRENT_FORMAT: LogFormat = { version: FORMAT_VERSION, upgrades: new Map() };

export interface LoggedEvent {
  readonly event: ChatEvent;
  /** Who wrote it, `w`. */
  readonly author: string | undefined;
  readonly number: number;
}

const KNOWN_TYPES: ReadonlySet<string> = new Set(
  chatEvent.options.map(({ entries }) => entries.type.literal),
);

const header = v.object({
  inkwell: v.literal('conversation'),
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  created: v.optional(v.pipe(v.number(), v.finite())),
});

/** UTF-8. */
export function encodeHeader(id: string, created: number): Buffer {
  return Buffer.from(JSON.stringify({ inkwell: 'conversation', version: FORMAT_VERSION, id, created }));
}

/** UTF-8. Half a surrogate pair is written as an escape, and comes back as it was. */
export function encodeEvent(event: ChatEvent, author: string, number: number): Buffer {
  return Buffer.from(JSON.stringify({ w: author, n: number, ...event }));
}

/** Reads the lines of one file, in their order, and remembers what was wrong with them. */
export class LogReader {
  readonly #format: LogFormat;
  #version: number | undefined;
  #created: number | undefined;
  #isFuture = false;
  #unreadable = 0;
  /** Beginnings of lines, which may have been written again as a whole. */
  readonly #fragments = new Set<string>();
  readonly #numbers = new Map<string, number>();
  /** Whether the file ends within a line: cut off, or not yet wholly written. */
  isTorn = false;

  /** @param version of the lines to come, for who begins in the middle of a file */
  constructor(format: LogFormat = CURRENT_FORMAT, version?: number) {
    this.#format = format;
    this.#version = version;
  }

  /** Of the lines that come next; `undefined` before a header. */
  get version(): number | undefined {
    return this.#version;
  }

  /** As the first header says; milliseconds since 1970. */
  get created(): number | undefined {
    return this.#created;
  }

  /** Whether a newer Inkwell has written here. */
  get isFuture(): boolean {
    return this.#isFuture;
  }

  /** Whether something that was written can not be read. */
  get isDamaged(): boolean {
    return this.isTorn || this.#unreadable > 0 || this.#fragments.size > 0 || this.#version === undefined;
  }

  /** Whether a line without a line feed behind it is there to its end: no beginning of an object is one. */
  isWhole(line: Buffer): boolean {
    return parse(line) !== undefined;
  }

  /** What a line says: nothing, where it is blank, not understood, or garbled. */
  read(line: Buffer): LoggedEvent[] {
    if (line.length === 0 || isBlank(line)) {
      return [];
    }
    const value = parse(line);
    if (value === undefined) {
      this.#garbled(line);
      return [];
    }
    if (!isUtf8(line)) {
      this.#unreadable++;
    }
    this.#madeWhole(line);
    if ('inkwell' in value) {
      this.#header(value);
      return [];
    }
    const { w, n, ...content } = value;
    const author = typeof w === 'string' ? w : undefined;
    const number = Number.isSafeInteger(n) ? Number(n) : 0;
    if (author !== undefined && number > 0) {
      if (number <= (this.#numbers.get(author) ?? 0)) {
        return [];
      }
      this.#numbers.set(author, number);
    }
    return this.#events(content).map((event) => ({ event, author, number }));
  }

  #header(value: JsonObject): void {
    const parsed = v.safeParse(header, value);
    if (!parsed.success) {
      this.#unreadable++;
      return;
    }
    this.#version = parsed.output.version;
    this.#created ??= parsed.output.created;
    this.#isFuture ||= parsed.output.version > this.#format.version;
  }

  #events(line: JsonObject): ChatEvent[] {
    const isNewer = (this.#version ?? 0) > this.#format.version;
    return this.#upgraded(line).flatMap((current) => {
      const parsed = v.safeParse(chatEvent, current);
      if (parsed.success) {
        return [parsed.output];
      }
      // What a newer version has added is passed over; what should be known here and is wrong is a loss.
      const { type } = current;
      if (!isNewer && (typeof type !== 'string' || KNOWN_TYPES.has(type))) {
        this.#unreadable++;
      }
      return [];
    });
  }

  #upgraded(line: JsonObject): readonly JsonObject[] {
    let lines: readonly JsonObject[] = [line];
    try {
      for (let version = this.#version ?? this.#format.version; version < this.#format.version; version++) {
        const upgrade = this.#format.upgrades.get(version);
        if (!upgrade) {
          throw new Error(`Nothing reads version ${version}.`);
        }
        lines = lines.flatMap(upgrade);
      }
      return lines;
    } catch {
      this.#unreadable++;
      return [];
    }
  }

  #garbled(line: Buffer): void {
    const text = line.toString('utf8');
    // Whoever was cut off writes the same line again, if he lives.
    if (text.startsWith('{') && this.#fragments.size < 100) {
      this.#fragments.add(text);
    } else {
      this.#unreadable++;
    }
  }

  #madeWhole(line: Buffer): void {
    for (const fragment of this.#fragments) {
      const length = Buffer.byteLength(fragment);
      // The last character may have been cut within its bytes.
      if (line.toString('utf8', 0, length).startsWith(fragment.replace(/\ufffd+$/, ''))) {
        this.#fragments.delete(fragment);
      }
    }
  }
}

function parse(line: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
}
