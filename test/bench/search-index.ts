import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit, temporaryFolder } from '../vscode/cleanup.ts';
import type { Row } from './row.ts';
import type { SearchReport } from './search-index-process.ts';

const ROUNDS = 3;
const MIB = 2 ** 20;

/**
 * 20,000 chunks of 1536 numbers, kept and searched by us and, as floats, by Node's SQLite; each by a fresh process. Then
 * what a touched file of 5,000 costs beside its request.
 */
export async function measureSearchIndex(): Promise<Row[]> {
  const folder = await temporaryFolder();
  try {
    const ours: SearchReport[] = [];
    const sqlite: SearchReport[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await measured('ours', join(folder.path, `ours-${round}`)));
      sqlite.push(await measured('sqlite', join(folder.path, `sqlite-${round}`)));
    }
    const row = (
      measure: string,
      unit: string,
      of: (report: SearchReport) => number,
      bound?: number,
    ): Row => ({
      measure: `index of 20,000 × 1536, ${measure}`,
      unit,
      ours: ours.map(of),
      peer: { name: 'node:sqlite', samples: sqlite.map(of) },
      figure: 'alone',
      ...(bound !== undefined && { bound }),
    });
    return [
      row('query p95', 'ms', ({ query }) => query, 100),
      row('query, processor time', 'ms', ({ queryCpu }) => queryCpu),
      row('longest turn of a query', 'ms', ({ turn }) => turn),
      row('disk ÷ raw floats', '', ({ disk }) => disk, 1.3),
      row('memory while searching', 'MiB', ({ memory }) => memory / MIB, 300),
      row('opened', 'ms', ({ opened }) => opened),
      row('a batch of 64 kept', 'ms', ({ kept }) => kept),
      {
        measure: '1 of 5,000 files touched, found, cut and saved',
        unit: 'ms',
        ours: ours.map(({ touched }) => touched),
        figure: 'alone',
        bound: 1000,
      },
    ];
  } finally {
    folder.remove();
  }
}

async function measured(store: 'ours' | 'sqlite', folder: string): Promise<SearchReport> {
  const program = fileURLToPath(new URL('search-index-process.ts', import.meta.url));
  let report: SearchReport | undefined;
  // The second process finds what the first has kept.
  for (const task of ['fill', 'search']) {
    const child = fork(program, [task, store, folder], { execArgv: ['--expose-gc'] });
    const forget = atExit(() => child.kill());
    try {
      const [message] = await Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(([status]) =>
          Promise.reject(new Error(`To ${task} the index of ${store} ended with status ${status}.`)),
        ),
      ]);
      report = { ...report, ...message };
    } finally {
      forget();
    }
  }
  if (!report) {
    throw new Error('Nothing was measured.');
  }
  return report;
}
