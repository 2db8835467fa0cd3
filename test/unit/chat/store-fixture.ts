import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChatEvent } from '../../../src/chat/events.ts';
import type { OpenForAppend } from '../../../src/chat/log-file.ts';
import { ConversationStore, type StoredConversation, type StoreOptions } from '../../../src/chat/store.ts';

/** A folder for each test, and the windows that share it. */
export interface StoreFixture {
  readonly folder: string;
  /** A window's store; disposed of after the test. */
  window(options?: Partial<StoreOptions>): ConversationStore;
  /** The path of a conversation's file. */
  log(id: string): string;
  /** What the file of a conversation holds, by lines. */
  lines(id: string): Promise<Record<string, unknown>[]>;
  /** All files, but not what is kept of summaries. */
  files(): Promise<string[]>;
  /** What the file says to somebody who has not seen it before. */
  reread(id: string): Promise<StoredConversation>;
}

/** Windows must not report anything, unless they are given an `onProblem`. */
export function useStores(): StoreFixture {
  let folder: string | undefined;
  let stores: ConversationStore[] = [];
  let problems: unknown[] = [];
  const fixture: StoreFixture = {
    get folder() {
      assert.ok(folder, 'there is no folder outside of a test');
      return folder;
    },
    window(options = {}) {
      const store = new ConversationStore(fixture.folder, {
        window: randomUUID(),
        onProblem: (error) => problems.push(error),
        ...options,
      });
      stores.push(store);
      return store;
    },
    log: (id) => join(fixture.folder, `${id}.jsonl`),
    lines: async (id) =>
      (await readFile(fixture.log(id), 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    files: async () => {
      const found = await readdir(fixture.folder, { recursive: true, withFileTypes: true });
      return found
        .filter((entry) => entry.isFile() && entry.name !== 'summaries.json')
        .map(({ name }) => name)
        .sort();
    },
    reread: (id) => fixture.window().open(id),
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkwell-store-'));
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.dispose()));
    stores = [];
    await rm(fixture.folder, { recursive: true, force: true });
    folder = undefined;
    const seen = problems;
    problems = [];
    assert.deepEqual(seen, []);
  });
  return fixture;
}

/** Adds to a new conversation, and waits until it is written. */
export async function write(store: ConversationStore, ...events: ChatEvent[]): Promise<StoredConversation> {
  const stored = store.create();
  stored.append(...events);
  await stored.flush();
  return stored;
}

/** A disk that has only so much room, until it is given more, and can be read-only. */
export class SmallDisk {
  room: number;
  isReadOnly = false;

  constructor(room: number) {
    this.room = room;
  }

  readonly openForAppend: OpenForAppend = async (path, flags, mode) => {
    if (this.isReadOnly) {
      throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
    }
    const handle = await open(path, flags, mode);
    return {
      write: async (bytes) => {
        if (this.room === 0) {
          throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
        }
        const part = bytes.subarray(0, this.room);
        this.room -= part.length;
        return handle.write(part);
      },
      datasync: () => handle.datasync(),
      stat: () => handle.stat(),
      close: () => handle.close(),
    };
  };
}
