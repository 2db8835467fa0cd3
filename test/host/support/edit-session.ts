import * as vscode from 'vscode';
import { setting } from './inkwell.ts';
import { type Session, sessionWith } from './session.ts';

/** For a `describe`: a service that edits, and a person who answers messages. Each test begins with nothing open. */
export function editSession(): () => Session {
  return sessionWith({
    before: () => setting('edit.model', 'edit-1'),
    afterEach: () => setting('edit.parameters', undefined),
    after: () => setting('edit.model', undefined),
  });
}

/** Edits what is selected in the active editor, or all of its document. */
export function edit(given: object = {}): Thenable<unknown> {
  return vscode.commands.executeCommand('inkwell.editWithInstruction', {
    instruction: 'Change it.',
    ...given,
  });
}

/** Applies the proposal in view. */
export function apply(): Thenable<unknown> {
  return vscode.commands.executeCommand('inkwell.applyProposal');
}
