import { l10n, QuickInputButtons, window } from 'vscode';
import { checkApiKey } from '../service/api-key.ts';
import type { BaseUrl } from '../service/base-url.ts';
import { ServiceError } from '../service/errors.ts';
import { errorInWords } from '../ui/error-words.ts';

/** The state of the key between visits. */
export interface KeyStep {
  value: string;
}

/**
 * Asks for the key and has it proved while the input box stays open, so that a refused key can be mended
 * where it was typed. Other failures are the result: it is the address that must change.
 */
export function askForKey<T>(
  base: BaseUrl,
  hasStoredKey: boolean,
  step: KeyStep,
  prove: (key: string, signal: AbortSignal) => Promise<T>,
): Promise<T | ServiceError | 'back' | 'left'> {
  const input = window.createInputBox();
  let proof: AbortController | undefined;
  input.title = l10n.t('Connect to a Service (2/2): API Key');
  input.password = true;
  input.ignoreFocusOut = true;
  input.value = step.value;
  input.buttons = [QuickInputButtons.Back];
  input.placeholder = hasStoredKey ? l10n.t('Leave empty to use the key stored for it') : l10n.t('API key');
  input.prompt = hasStoredKey
    ? l10n.t('Key for {0}. It is kept in VS Code’s secret storage and sent nowhere else.', base.host)
    : l10n.t(
        'Key for {0}; empty if it needs none. It is kept in VS Code’s secret storage and sent nowhere else.',
        base.host,
      );
  return new Promise((resolve, reject) => {
    const finish = (result: T | ServiceError | 'back' | 'left'): void => {
      resolve(result);
      input.hide();
    };
    const accept = async (): Promise<void> => {
      if (proof) {
        return;
      }
      proof = new AbortController();
      input.enabled = false;
      input.busy = true;
      input.validationMessage = undefined;
      try {
        checkApiKey(step.value);
        finish(await prove(step.value, proof.signal));
      } catch (error) {
        if (!ServiceError.is(error)) {
          reject(error);
          input.hide();
        } else if (isAboutKey(error)) {
          input.validationMessage = errorInWords(error).message;
        } else if (!proof.signal.aborted) {
          finish(error);
        }
      } finally {
        proof = undefined;
        input.enabled = true;
        input.busy = false;
      }
    };
    input.onDidChangeValue((value) => {
      step.value = value.trim();
      input.validationMessage = undefined;
    });
    input.onDidAccept(() => void accept());
    input.onDidTriggerButton(() => finish('back'));
    input.onDidHide(() => {
      proof?.abort();
      resolve('left');
      input.dispose();
    });
    input.show();
  });
}

function isAboutKey({ kind, param }: ServiceError): boolean {
  return kind === 'authentication' || kind === 'permission' || param === 'apiKey';
}
