import { type Disposable, env, l10n, window } from 'vscode';
import { registerCommand } from '../ui/commands.ts';
import type { CheckServices } from './check-services.ts';

/** Check Connection, and its report. */
export function registerCheck(services: CheckServices): Disposable[] {
  const { log } = services;
  return [
    registerCommand('inkwell.checkConnection', log, async () =>
      (await import('./check-connection.ts')).checkConnection(services),
    ),
    registerCommand('inkwell.copyConnectionReport', log, async () => {
      const text = services.texts.textOf((await import('./check-connection.ts')).REPORT);
      if (text !== undefined) {
        await env.clipboard.writeText(text);
        window.setStatusBarMessage(l10n.t('The report is copied.'), 5000);
      }
    }),
  ];
}
