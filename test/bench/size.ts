import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Row } from './row.ts';
import { stagedExtension } from './staged-extension.ts';

const KIB = 1024;
/** Smaller bundles are told together. */
const WORTH_NAMING = 10 * KIB;

/** The packaged extension, and each bundle in it: as it is, and compressed as in the package. */
export async function measureSize(): Promise<Row[]> {
  const { folder, vsix } = await stagedExtension();
  const dist = join(folder, 'dist');
  const rows: Row[] = [];
  const small = { count: 0, raw: 0, compressed: 0 };
  for (const name of (await readdir(dist, { recursive: true })).sort()) {
    if (!(await stat(join(dist, name))).isFile()) {
      continue;
    }
    const code = await readFile(join(dist, name));
    const compressed = (await promisify(gzip)(code)).length;
    if (code.length >= WORTH_NAMING || name === 'extension.cjs') {
      rows.push(size(name, code.length), size(`${name}, gzip`, compressed));
    } else {
      small.count++;
      small.raw += code.length;
      small.compressed += compressed;
    }
  }
  return [
    { ...size('.vsix', (await stat(vsix)).size), bound: 1024 },
    ...rows,
    size(`${small.count} smaller bundles`, small.raw),
    size(`${small.count} smaller bundles, gzip`, small.compressed),
  ];
}

function size(measure: string, bytes: number): Row {
  return { measure: `size of ${measure}`, unit: 'KiB', ours: [bytes / KIB], figure: 'alone' };
}
