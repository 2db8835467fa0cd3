import { l10n, window } from 'vscode';

/** The explicit yes to sending everything, the key included, for all on the way to read. */
export async function askForPlainHttp(host: string): Promise<boolean> {
  const yes = l10n.t('Send Unencrypted');
  const chosen = await window.showWarningMessage(
    l10n.t('{0} is not encrypted. Send the key and your text to it all the same?', host),
    {
      modal: true,
      detail: l10n.t(
        'Everyone on the network between this machine and {0} can read both. An address that begins with https: is safe.',
        host,
      ),
    },
    yes,
  );
  return chosen === yes;
}
