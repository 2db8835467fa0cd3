import type { ChatCompletionRequest, CompletionRequest, EditRequest } from '../service/request-schema.ts';
import { TASKS, type TextTask } from './tasks.ts';

/** Parameters of a request by their wire names (§4), as a person set them: not trusted to be right. */
export type SetParameters = Readonly<Record<string, unknown>>;

/** What a person sets beforehand; the rest of a request comes from what they work on. */
export interface ParametersOf {
  readonly completion: Omit<CompletionRequest, 'model' | 'prompt' | 'suffix'>;
  readonly chat: Omit<ChatCompletionRequest, 'model' | 'messages'>;
  readonly edit: Omit<EditRequest, 'model' | 'input' | 'instruction'>;
}

/** Two ways to set the same thing, of which a request may have one (§4.3). */
const EITHER_OR: Readonly<Record<string, string>> = { temperature: 'top_p', top_p: 'temperature' };

/**
 * What is sent: the settings' parameters, with what was chosen nearer at hand in their place. `null` leaves one out,
 * the settings' too. A `temperature` nearer at hand also takes the place of the settings' `top_p`, and the other way
 * round, since a person who sets the one does not mean to send both.
 */
export function effectiveParameters<T extends TextTask>(
  task: T,
  set: SetParameters,
  own: SetParameters = {},
): ParametersOf[T] {
  const overtaken = Object.entries(own).flatMap(([name, value]) =>
    value === null ? [] : (EITHER_OR[name] ?? []),
  );
  const kept = Object.entries(set).filter(([name]) => !overtaken.includes(name));
  const all = Object.entries({ ...Object.fromEntries(kept), ...own });
  const sent = all.filter(([name, value]) => !saysNothing(value) && !TASKS[task].given.includes(name));
  // Not trusted to be right: the client checks every field before it sends one.
  return Object.fromEntries(sent) as ParametersOf[T];
}

/**
 * What several layers of settings make together, without what a nearer one has taken the place of: VS Code puts objects
 * together field by field, so that a `top_p` of a person stands beside the `temperature` of a default.
 *
 * @param merged as VS Code gives it
 * @param layers what each of them says, the nearest last
 */
export function withoutOvertaken(merged: SetParameters, layers: readonly SetParameters[]): SetParameters {
  const isSet = (set: SetParameters, name: string): boolean => (set[name] ?? null) !== null;
  const nearness = (name: string): number => layers.findLastIndex((layer) => isSet(layer, name));
  const isOvertaken = (name: string): boolean => {
    const other = EITHER_OR[name];
    return (
      other !== undefined && isSet(merged, name) && isSet(merged, other) && nearness(other) > nearness(name)
    );
  };
  return Object.fromEntries(Object.entries(merged).filter(([name]) => !isOvertaken(name)));
}

/** Turns the texts among the keys of `logit_bias` into the token ids that are sent (§4.3). */
export async function withTokenIds<P extends { logit_bias?: Record<string, number> | undefined }>(
  parameters: P,
): Promise<P> {
  const { logit_bias } = parameters;
  if (!logit_bias || typeof logit_bias !== 'object' || Object.keys(logit_bias).every(isTokenId)) {
    return parameters;
  }
  const { loadTokenizer } = await import('./tokens.ts');
  const tokenizer = await loadTokenizer();
  const ids = Object.entries(logit_bias).flatMap(([key, bias]) =>
    isTokenId(key) ? [[key, bias]] : tokenizer.encode(key).map((id) => [String(id), bias]),
  );
  return { ...parameters, logit_bias: Object.fromEntries(ids) };
}

/** `null` leaves a field out. So does an empty list, such as of what to stop at, which some services refuse. */
function saysNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function isTokenId(key: string): boolean {
  return /^\d+$/.test(key);
}
