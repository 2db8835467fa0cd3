import { commands, l10n, window } from 'vscode';
import { ServiceError } from '../service/errors.ts';
import type { CommandId } from './commands.ts';
import { errorInWords, type Remedy } from './error-words.ts';
import type { Log } from './log.ts';
import { logFailure } from './log-failure.ts';

export interface ErrorContext {
  /** The setting that a refused field comes from. */
  readonly setting?: string;
  /** What `Retry` does; without it there is no such button. */
  readonly retry?: () => unknown;
  /** Chooses another model; without it there is no such button. */
  readonly chooseModel?: () => unknown;
  /** Changes what was asked for, where the service has refused that; without it there is no such button. */
  readonly change?: { readonly label: string; readonly run: () => unknown };
}

/** Tells the person, with what can be done about it as buttons. A cancellation is not news. */
export async function showError(error: unknown, log: Log, context: ErrorContext = {}): Promise<void> {
  if (ServiceError.is(error, 'cancelled')) {
    return;
  }
  logFailure(error, log);
  const { message, actions } = errorActions(error, log, context);
  const chosen = await window.showErrorMessage(message, ...actions.keys());
  await actions.get(chosen ?? '')?.();
}

/** What happened in words, and by their labels what can be done about it. */
export function errorActions(
  error: unknown,
  log: Log,
  context: ErrorContext = {},
): { readonly message: string; readonly actions: ReadonlyMap<string, () => unknown> } {
  const { message, remedies } = errorInWords(error);
  const { change } = context;
  const isRefused = change !== undefined && ServiceError.is(error, 'badRequest');
  // Of what the person has written, no setting is at fault.
  const isOfSettings = !isRefused || error.param !== undefined;
  const others = actionsFor(
    isOfSettings ? remedies : remedies.filter((each) => each !== 'openSetting'),
    log,
    context,
  );
  const actions = new Map([...(isRefused ? [[change.label, change.run] as const] : []), ...others]);
  return { message, actions };
}

function actionsFor(
  remedies: readonly Remedy[],
  log: Log,
  context: ErrorContext,
): Map<string, () => unknown> {
  const actions = new Map<string, () => unknown>();
  const run = (id: CommandId, argument?: string) => () => commands.executeCommand(id, argument);
  // What was asked goes on once the connection stands.
  const connect = (argument?: string) => async () => {
    if (await commands.executeCommand<boolean>('inkwell.connect' satisfies CommandId, argument)) {
      await context.retry?.();
    }
  };
  for (const remedy of remedies) {
    switch (remedy) {
      case 'setKey':
        actions.set(l10n.t('Set Key'), connect('key'));
        break;
      case 'connect':
        actions.set(l10n.t('Connect…'), connect());
        break;
      case 'chooseModel':
        actions.set(l10n.t('Choose Model'), context.chooseModel ?? run('inkwell.selectModel'));
        break;
      case 'openSetting':
        if (context.setting) {
          const { setting } = context;
          actions.set(l10n.t('Open Setting'), () =>
            commands.executeCommand('workbench.action.openSettings', setting),
          );
        }
        break;
      case 'retry':
        if (context.retry) {
          actions.set(l10n.t('Retry'), context.retry);
        }
        break;
      case 'showLog':
        actions.set(l10n.t('Show Log'), () => log.show());
        break;
    }
  }
  return actions;
}
