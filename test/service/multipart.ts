import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';

/** How much of a body or file is kept where nobody needs the whole. */
export const keptBytes = 64 * 1024;

export interface FormFile {
  readonly filename: string;
  readonly contentType: string;
  /** Length of the whole file in bytes. */
  readonly size: number;
  /** The file, or as much of its beginning as was to be kept. */
  readonly bytes: Buffer;
}

export function isFile(value: unknown): value is FormFile {
  return typeof value === 'object' && value !== null && 'filename' in value;
}

export type Form = Record<string, string | FormFile>;

/** Names of fields that came more than once stand in `repeated`. */
export interface ParsedForm {
  form: Form;
  repeated: string[];
}

/** Keeps the first `limit` bytes of what is added and counts the rest. */
export class Head {
  size = 0;
  #kept = 0;
  readonly #limit: number;
  readonly #pieces: Buffer[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(piece: Buffer): void {
    this.size += piece.length;
    const room = this.#limit - this.#kept;
    if (room > 0) {
      // A copy, since a slice would keep the whole network buffer alive.
      const part = Buffer.from(piece.subarray(0, room));
      this.#pieces.push(part);
      this.#kept += part.length;
    }
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}

/**
 * Reads a multipart body without buffering it: of each file the first `keepFileBytes` are kept.
 * `seen` gets every piece of the raw body. Throws on a malformed form.
 */
export async function readForm(
  request: IncomingMessage,
  keepFileBytes: number,
  seen: (piece: Buffer) => void,
): Promise<ParsedForm> {
  const form: Form = {};
  const repeated: string[] = [];
  const set = (name: string, value: string | FormFile) => {
    if (Object.hasOwn(form, name)) {
      repeated.push(name);
    }
    form[name] = value;
  };
  const parser = new Busboy({
    headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
  });
  parser.on('field', set);
  parser.on('file', (name, stream, filename, _encoding, contentType) => {
    const head = new Head(keepFileBytes);
    stream.on('data', (piece: Buffer) => head.add(piece));
    stream.on('end', () => set(name, { filename, contentType, size: head.size, bytes: head.bytes }));
    // Reported by the parser itself; without a listener the process would end.
    stream.on('error', () => {});
  });
  await pipeline(
    request,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const piece of source) {
        seen(piece);
        yield piece;
      }
    },
    parser as Writable,
  );
  return { form, repeated };
}
