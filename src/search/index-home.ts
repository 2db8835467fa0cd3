import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { takePlace } from './index-manifest.ts';
import { WriterLock } from './writer-lock.ts';

const NAME = 'folder.json';
/** Milliseconds after which the index of a folder that nobody opens is taken away. */
const KEPT = 90 * 24 * 3_600_000;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const record = v.object({
  uri: v.string(),
  seen: v.number(),
  consent: v.optional(v.object({ service: v.string(), model: v.string() })),
  underway: v.optional(count),
  isPaused: v.optional(v.boolean()),
  files: v.optional(count, 0),
  chunks: v.optional(count, 0),
});

/** What is known of a folder's index beside the index. */
export interface FolderRecord {
  /** Of the folder. */
  readonly uri: string;
  /** When a window last had it open: milliseconds since 1970. */
  readonly seen: number;
  /** The service and the model that the person agreed to have its texts sent to. */
  readonly consent?: { readonly service: string; readonly model: string } | undefined;
  /** Tokens that the person agreed to have sent, while that has not come to its end. */
  readonly underway?: number | undefined;
  readonly isPaused?: boolean | undefined;
  /** As they were in the index when it was last saved. */
  readonly files: number;
  readonly chunks: number;
}

/** Where the indexes are kept, a folder for each folder that is indexed. */
export class IndexHome {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** Where the index of a folder is kept; the same for all windows. */
  placeOf(uri: string): string {
    return join(this.#root, createHash('sha256').update(uri).digest('hex').slice(0, 32));
  }

  /** `undefined` where there is none, or a garbled one: then the person is asked anew. */
  async read(uri: string): Promise<FolderRecord | undefined> {
    const found = await readRecord(this.placeOf(uri));
    return found?.uri === uri ? found : undefined;
  }

  /** Takes the place of the one before in one step. */
  async write(content: FolderRecord): Promise<void> {
    const place = this.placeOf(content.uri);
    await mkdir(place, { recursive: true, mode: 0o700 });
    const draft = join(place, `${NAME}.${randomUUID()}`);
    try {
      await writeFile(draft, JSON.stringify(content), { flag: 'wx', mode: 0o600 });
      await takePlace(draft, join(place, NAME));
    } finally {
      await rm(draft, { force: true }).catch(() => {});
    }
  }

  /**
   * Deletes the index of a folder. `false` while another window writes to it.
   */
  async remove(uri: string): Promise<boolean> {
    return removeUnwritten(this.placeOf(uri));
  }

  /** Deletes the indexes of folders that no window had open for long. */
  async removeOld(now = Date.now()): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.#root).catch(() => [])) {
      const place = join(this.#root, name);
      const seen = (await readRecord(place))?.seen ?? (await changedAt(place));
      if (
        /^[0-9a-f]{32}$/.test(name) &&
        now - seen > KEPT &&
        (await removeUnwritten(place).catch(() => false))
      ) {
        removed += 1;
      }
    }
    return removed;
  }
}

async function removeUnwritten(place: string): Promise<boolean> {
  if ((await changedAt(place)) === 0) {
    return true;
  }
  const lock = await WriterLock.take(place);
  if (!lock) {
    return false;
  }
  try {
    // What looks into each new file, as scanners of viruses do, is in the way for a moment.
    await rm(place, { recursive: true, force: true, maxRetries: 5 });
  } finally {
    await lock.release();
  }
  return true;
}

async function readRecord(place: string): Promise<FolderRecord | undefined> {
  try {
    const parsed = v.safeParse(record, JSON.parse(await readFile(join(place, NAME), 'utf8')));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds since 1970; 0 for what is not there. */
async function changedAt(place: string): Promise<number> {
  return stat(place).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
