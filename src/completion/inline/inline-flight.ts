import type { InlineCache, InlineHit } from './inline-cache.ts';
import type { InlinePlace } from './inline-context.ts';
import { typedSince } from './inline-place.ts';

/** UTF-16 units that may be typed while a request is under way, before it is given up for another. */
const MOST_TYPED = 24;

interface Flight {
  readonly key: string;
  readonly place: InlinePlace;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Asks for the candidates at a place. */
export type AskInline = (place: InlinePlace, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * The one request that may be under way. The newest wins: an older one is aborted, unless what was typed since goes on
 * where it was asked for. Then its answer is waited for, since it may have the very text that is being typed, and a request
 * is made only if it has not.
 */
export class InlineFlight {
  readonly #cache: InlineCache;
  #flight: Flight | undefined;
  /** Who asked last. */
  #turn = 0;

  constructor(cache: InlineCache) {
    this.#cache = cache;
  }

  get isUnderWay(): boolean {
    return this.#flight !== undefined;
  }

  /** When the request under way has its answer, or none. */
  get ended(): Promise<void> {
    return this.#flight?.ended.catch(() => {}) ?? Promise.resolve();
  }

  /**
   * What to show at a place; nothing when somebody has asked anew meanwhile.
   *
   * @param signal ends waiting, not the request: whoever types on may still want its answer
   * @throws what `ask` does, for who asked last
   */
  async candidates(
    key: string,
    place: InlinePlace,
    ask: AskInline,
    signal?: AbortSignal,
  ): Promise<readonly InlineHit[]> {
    this.#turn += 1;
    const turn = this.#turn;
    const isOver = (): boolean => turn !== this.#turn || signal?.aborted === true;
    const known = this.#cache.find(key, place);
    if (known) {
      return known;
    }
    const before = this.#flight;
    if (before && goesOn(before, key, place)) {
      await before.ended.catch(() => {});
      const hits = isOver() ? [] : this.#cache.find(key, place);
      if (hits) {
        return hits;
      }
    }
    if (isOver()) {
      return [];
    }
    this.stop();
    try {
      await this.#send(key, place, ask);
    } catch (error) {
      if (!isOver()) {
        throw error;
      }
    }
    return isOver() ? [] : (this.#cache.find(key, place) ?? []);
  }

  /** Ends what is under way. */
  stop(): void {
    this.#flight?.stop.abort();
    this.#flight = undefined;
  }

  async #send(key: string, place: InlinePlace, ask: AskInline): Promise<void> {
    const stop = new AbortController();
    const ended = ask(place, stop.signal).then((candidates) => {
      if (!stop.signal.aborted) {
        this.#cache.add(key, place, candidates);
      }
    });
    const flight: Flight = { key, place, stop, ended };
    this.#flight = flight;
    try {
      await ended;
    } catch (error) {
      // What failed since it was given up is nobody's matter.
      if (!stop.signal.aborted) {
        throw error;
      }
    } finally {
      if (this.#flight === flight) {
        this.#flight = undefined;
      }
    }
  }
}

/** Whether only some characters were typed since, in the same line. */
function goesOn({ key, place }: Flight, nowKey: string, now: InlinePlace): boolean {
  const since = key === nowKey ? typedSince(place, now) : undefined;
  return since !== undefined && since.typed.length <= MOST_TYPED && !since.typed.includes('\n');
}
