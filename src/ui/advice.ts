import { l10n, window } from 'vscode';
import { adviceOn } from '../service/limits.ts';

/**
 * Lets the person pass by what most services, but not the interface, refuse.
 *
 * @param modal whether nothing else may be done meanwhile; a message that can be passed over leaves what was asked
 * for waiting, unseen
 */
export async function passAdvice(
  operation: Parameters<typeof adviceOn>[0],
  request: Record<string, unknown>,
  { modal = false } = {},
): Promise<boolean> {
  const [advice] = adviceOn(operation, request);
  if (!advice) {
    return true;
  }
  const send = l10n.t('Send Anyway');
  return (await window.showWarningMessage(advice.message, { modal }, send)) === send;
}
