/** Cuts one WAV into parts, or copies it, and reports what it took: `node wav-split-process.ts ours|copy|streams FILE`. */
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, open, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { sourceOfFile } from '../../src/audio/byte-source.ts';
import { readWavHeader } from '../../src/audio/wav-header.ts';
import { quietCuts, writeParts } from '../../src/audio/wav-split.ts';

export type Splitter = 'ours' | 'copy' | 'streams';

export interface SplitReport {
  /** Bytes. */
  readonly written: number;
  /** Resident memory in bytes: before, and at most. */
  readonly base: number;
  readonly peak: number;
  /** Milliseconds. */
  readonly cpu: number;
  readonly wall: number;
}

const MOST_BYTES = 25 * 2 ** 20;

const splitters: Record<Splitter, (file: string) => Promise<number>> = {
  ours: async (file) => {
    const handle = await open(file);
    try {
      const source = await sourceOfFile(handle, file);
      const header = await readWavHeader(source);
      let written = 0;
      const cuts = await quietCuts(source, header, { mostBytes: MOST_BYTES });
      for await (const { part } of writeParts(source, header, cuts)) {
        written += part.bytes;
      }
      return written;
    } finally {
      await handle.close();
    }
  },
  copy: (file) => copied(file, (to) => copyFile(file, to)),
  streams: (file) => copied(file, (to) => pipeline(createReadStream(file), createWriteStream(to))),
};

async function copied(file: string, copy: (to: string) => Promise<void>): Promise<number> {
  const to = `${file}.copy`;
  try {
    await copy(to);
    return (await stat(to)).size;
  } finally {
    await rm(to, { force: true });
  }
}

const [splitter = 'ours', file = ''] = process.argv.slice(2);
globalThis.gc?.();
const base = process.memoryUsage.rss();
let peak = base;
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 5);
const cpu = process.cpuUsage();
const start = performance.now();
const written = await splitters[splitter as Splitter](file);
const wall = performance.now() - start;
const { user, system } = process.cpuUsage(cpu);
clearInterval(sampling);
const report: SplitReport = { written, base, peak, cpu: (user + system) / 1000, wall };
process.send?.(report, () => process.exit());
