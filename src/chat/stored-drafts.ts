import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import type { Attachment } from './events.ts';
import { attachment } from './events.ts';
import { StoreError } from './stored-error.ts';
import { readWhole, type StoredFolder, writeWhole } from './stored-folder.ts';

/** What stands in a conversation's composer. */
export interface Draft {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** The message that is being edited. */
  readonly editing?: string | undefined;
  /** What stood there before that message did. */
  readonly aside?: Pick<Draft, 'text' | 'attachments'> | undefined;
}

const content = { text: v.string(), attachments: v.array(attachment) };
const draftSchema = v.object({
  ...content,
  editing: v.optional(v.string()),
  aside: v.optional(v.object(content)),
});

/** A file for each conversation's draft, written whole or not at all. Of two windows, the last one counts. */
export class StoredDrafts {
  readonly #folder: StoredFolder;
  /** What is to be written, by conversation, while something else is: of several only the last. */
  readonly #waiting = new Map<string, { draft: Draft | undefined; done: Promise<void> }>();
  readonly #writing = new Map<string, Promise<void>>();

  constructor(folder: StoredFolder) {
    this.#folder = folder;
  }

  /** As it was written last, here or in another window. One that cannot be understood is none. */
  async read(id: string): Promise<Draft | undefined> {
    const path = this.#folder.draft(id);
    await this.idle(id);
    const text = await readWhole(path).catch((error: unknown) => {
      throw StoreError.from(error);
    });
    try {
      const parsed = v.safeParse(draftSchema, JSON.parse(text ?? 'null'));
      return parsed.success ? parsed.output : undefined;
    } catch {
      return undefined;
    }
  }

  /** @throws {StoreError} */
  write(id: string, draft: Draft | undefined): Promise<void> {
    const path = this.#folder.draft(id);
    const waiting = this.#waiting.get(id);
    if (waiting) {
      waiting.draft = draft;
      return waiting.done;
    }
    const next = { draft, done: Promise.resolve() };
    next.done = (this.#writing.get(id) ?? Promise.resolve())
      .catch(() => {})
      .then(async () => {
        this.#waiting.delete(id);
        await writeOrRemove(path, next.draft);
      })
      .catch((error: unknown) => {
        throw StoreError.from(error);
      });
    this.#waiting.set(id, next);
    this.#writing.set(id, next.done);
    const forget = () => {
      if (this.#writing.get(id) === next.done) {
        this.#writing.delete(id);
      }
    };
    next.done.then(forget, forget);
    return next.done;
  }

  /** Waits until nothing is being written, of one conversation or of all. */
  async idle(id?: string): Promise<void> {
    await Promise.allSettled(id === undefined ? this.#writing.values() : [this.#writing.get(id)]);
  }
}

async function writeOrRemove(path: string, draft: Draft | undefined): Promise<void> {
  if (draft) {
    await writeWhole(dirname(path), path, JSON.stringify(draft));
  } else {
    await rm(path, { force: true });
  }
}
