import { plainText } from '../ui/plain-text.ts';
import { TASK_NAMES, type Task } from './tasks.ts';

/** A model of the list with what it is chosen for. */
export interface UsedModel<M> {
  readonly model: M;
  readonly uses: readonly Task[];
}

/** Those in use first, by their tasks, then the others as the service lists them; each once. */
export function inOrder<M extends { readonly id: string }>(
  models: readonly M[],
  configured: (task: Task) => string | undefined,
): UsedModel<M>[] {
  const chosen = new Map(TASK_NAMES.map((task) => [task, configured(task)] as const));
  const byId = new Map<string, M>();
  for (const model of models) {
    if (!byId.has(model.id)) {
      byId.set(model.id, model);
    }
  }
  const used = [...new Set(chosen.values())].flatMap((id) => {
    const model = id === undefined ? undefined : byId.get(id);
    return model ? [{ model, uses: TASK_NAMES.filter((task) => chosen.get(task) === model.id) }] : [];
  });
  const first = new Set(used.map(({ model }) => model));
  const others = [...byId.values()].filter((model) => !first.has(model));
  return [...used, ...others.map((model) => ({ model, uses: [] }))];
}

/** An identifier as a label: in one line, and written out where nothing of it could be seen. */
export function readableId(id: string, length?: number): string {
  const plain = plainText(id, length);
  return plain.replace(INVISIBLE, '') === '' ? writtenOut(id) : plain;
}

/** The whole identifier, written out where the label does not show all of it. */
export function exactId(id: string): string {
  return readableId(id) === id && id.search(INVISIBLE) < 0 ? id : writtenOut(id);
}

/** What has no shape of its own. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/gu;

const LONGEST = 2000;

function writtenOut(id: string): string {
  const escaped = JSON.stringify(id).replace(
    INVISIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return escaped.length > LONGEST ? `${escaped.slice(0, LONGEST)}…` : escaped;
}
