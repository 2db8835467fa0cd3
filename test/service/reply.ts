import type { Chunk } from './event-stream.ts';

/** What an operation answers; how it goes over the wire, faults included, is the server's matter. */
export type Reply =
  | {
      kind: 'json';
      status: number;
      body: Record<string, unknown>;
      headers?: Readonly<Record<string, string>>;
    }
  | { kind: 'body'; status: number; contentType: string; body: Buffer }
  | { kind: 'stream'; chunks: readonly Chunk[] };

export function json(body: Record<string, unknown>): Reply {
  return { kind: 'json', status: 200, body };
}

export function plainText(text: string): Reply {
  return { kind: 'body', status: 200, contentType: 'text/plain; charset=utf-8', body: Buffer.from(text) };
}
