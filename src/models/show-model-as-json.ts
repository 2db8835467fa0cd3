import { createHash } from 'node:crypto';
import { l10n } from 'vscode';
import type { ReadOnlyTexts } from '../files/read-only-texts.ts';
import { withLateProgress } from '../ui/late-progress.ts';
import { plainText } from '../ui/plain-text.ts';
import type { ModelsView } from './models-view.ts';

/** Show as JSON: all that the service says of a model, as it says it. */
export async function showModelAsJson(
  id: string,
  models: Pick<ModelsView, 'retrieve'>,
  texts: ReadOnlyTexts,
): Promise<void> {
  const model = await withLateProgress(l10n.t('Asking for the model…'), (_, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return models.retrieve(id, controller.signal);
  });
  if (model) {
    // Names that come to the same without what no file may be called are kept apart by the folder.
    const folder = createHash('sha256').update(id).digest('hex').slice(0, 8);
    const name = plainText(id, 80).replace(/[\\/:*?"<>|]+/g, '-') || l10n.t('Model');
    await texts.show(`${folder}/${name}.json`, JSON.stringify(model, undefined, 2));
  }
}
