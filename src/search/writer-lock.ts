import { randomUUID } from 'node:crypto';
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { codeOf } from '../service/errors.ts';

const NAME = 'writer.lock';
/** Milliseconds after which a lock of another machine, whose processes cannot be seen, counts as left behind. */
const FOREIGN_AGE = 3_600_000;
/** Milliseconds in which a lock is written, or taken over. */
const GUARD_AGE = 10_000;

const holder = v.object({ token: v.string(), host: v.string(), pid: v.number(), since: v.number() });
type Holder = v.InferOutput<typeof holder>;

/** Held by the one window that writes to a folder. It is given back, or taken from who is no more. */
export class WriterLock {
  readonly #path: string;
  readonly #token: string;

  private constructor(path: string, token: string) {
    this.#path = path;
    this.#token = token;
  }

  /** `undefined` while somebody else holds it. */
  static async take(folder: string): Promise<WriterLock | undefined> {
    const path = join(folder, NAME);
    const own: Holder = { token: randomUUID(), host: hostname(), pid: process.pid, since: Date.now() };
    const draft = `${path}.${own.token}`;
    let isTaken = false;
    // Before others can see it, who would take it for one that was left behind.
    held.add(own.token);
    try {
      await writeFile(draft, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
      isTaken = (await placed(draft, path)) || (await tookOver(draft, path));
      return isTaken ? new WriterLock(path, own.token) : undefined;
    } finally {
      if (!isTaken) {
        held.delete(own.token);
      }
      await rm(draft, { force: true }).catch(() => {});
    }
  }

  /** Whether it is still ours; tells other machines that we are there. */
  async renew(): Promise<boolean> {
    if ((await read(this.#path))?.token !== this.#token) {
      return false;
    }
    const now = new Date();
    await utimes(this.#path, now, now).catch(() => {});
    return true;
  }

  async release(): Promise<void> {
    try {
      if ((await read(this.#path))?.token === this.#token) {
        await rm(this.#path, { force: true });
      }
    } finally {
      held.delete(this.#token);
    }
  }
}

/** The locks of this process: what has our number but is not among them was left by who had it before us. */
const held = new Set<string>();

/** Gives the draft the lock's name, unless there is one: its content is whole from the first moment. */
async function placed(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      return false;
    }
    // A file system without second names.
    return writeFile(path, await readFile(draft), { flag: 'wx', mode: 0o600 }).then(
      () => true,
      (failed) => {
        if (codeOf(failed) === 'EEXIST') {
          return false;
        }
        throw failed;
      },
    );
  }
}

/**
 * Takes the place of somebody who is no more. Only one at a time looks and removes, so that none removes what another has
 * just placed.
 */
async function tookOver(draft: string, path: string): Promise<boolean> {
  if (await isHeld(path, await read(path))) {
    return false;
  }
  const guard = `${path}.guard`;
  try {
    await writeFile(guard, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      throw error;
    }
    // Who was killed just then has left it behind; the next one finds the way free.
    if ((await ageOf(guard)) > GUARD_AGE) {
      await rm(guard, { force: true });
    }
    return false;
  }
  try {
    if (await isHeld(path, await read(path))) {
      return false;
    }
    await rm(path, { force: true });
    return await placed(draft, path);
  } finally {
    await rm(guard, { force: true });
  }
}

async function isHeld(path: string, found: Holder | undefined): Promise<boolean> {
  const age = await ageOf(path);
  if (!found) {
    // Garbled, or just being written where there are no second names.
    return age < GUARD_AGE;
  }
  if (found.host !== hostname()) {
    return age < FOREIGN_AGE;
  }
  if (found.pid === process.pid) {
    return held.has(found.token);
  }
  return found.since >= Date.now() - uptime() * 1000 && isAlive(found.pid);
}

/** Milliseconds since it was written; without end where it is not there. */
async function ageOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

async function read(path: string): Promise<Holder | undefined> {
  try {
    const parsed = v.safeParse(holder, JSON.parse(await readFile(path, 'utf8')));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
