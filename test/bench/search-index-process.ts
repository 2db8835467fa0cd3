/** Fills or searches an index and reports what it took: `node search-index-process.ts fill|search ours|sqlite FOLDER`. */
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chunksOf, hashOf } from '../../src/search/chunks.ts';
import { indexedFile, MissingTexts, planFiles, type SeenFile } from '../../src/search/embed-plan.ts';
import { VectorIndex } from '../../src/search/vector-index.ts';
import { quantile } from './row.ts';

export interface SearchReport {
  /** Milliseconds. */
  readonly query: number;
  /** Of all threads. */
  readonly queryCpu: number;
  readonly turn: number;
  readonly opened: number;
  readonly kept: number;
  readonly touched: number;
  /** Divided by the size of the vectors as floats. */
  readonly disk: number;
  /** Bytes. */
  readonly memory: number;
}

interface Store {
  add(entries: readonly { hash: string; vector: Float32Array }[]): Promise<void>;
  /** Ends filling. */
  done(): Promise<void>;
  search(query: Float32Array): Promise<unknown>;
}

const CHUNKS = 20_000;
const FILES = 5000;
const DIMENSION = 1536;
const BATCH = 64;
const QUERIES = 40;
const IDENTITY = { service: 'http://127.0.0.1:1', model: 'embed-1' };

const [task = 'fill', kind = 'ours', folder = ''] = process.argv.slice(2);
const sources = join(folder, 'sources');
const index = join(folder, 'index');

function vectorOf(seed: number): Float32Array {
  let state = seed + 1;
  const vector = new Float32Array(DIMENSION);
  for (const at of vector.keys()) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    vector[at] = (state >>> 8) / 2 ** 23 - 1;
  }
  return vector;
}

async function openOurs(): Promise<Store> {
  const opened = await VectorIndex.open(index, IDENTITY, { write: task === 'fill' });
  return {
    add: (entries) => opened.add(entries),
    done: async () => {
      for (let file = 0; file < FILES; file += 1) {
        const chunks = Array.from({ length: CHUNKS / FILES }, (_, line) => ({
          hash: hashOf(`text ${file * (CHUNKS / FILES) + line}`),
          text: '',
          line,
          column: 0,
          lastLine: line,
        }));
        opened.setFile(
          `folder/file-${file}.ts`,
          indexedFile({ path: '', size: 1, modified: 1 }, chunks, 10_000),
        );
      }
      await opened.save();
      await opened.close();
    },
    search: (query) => opened.search(query, { limit: 20, mostPerFile: 3 }),
  };
}

async function openSqlite(): Promise<Store> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(join(index, 'index.db'));
  database.exec(
    'pragma journal_mode = wal; create table if not exists vectors (hash text primary key, vector blob)',
  );
  const insert = database.prepare('insert into vectors values (?, ?)');
  const loaded = database
    .prepare('select vector from vectors')
    .all()
    .map(({ vector }) =>
      vector instanceof Uint8Array ? new Float32Array(vector.slice().buffer) : vectorOf(0),
    );
  return {
    add: async (entries) => {
      database.exec('begin');
      for (const { hash, vector } of entries) {
        insert.run(hash, new Uint8Array(vector.buffer));
      }
      database.exec('commit');
    },
    done: async () => database.close(),
    search: async (query) => {
      const scores = loaded.map((vector, slot) => {
        let sum = 0;
        for (let at = 0; at < DIMENSION; at += 1) {
          sum += (vector[at] ?? 0) * (query[at] ?? 0);
        }
        return { slot, sum };
      });
      return scores.sort((a, b) => b.sum - a.sum).slice(0, 20);
    },
  };
}

async function fill(): Promise<Partial<SearchReport>> {
  await mkdir(index, { recursive: true });
  const store = await (kind === 'ours' ? openOurs() : openSqlite());
  const times: number[] = [];
  for (let at = 0; at < CHUNKS; at += BATCH) {
    const entries = Array.from({ length: Math.min(BATCH, CHUNKS - at) }, (_, each) => ({
      hash: hashOf(`text ${at + each}`),
      vector: vectorOf(at + each),
    }));
    const start = performance.now();
    await store.add(entries);
    times.push(performance.now() - start);
  }
  await store.done();
  let bytes = 0;
  for (const name of await readdir(index)) {
    bytes += (await stat(join(index, name))).size;
  }
  return { kept: quantile(times, 0.5), disk: bytes / (CHUNKS * DIMENSION * 4) };
}

