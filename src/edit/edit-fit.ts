import { loadTokenizer, mostTokens } from '../models/tokens.ts';
import type { EditTask } from './edit-task.ts';

/** Whether tasks fit a model's context length (§8). */
export type EditFit =
  | { readonly kind: 'fits' }
  /** `over`: so many of them are too long by themselves. `tight`: there is too little room for their answers. */
  | {
      readonly kind: 'over' | 'tight';
      readonly count: number;
      /** Of the longest of them, with its instruction. */
      readonly tokens: number;
    };

/**
 * Counts tokens only when a look at the length cannot tell.
 *
 * @param withAnswer whether the answer, which is about as long as the input, has to fit beside it
 */
export async function fitOf(
  tasks: readonly Pick<EditTask, 'input' | 'instruction'>[],
  contextLength: number,
  withAnswer: boolean,
): Promise<EditFit> {
  const most = tasks.map(({ input, instruction }) => mostTokens(input) + mostTokens(instruction));
  const long = tasks.filter((_, index) => (most[index] ?? 0) * (withAnswer ? 2 : 1) > contextLength);
  if (long.length === 0) {
    return { kind: 'fits' };
  }
  const tokenizer = await loadTokenizer();
  const counts = long.map(({ input, instruction }) => {
    const own = tokenizer.count(input, contextLength);
    return { own, all: own + tokenizer.count(instruction, contextLength) };
  });
  const over = counts.filter(({ all }) => all > contextLength);
  const tight = withAnswer ? counts.filter(({ own, all }) => all + own > contextLength) : [];
  const found = over.length > 0 ? over : tight;
  return found.length === 0
    ? { kind: 'fits' }
    : {
        kind: over.length > 0 ? 'over' : 'tight',
        count: found.length,
        tokens: found.reduce((longest, { all }) => Math.max(longest, all), 0),
      };
}
