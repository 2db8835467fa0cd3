import {
  CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type CodeActionProvider,
  l10n,
  type Range,
  type TextDocument,
} from 'vscode';
import type { Connection } from '../connection/connection.ts';
import type { CommandId } from '../ui/commands.ts';
import type { EditArguments } from './edit-arguments.ts';

/** Offers to have a problem fixed, with what VS Code says about it as the instruction. */
export class FixProvider implements CodeActionProvider {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  provideCodeActions(document: TextDocument, _: Range, { diagnostics }: CodeActionContext): CodeAction[] {
    const [first] = diagnostics;
    // Whoever has not connected has not asked for one more light bulb.
    if (!first || !this.#connection.isSet) {
      return [];
    }
    const action = new CodeAction(l10n.t('Fix with Inkwell'), CodeActionKind.QuickFix);
    action.diagnostics = [...diagnostics];
    const given: EditArguments = {
      uri: document.uri,
      problems: diagnostics.map(({ message, range }) => ({ message, range })),
    };
    action.command = {
      command: 'inkwell.editWithInstruction' satisfies CommandId,
      title: action.title,
      arguments: [given],
    };
    return [action];
  }
}
