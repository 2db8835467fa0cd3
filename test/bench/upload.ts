import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit, temporaryFolder } from '../vscode/cleanup.ts';
import type { Row } from './row.ts';
import { startBenchService } from './service-process.ts';
import type { Uploader, UploadReport } from './upload-process.ts';

const SIZE = 2 ** 30;
const ROUNDS = 3;
const MIB = 2 ** 20;

/** A large recording, sent by a fresh process each time: what a process has grown to it does not give back. */
export async function measureUpload(): Promise<Row[]> {
  const folder = await temporaryFolder();
  const service = await startBenchService();
  try {
    const file = join(folder.path, 'long.wav');
    const handle = await open(file, 'w');
    // A sparse file: it is read as a real one is, and takes no room on the disk.
    await handle.truncate(SIZE);
    await handle.close();
    const reports: Record<Uploader, UploadReport[]> = { ours: [], undici: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const uploader of round % 2 === 0
        ? (['ours', 'undici'] as const)
        : (['undici', 'ours'] as const)) {
        const report = await upload(uploader, service.origin, file);
        assert.ok(report.received > SIZE, `the service received ${report.received} bytes only`);
        reports[uploader].push(report);
      }
    }
    const samples = (uploader: Uploader, of: (report: UploadReport) => number) => reports[uploader].map(of);
    const memory = ({ peak, base }: UploadReport) => (peak - base) / MIB;
    return [
      {
        measure: 'upload of 1 GiB, peak memory above base',
        unit: 'MiB',
        ours: samples('ours', memory),
        peer: { name: 'undici', samples: samples('undici', memory) },
        figure: 'alone',
        bound: 120,
        aim: 80,
      },
      {
        measure: 'upload of 1 GiB, first bytes sent',
        unit: 'ms',
        ours: samples('ours', ({ firstByte }) => firstByte),
        figure: 'alone',
        bound: 100,
      },
      {
        measure: 'upload of 1 GiB, cpu',
        unit: 'ms',
        ours: samples('ours', ({ cpu }) => cpu),
        peer: { name: 'undici', samples: samples('undici', ({ cpu }) => cpu) },
        figure: 'ratio',
      },
      {
        measure: 'upload of 1 GiB, wall',
        unit: 'ms',
        ours: samples('ours', ({ wall }) => wall),
        peer: { name: 'undici', samples: samples('undici', ({ wall }) => wall) },
        figure: 'ratio',
        // 0.8 of the throughput.
        bound: 1.25,
        aim: 1,
      },
    ];
  } finally {
    service.stop();
    folder.remove();
  }
}

async function upload(uploader: Uploader, origin: string, file: string): Promise<UploadReport> {
  const program = fileURLToPath(new URL('upload-process.ts', import.meta.url));
  const child = fork(program, [uploader, origin, file], { execArgv: ['--expose-gc'] });
  const forget = atExit(() => child.kill());
  try {
    const [report] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([status]) =>
        Promise.reject(new Error(`The upload by ${uploader} ended with status ${status}.`)),
      ),
    ]);
    return report as UploadReport;
  } finally {
    forget();
  }
}
