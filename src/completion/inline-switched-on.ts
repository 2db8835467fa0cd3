import { workspace } from 'vscode';

/** The setting that switches inline completions on, below `inkwell`. */
export const ENABLED = 'inlineCompletion.enabled';

/** Whether there may be a document for which they are switched on. */
export function isInlineOnSomewhere(): boolean {
  return [undefined, ...(workspace.workspaceFolders ?? [])].some((scope) => {
    const values = workspace.getConfiguration('inkwell', scope).inspect<unknown>(ENABLED);
    const set = [values?.globalValue, values?.workspaceValue, values?.workspaceFolderValue];
    return set.includes(true) || (values?.languageIds?.length ?? 0) > 0;
  });
}
