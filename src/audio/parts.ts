import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A piece of a recording, sent by itself. Times are in seconds of the whole recording. */
export interface Part {
  readonly index: number;
  readonly startSeconds: number;
  readonly seconds: number;
  /** Of the file that it makes. */
  readonly bytes: number;
}

/** A part as a file, which is there until the next is asked for. */
export interface PartFile<P extends Part = Part> {
  readonly part: P;
  readonly path: string;
}

/** Of a part, its last fifth is searched for a quiet place. */
export const SEARCHED = 0.2;

/**
 * Where the next part may end at the latest, counted from its start. The last two share what is left where the last would
 * be very short: services refuse a moment of sound, or make something up for it.
 *
 * @param rest more than `most`
 */
export function latestEnd(rest: number, most: number): number {
  return rest < most * (1 + SEARCHED) ? rest / 2 / (1 - SEARCHED / 2) : most;
}

/** Windows removes no file that a program, such as one that looks for viruses, has open. */
const REMOVE = { force: true, recursive: true, maxRetries: 5 } as const;

/**
 * Files of parts, one at a time: each is written when it is asked for and taken away when the next is, or when the loop
 * ends, however it does.
 *
 * @param write writes the part to that path, or nothing where there is none left
 */
export async function* temporaryFiles<P extends Part>(
  parts: Iterable<P> | AsyncIterable<P>,
  extension: string,
  write: (part: P, path: string) => Promise<P>,
): AsyncGenerator<PartFile<P>, void> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-audio-'));
  try {
    for await (const planned of parts) {
      const path = join(folder, `part-${planned.index + 1}.${extension}`);
      yield { part: await write(planned, path), path };
      await rm(path, REMOVE);
    }
  } finally {
    await rm(folder, REMOVE);
  }
}
