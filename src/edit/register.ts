import { CodeActionKind, type Disposable, languages } from 'vscode';
import { EditsSupport } from '../connection/edits-support.ts';
import { registerCommand } from '../ui/commands.ts';
import type { EditServices } from './edit-services.ts';
import { FixProvider } from './fix-provider.ts';

/** Edit with Instruction, for a selection, a document, files, and what VS Code marks as a problem. */
export function registerEdit(given: Omit<EditServices, 'editsSupport'>): Disposable[] {
  const services = { ...given, editsSupport: new EditsSupport(given.context.globalState) };
  const { log, connection } = services;
  return [
    registerCommand('inkwell.editWithInstruction', log, async (...given) =>
      (await import('./edit-with-instruction.ts')).editWithInstruction(services, given),
    ),
    registerCommand('inkwell.editFiles', log, async (...given) =>
      (await import('./edit-files.ts')).editFiles(services, given),
    ),
    languages.registerCodeActionsProvider({ scheme: '*' }, new FixProvider(connection), {
      providedCodeActionKinds: [CodeActionKind.QuickFix],
    }),
  ];
}
