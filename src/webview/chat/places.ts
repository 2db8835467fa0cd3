import * as v from 'valibot';

/** Where the person was in a conversation. */
const place = v.object({
  /** The topmost message in view, and how many pixels of it are above; absent at the end. */
  at: v.optional(v.object({ turn: v.string(), above: v.number() })),
  /** Whether the messages that are not sent are shown. */
  isUnfolded: v.boolean(),
});

const saved = v.object({ places: v.array(v.tuple([v.string(), place])) });

export type Place = v.InferOutput<typeof place>;

/** Of so many conversations; of others, the end is shown. */
const LIMIT = 50;

/** Where the person was in each conversation, over hiding and showing the view. */
export class Places {
  readonly #places: Map<string, Place>;
  readonly #save: (state: unknown) => void;

  /** @param state what an earlier `save` got; anything else is taken for nothing */
  constructor(state: unknown, save: (state: unknown) => void) {
    const parsed = v.safeParse(saved, state);
    this.#places = new Map(parsed.success ? parsed.output.places : []);
    this.#save = save;
  }

  get(conversation: string): Place | undefined {
    return this.#places.get(conversation);
  }

  set(conversation: string, place: Place): void {
    // The latest are last.
    this.#places.delete(conversation);
    this.#places.set(conversation, place);
    this.#save({ places: [...this.#places].slice(-LIMIT) });
  }
}
