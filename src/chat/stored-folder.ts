import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../service/errors.ts';
import { StoreError } from './stored-error.ts';

/** Conversations are named by UUIDs, so that no name is a path. Lower case: some disks know no other difference. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LOG = /^([0-9a-f-]{36})\.jsonl$/;
/** With the time at which it was moved here. */
const DELETED = /^([0-9a-f-]{36})\.(\d{1,16})\.jsonl$/;
const DRAFT = /^([0-9a-f-]{36})\.json$/;
const TEMPORARY = /\.tmp$/;
/** Milliseconds after which a temporary file's writer is surely gone. */
const ABANDONED = 3_600_000;

/** Where things are in the store's folder. Files that are not ours are left alone. */
export class StoredFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** @throws {StoreError} `missing`, for what is not an id of ours */
  log(id: string): string {
    return join(this.path, `${checked(id)}.jsonl`);
  }

  /** @throws {StoreError} `missing`, for what is not an id of ours */
  draft(id: string): string {
    return join(this.path, 'drafts', `${checked(id)}.json`);
  }

  get summaries(): string {
    return join(this.path, 'summaries.json');
  }

  /** The conversation that a file's name stands for. */
  idOf(name: string): string | undefined {
    const id = LOG.exec(name)?.[1];
    return id !== undefined && ID.test(id) ? id : undefined;
  }

  async ids(): Promise<string[]> {
    return (await namesIn(this.path)).flatMap((name) => this.idOf(name) ?? []);
  }

  async stat(id: string): Promise<Stats | undefined> {
    return statOf(this.log(id));
  }

  /** When a file was added, moved or removed, in milliseconds since 1970. */
  async modified(): Promise<number | undefined> {
    return (await statOf(this.path))?.mtimeMs;
  }

  /** A deleted conversation's file; the one that was deleted last, if there are several. */
  async aside(id: string): Promise<string | undefined> {
    const found = (await this.#deleted())
      .filter((deleted) => deleted.id === id)
      .sort((a, b) => b.at - a.at)[0];
    return found?.path;
  }

  /** @throws {StoreError} `missing` when it is in neither place */
  async moveAside(id: string, now: number): Promise<void> {
    const from = this.log(id);
    await mkdir(join(this.path, 'deleted'), { recursive: true, mode: 0o700 });
    try {
      await renameStubbornly(from, join(this.path, 'deleted', `${id}.${Math.max(0, Math.round(now))}.jsonl`));
    } catch (error) {
      // Another window was faster.
      if (codeOf(error) !== 'ENOENT' || (await this.aside(id)) === undefined) {
        throw StoreError.from(error);
      }
    }
  }

  /** @throws {StoreError} `missing` when it is in neither place */
  async moveBack(id: string): Promise<void> {
    const to = this.log(id);
    if (await statOf(to)) {
      return;
    }
    const from = await this.aside(id);
    if (from === undefined) {
      throw new StoreError('missing');
    }
    await renameStubbornly(from, to).catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT' || !(await statOf(to))) {
        throw StoreError.from(error);
      }
    });
  }

  /** Removes for good what was deleted before a time, and what else nobody needs any more. */
  async purge(before: number, now: number): Promise<void> {
    const deleted = await this.#deleted();
    for (const { path } of deleted.filter(({ at }) => at < before)) {
      await rm(path, { force: true });
    }
    const kept = new Set([
      ...(await this.ids()),
      ...deleted.filter(({ at }) => at >= before).map(({ id }) => id),
    ]);
    const drafts = join(this.path, 'drafts');
    for (const name of await namesIn(drafts)) {
      const id = DRAFT.exec(name)?.[1];
      if (id !== undefined && !kept.has(id) && (await isOlder(join(drafts, name), before))) {
        await rm(join(drafts, name), { force: true });
      }
    }
    for (const folder of [this.path, drafts]) {
      for (const name of (await namesIn(folder)).filter((other) => TEMPORARY.test(other))) {
        if (await isOlder(join(folder, name), now - ABANDONED)) {
          await rm(join(folder, name), { force: true });
        }
      }
    }
  }

  async #deleted(): Promise<{ id: string; at: number; path: string }[]> {
    const folder = join(this.path, 'deleted');
    return (await namesIn(folder)).flatMap((name) => {
      const [, id, at] = DELETED.exec(name) ?? [];
      return id !== undefined && ID.test(id) ? [{ id, at: Number(at), path: join(folder, name) }] : [];
    });
  }
}

/** Writes a small file whole or not at all. */
export async function writeWhole(folder: string, path: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, { mode: 0o600, flush: true });
    await renameStubbornly(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** The text of a small file; `undefined` when there is none. */
export async function readWhole(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

function checked(id: string): string {
  if (!ID.test(id)) {
    throw new StoreError('missing');
  }
  return id;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return [];
    }
    throw StoreError.from(error);
  }
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw StoreError.from(error);
  }
}

async function isOlder(path: string, than: number): Promise<boolean> {
  const found = await statOf(path);
  return found !== undefined && found.mtimeMs < than;
}

/** On Windows a file cannot be renamed, nor be written over, in the moment in which somebody reads it. */
async function renameStubbornly(from: string, to: string): Promise<void> {
  for (let wait = 10; ; wait *= 2) {
    try {
      return await rename(from, to);
    } catch (error) {
      const isBusy = ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error) ?? '');
      if (!isBusy || process.platform !== 'win32' || wait > 1000) {
        throw error;
      }
    }
    await delay(wait);
  }
}
