/** Tokens; what §8 gives for most models, the older ones. */
export const OLDER_CONTEXT_LENGTH = 2048;

/**
 * The first families of this interface, whose names nobody else uses, with what was tuned from them. Their second and
 * third editions work with more.
 */
const OLDER = /^(?:text-)?(?:ada|babbage|curie|davinci)(?:-001|-instruct-beta|:.*)?$/i;

/** Whether a model is certain to be one of the older ones, with half the context length of the newest (§8). */
export function isOlderModel(model: string): boolean {
  return OLDER.test(model);
}
