import { Disposable, workspace } from 'vscode';
import { registerCommand } from '../ui/commands.ts';
import type { InlineCompletions } from './inline-completions.ts';
import type { InlineServices } from './inline-provider.ts';
import { isInlineOnSomewhere } from './inline-switched-on.ts';

/** Loads inline completions when they are switched on, or could be. */
export function registerInlineSwitch(services: InlineServices): Disposable {
  const { connection, log } = services;
  let loaded: Promise<InlineCompletions> | undefined;
  let isDisposed = false;
  const load = (): Promise<InlineCompletions> => {
    loaded ??= import('./inline-completions.ts').then(({ InlineCompletions: Made }) => {
      const made = new Made(services);
      if (isDisposed) {
        made.dispose();
      }
      return made;
    });
    return loaded;
  };
  const look = (): void => {
    if (!loaded && (connection.isSet || isInlineOnSomewhere())) {
      load().catch((error: unknown) => log.error(`Inline completions cannot be loaded: ${String(error)}`));
    }
  };
  look();
  return Disposable.from(
    connection.onDidMend(look),
    workspace.onDidChangeWorkspaceFolders(look),
    registerCommand('inkwell.toggleInlineCompletion', log, async (given) => (await load()).toggle(given)),
    new Disposable(() => {
      isDisposed = true;
      void loaded?.then((made) => made.dispose());
    }),
  );
}