async function search(): Promise<Partial<SearchReport>> {
  globalThis.gc?.();
  const start = performance.now();
  const store = await (kind === 'ours' ? openOurs() : openSqlite());
  const opened = performance.now() - start;
  const times: number[] = [];
  const cpuTimes: number[] = [];
  let turn = 0;
  for (let query = 0; query < QUERIES; query += 1) {
    const vector = vectorOf(CHUNKS + query);
    let last = performance.now();
    let isOver = false;
    const watch = (): void => {
      const now = performance.now();
      // The first ones are run before they are compiled.
      turn = query < 3 ? 0 : Math.max(turn, now - last);
      last = now;
      if (!isOver) {
        setImmediate(watch);
      }
    };
    setImmediate(watch);
    const begun = performance.now();
    const cpu = process.cpuUsage();
    await store.search(vector);
    const { user, system } = process.cpuUsage(cpu);
    cpuTimes.push((user + system) / 1000);
    times.push(performance.now() - begun);
    isOver = true;
    await new Promise(setImmediate);
  }
  const memory = process.memoryUsage.rss();
  const touched = kind === 'ours' ? await touch() : 0;
  return {
    opened,
    query: quantile(times, 0.95),
    queryCpu: quantile(cpuTimes, 0.5),
    turn,
    memory,
    touched,
  };
}

/** Files of a real disk, all looked at, of which one has changed. */
async function touch(): Promise<number> {
  await mkdir(sources, { recursive: true });
  const body = Array.from({ length: 120 }, (_, line) => `  const value${line} = compute(${line});`).join(
    '\n',
  );
  const path = (file: number): string => join(sources, `file-${file}.ts`);
  const past = new Date(Date.now() - 60_000);
  const opened = await VectorIndex.open(index, IDENTITY, { write: true });
  try {
    const seen = async (): Promise<SeenFile[]> => {
      const all: SeenFile[] = [];
      for (let at = 0; at < FILES; at += 16) {
        const some = Array.from({ length: Math.min(16, FILES - at) }, (_, each) => path(at + each));
        all.push(
          ...(await Promise.all(
            some.map(async (each) => {
              const { size, mtimeMs } = await stat(each);
              return { path: each, size, modified: mtimeMs };
            }),
          )),
        );
      }
      return all;
    };
    for (let file = 0; file < FILES; file += 1) {
      await writeFile(path(file), `function f${file}() {\n${body}\n}\n`);
      await utimes(path(file), past, past);
    }
    const chunks = await update(opened, await seen());
    await opened.add(chunks.map(({ hash }, each) => ({ hash, vector: vectorOf(each) })));
    await opened.save();
    await writeFile(path(77), `function changed() {\n${body}\n}\n`);
    const start = performance.now();
    const missing = await update(opened, await seen());
    if (missing.length === 0 || missing.length > 3) {
      throw new Error(`After one file was touched, ${missing.length} texts are to be sent.`);
    }
    await opened.add(missing.map(({ hash }, each) => ({ hash, vector: vectorOf(each) })));
    await opened.save();
    return performance.now() - start;
  } finally {
    await opened.close();
  }
}

/** Reads and cuts what has changed; returns what is to be sent. */
async function update(opened: VectorIndex, seen: readonly SeenFile[]) {
  const missing = new MissingTexts(
    (hash) => opened.has(hash),
    (text) => text.length / 4,
  );
  const texts = [];
  for (const file of planFiles(opened.files, seen).changed) {
    const chunks = chunksOf(await readFile(file.path, 'utf8'), 'typescript');
    texts.push(...missing.of(chunks));
    opened.setFile(file.path, indexedFile(file, chunks, Date.now()));
  }
  return texts;
}

const report = await (task === 'fill' ? fill() : search());
process.send?.(report, () => process.exit());
