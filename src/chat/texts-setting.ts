import { type ConfigurationScope, workspace } from 'vscode';

/** A setting of texts by name, in their order. What is no text, or empty, counts as taken out. */
export function readTexts(setting: string, scope?: ConfigurationScope): ReadonlyMap<string, string> {
  return filledTexts(workspace.getConfiguration('inkwell', scope).get<unknown>(setting));
}

/** The same, as it came with Inkwell. */
export function readShippedTexts(setting: string): ReadonlyMap<string, string> {
  return filledTexts(workspace.getConfiguration('inkwell').inspect<unknown>(setting)?.defaultValue);
}

function filledTexts(set: unknown): ReadonlyMap<string, string> {
  const entries = typeof set === 'object' && set !== null ? Object.entries(set) : [];
  return new Map(
    entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '',
    ),
  );
}
