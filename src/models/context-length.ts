import { type ConfigurationScope, workspace } from 'vscode';
import { isOlderModel, OLDER_CONTEXT_LENGTH } from './older-models.ts';

/** Tokens; what §8 gives for the newest models, where the setting names none. */
const DEFAULT_CONTEXT_LENGTH = 4096;

/** Most tokens of prompt and `max_tokens` together that a model takes (§8). */
export function contextLengthOf(model: string, scope?: ConfigurationScope): number {
  const lengths =
    workspace.getConfiguration('inkwell', scope).get<Record<string, unknown>>('contextLength') ?? {};
  const length = lengths[model] ?? lengths['*'];
  if (typeof length === 'number' && length >= 1) {
    return Math.floor(length);
  }
  return isOlderModel(model) ? OLDER_CONTEXT_LENGTH : DEFAULT_CONTEXT_LENGTH;
}
