import { type Disposable, l10n, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from 'vscode';
import type { ServiceError } from '../service/errors.ts';
import type { TransportEvent } from '../service/transport.ts';
import { plainText } from '../ui/plain-text.ts';

/** Failures that will meet the next request too. */
const LASTING = ['authentication', 'permission', 'quota', 'connection'];

/** The status bar item: there while the service cannot be used, gone with the first answer. */
export class ConnectionStatus implements Disposable {
  #item: StatusBarItem | undefined;

  observe({ type, error }: TransportEvent): void {
    if (type === 'answered') {
      this.clear();
    } else if (type === 'failed' && error && LASTING.includes(error.kind)) {
      this.#show(error);
    }
  }

  clear(): void {
    this.#item?.hide();
  }

  dispose(): void {
    this.#item?.dispose();
  }

  #show({ kind, host, message }: ServiceError): void {
    const cause = host && !message.includes(host) ? `${host}: ${message}` : message;
    this.#item ??= window.createStatusBarItem('inkwell.connection', StatusBarAlignment.Right);
    this.#item.name = l10n.t('Inkwell Connection');
    this.#item.text = `$(warning) ${l10n.t('Inkwell')}`;
    this.#item.tooltip = `${plainText(cause)}\n${l10n.t('Connect to a Service…')}`;
    this.#item.accessibilityInformation = { label: l10n.t('Inkwell: {0}', plainText(cause)) };
    this.#item.backgroundColor = new ThemeColor('statusBarItem.warningBackground');
    this.#item.command = {
      command: 'inkwell.connect',
      title: l10n.t('Connect to a Service…'),
      arguments: kind === 'authentication' ? ['key'] : [],
    };
    this.#item.show();
  }
}
