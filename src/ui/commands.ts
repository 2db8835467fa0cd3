import { commands, type Disposable } from 'vscode';
import type { Log } from './log.ts';

/** Every command of package.json; a unit test compares the two. */
export type CommandId =
  | 'inkwell.completeSelection'
  | 'inkwell.stopCompletion'
  | 'inkwell.connect'
  | 'inkwell.forgetApiKey'
  | 'inkwell.showModels'
  | 'inkwell.selectModel'
  | 'inkwell.showLog';

/** Registers a command whose failure is shown in words, whatever it is. */
export function registerCommand(id: CommandId, log: Log, run: (argument?: unknown) => unknown): Disposable {
  return commands.registerCommand(id, async (argument?: unknown) => {
    try {
      return await run(argument);
    } catch (error) {
      const { showError } = await import('./show-error.ts');
      await showError(error, log);
      return undefined;
    }
  });
}
