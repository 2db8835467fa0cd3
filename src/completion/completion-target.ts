import { l10n, type TextEditor, window } from 'vscode';
import type { Connected } from '../connection/connection.ts';
import { isReadOnly, sayReadOnly } from '../ui/read-only.ts';
import type { CompletionServices } from './complete-selection.ts';

/** What is to be completed, and by whom. */
export interface CompletionTarget {
  readonly editor: TextEditor;
  readonly connected: Connected;
  readonly model: string;
}

/** Where the person is, after asking for a service and a model where that is wanting; `undefined` when there is no way. */
export async function completionTarget(services: CompletionServices): Promise<CompletionTarget | undefined> {
  const editor = window.activeTextEditor;
  if (!editor) {
    await window.showInformationMessage(
      l10n.t('Open a file first, and select what is to be completed or put the cursor where text is wanted.'),
    );
    return undefined;
  }
  if (await isReadOnly(editor)) {
    await sayReadOnly(editor.document);
    return undefined;
  }
  const connected = await services.connection.require();
  const model = connected && (await services.models.require('completion', connected, editor.document));
  return connected && model !== undefined ? { editor, connected, model } : undefined;
}
