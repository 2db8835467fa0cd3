import { l10n, window } from 'vscode';
import { adviceOn } from '../service/limits.ts';

/** Lets the person pass by what most services, but not the interface, refuse. */
export async function passAdvice(
  operation: Parameters<typeof adviceOn>[0],
  request: Record<string, unknown>,
): Promise<boolean> {
  const [advice] = adviceOn(operation, request);
  if (!advice) {
    return true;
  }
  const send = l10n.t('Send Anyway');
  // A message that can be passed over would leave what was asked for waiting, unseen.
  return (await window.showWarningMessage(advice.message, { modal: true }, send)) === send;
}
