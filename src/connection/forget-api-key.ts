import { l10n, window } from 'vscode';
import type { Connection } from './connection.ts';

/** Forget API Key: of one service, after asking which when several have one. */
export async function forgetApiKey(connection: Connection): Promise<void> {
  const origins = await connection.keys.origins();
  const [only] = origins;
  if (only === undefined) {
    await window.showInformationMessage(l10n.t('There is no API key to forget.'));
    return;
  }
  const origin =
    origins.length === 1
      ? only
      : await window.showQuickPick(origins, { title: l10n.t('Forget the API key of which service?') });
  if (origin === undefined) {
    return;
  }
  const forget = l10n.t('Forget');
  const chosen = await window.showWarningMessage(
    l10n.t('Forget the API key of {0}?', origin),
    {
      modal: true,
      detail: l10n.t('It is deleted from VS Code’s secret storage. The service itself is not told.'),
    },
    forget,
  );
  if (chosen === forget) {
    await connection.keys.forget(origin);
    await window.showInformationMessage(l10n.t('The API key of {0} is forgotten.', origin));
  }
}
