import { type ConfigurationScope, workspace } from 'vscode';

/** Tokens; what §8 gives for the newest models, where the setting names none. */
const DEFAULT_CONTEXT_LENGTH = 4096;

/** Most tokens of prompt and `max_tokens` together that a model takes (§8). */
export function contextLengthOf(model: string, scope?: ConfigurationScope): number {
  const lengths =
    workspace.getConfiguration('inkwell', scope).get<Record<string, unknown>>('contextLength') ?? {};
  const length = lengths[model] ?? lengths['*'];
  return typeof length === 'number' && length >= 1 ? Math.floor(length) : DEFAULT_CONTEXT_LENGTH;
}
