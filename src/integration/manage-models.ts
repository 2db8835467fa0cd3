import { commands, l10n, type QuickPickItem, window } from 'vscode';
import type { Connection } from '../connection/connection.ts';
import type { CommandId } from '../ui/commands.ts';
import { plainLabel } from '../ui/plain-text.ts';

interface Choice extends QuickPickItem {
  run(): unknown;
}

/** What can be done about the models that VS Code's own chat offers. VS Code leads here from its list of models. */
export async function manageModels(connection: Connection): Promise<void> {
  const base = connection.base();
  if (!base) {
    await connection.connect();
    return;
  }
  const command = (id: CommandId) => () => commands.executeCommand(id);
  const setting = (name: string) => () => commands.executeCommand('workbench.action.openSettings', name);
  const choices: Choice[] = [
    { label: `$(list-unordered) ${l10n.t('Show Models')}`, run: command('inkwell.showModels') },
    {
      label: `$(settings-gear) ${l10n.t('Choose What Is Offered')}`,
      detail: l10n.t('The setting inkwell.languageModels: models whose names do not tell that they chat.'),
      run: setting('inkwell.languageModels'),
    },
    {
      label: `$(symbol-ruler) ${l10n.t('Set Context Length')}`,
      detail: l10n.t('The setting inkwell.contextLength: what VS Code fits its prompts to.'),
      run: setting('inkwell.contextLength'),
    },
    { label: `$(check) ${l10n.t('Select Model…')}`, run: command('inkwell.selectModel') },
    {
      label: `$(plug) ${l10n.t('Connect to a Service…')}`,
      description: plainLabel(base.host),
      run: command('inkwell.connect'),
    },
    { label: `$(key) ${l10n.t('Set Key')}`, run: () => connection.connect({ startAt: 'key' }) },
  ];
  const chosen = await window.showQuickPick(choices, {
    title: l10n.t('Models of Inkwell in VS Code’s Chat'),
  });
  await chosen?.run();
}
