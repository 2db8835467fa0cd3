import { l10n, window } from 'vscode';
import { plainLabel } from '../ui/plain-text.ts';
import type { ModelChoice } from './model-choice.ts';

/** Select Model…: for the task that there is, completing text. */
export async function selectModel(models: ModelChoice): Promise<void> {
  const connected = await models.connection.require();
  const model = connected && (await models.ask('completion', connected));
  if (model !== undefined) {
    window.setStatusBarMessage(l10n.t('Inkwell completes with {0}.', plainLabel(model)), 5000);
  }
}
