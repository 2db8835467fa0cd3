import { IndexError } from './index-error.ts';
import type { IndexIdentity } from './index-folder.ts';
import { VectorIndex } from './vector-index.ts';

/** Milliseconds in which nobody asked, after which it is closed. */
const IDLE = 60_000;

/** An index that is opened when it is needed, and closed when it has not been for a while. */
export class OpenIndex {
  readonly #place: string;
  readonly #idle: number;
  #index: VectorIndex | undefined;
  #of = '';
  /** Opening and closing, one after the other. */
  #turn: Promise<unknown> = Promise.resolve();
  #users = 0;
  #writers = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param place the folder that it is kept in */
  constructor(place: string, idle = IDLE) {
    this.#place = place;
    this.#idle = idle;
  }

  /** Does something with the index as it was saved last, by whichever window. */
  async read<T>(of: IndexIdentity, use: (index: VectorIndex) => Promise<T>): Promise<T> {
    return this.#use(async () => {
      const known = this.#known(of);
      if (known && (known.isWriter || (await known.isCurrent()))) {
        return known;
      }
      // Nobody takes the index away from who writes; what only reads holds nothing open.
      return this.#writers > 0 ? VectorIndex.open(this.#place, of, { write: false }) : this.#open(of, false);
    }, use);
  }

  /** Does something with the index that may write to it. `undefined`, and nothing done, while another window does. */
  async write<T>(of: IndexIdentity, use: (index: VectorIndex) => Promise<T>): Promise<T | undefined> {
    this.#writers += 1;
    try {
      return await this.#use(
        async () => {
          const known = this.#known(of);
          return known?.isWriter ? known : this.#open(of, true);
        },
        async (index) => (index.isWriter ? use(index) : undefined),
      );
    } catch (error) {
      // Whoever has taken over while the machine slept has the right to write now.
      if (IndexError.is(error, 'readOnly')) {
        await this.#inTurn(() => this.#shut());
      }
      throw error;
    } finally {
      this.#writers -= 1;
    }
  }

  /** Gives the files back, and the right to write. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#inTurn(() => this.#shut());
  }

  #known(of: IndexIdentity): VectorIndex | undefined {
    return this.#of === keyOf(of) ? this.#index : undefined;
  }

  async #use<T>(open: () => Promise<VectorIndex>, use: (index: VectorIndex) => Promise<T>): Promise<T> {
    clearTimeout(this.#timer);
    this.#users += 1;
    try {
      return await use(await this.#inTurn(open));
    } finally {
      this.#users -= 1;
      if (this.#users === 0) {
        this.#timer = setTimeout(() => void this.#closeIdle(), this.#idle);
        this.#timer.unref();
      }
    }
  }

  async #open(of: IndexIdentity, write: boolean): Promise<VectorIndex> {
    await this.#shut();
    this.#index = await VectorIndex.open(this.#place, of, { write });
    this.#of = keyOf(of);
    return this.#index;
  }

  async #shut(): Promise<void> {
    const index = this.#index;
    this.#index = undefined;
    await index?.close();
  }

  async #closeIdle(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#users === 0) {
        await this.#shut();
      }
    });
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

function keyOf({ service, model }: IndexIdentity): string {
  return JSON.stringify([service, model]);
}
