import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit, temporaryFolder } from '../vscode/cleanup.ts';
import type { Row } from './row.ts';
import type { SplitReport, Splitter } from './wav-split-process.ts';

const SIZE = 2 ** 30;
const ROUNDS = 5;
const MIB = 2 ** 20;

const splitters = ['ours', 'copy', 'streams'] as const satisfies readonly Splitter[];

/** A large recording, cut at quiet places into files, by a fresh process each time; and copied as it is. */
export async function measureWavSplit(): Promise<Row[]> {
  const folder = await temporaryFolder();
  try {
    const file = join(folder.path, 'long.wav');
    await writeRecording(file);
    const reports: Record<Splitter, SplitReport[]> = { ours: [], copy: [], streams: [] };
    // Once more before, so that all find the recording in memory.
    for (let round = -1; round < ROUNDS; round += 1) {
      for (let turn = 0; turn < splitters.length; turn += 1) {
        const splitter = splitters[(round + 1 + turn) % splitters.length] ?? 'ours';
        const report = await split(splitter, file);
        assert.ok(report.written >= SIZE - MIB, `${splitter} wrote ${report.written} bytes only`);
        if (round >= 0) {
          reports[splitter].push(report);
        }
      }
    }
    const samples = (splitter: Splitter, of: (report: SplitReport) => number) => reports[splitter].map(of);
    const memory = ({ peak, base }: SplitReport) => (peak - base) / MIB;
    const wall = ({ wall: milliseconds }: SplitReport) => milliseconds;
    return [
      {
        measure: 'WAV of 1 GiB split, peak memory above base',
        unit: 'MiB',
        ours: samples('ours', memory),
        peer: { name: 'pipeline', samples: samples('streams', memory) },
        figure: 'alone',
        bound: 120,
        aim: 80,
      },
      // Half the speed of a copy is twice its time.
      {
        measure: 'WAV of 1 GiB split, wall',
        unit: 'ms',
        ours: samples('ours', wall),
        peer: { name: 'pipeline', samples: samples('streams', wall) },
        figure: 'ratio',
        bound: 2,
        aim: 1,
      },
      {
        measure: 'WAV of 1 GiB split, wall',
        unit: 'ms',
        ours: samples('ours', wall),
        peer: { name: 'copyFile', samples: samples('copy', wall) },
        figure: 'ratio',
        bound: 2,
        aim: 1.5,
      },
    ];
  } finally {
    folder.remove();
  }
}

/** Stereo with 16 bits at 44.1 kHz: noise, with a pause in each fifth of a minute. */
async function writeRecording(file: string): Promise<void> {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(SIZE - 8, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(44_100, 24);
  head.writeUInt32LE(176_400, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(SIZE - 44, 40);
  const seconds = 12;
  const pattern = Buffer.alloc(seconds * 176_400);
  let state = 1;
  for (let at = 0; at < pattern.length; at += 2) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const isPause = at > pattern.length * 0.95;
    pattern.writeInt16LE(((state >>> 17) - 16_384) >> (isPause ? 8 : 0), at);
  }
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(head);
    for (let at = head.length; at < SIZE; at += pattern.length) {
      await handle.writeFile(pattern.subarray(0, SIZE - at));
    }
  } finally {
    await handle.close();
  }
}

async function split(splitter: Splitter, file: string): Promise<SplitReport> {
  const program = fileURLToPath(new URL('wav-split-process.ts', import.meta.url));
  const child = fork(program, [splitter, file], { execArgv: ['--expose-gc'] });
  const forget = atExit(() => child.kill());
  try {
    const [report] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([status]) =>
        Promise.reject(new Error(`The splitting by ${splitter} ended with status ${status}.`)),
      ),
    ]);
    return report as SplitReport;
  } finally {
    forget();
  }
}
