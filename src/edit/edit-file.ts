import { type TextDocument, type Uri, workspace } from 'vscode';
import type { Connected } from '../connection/connection.ts';
import { checked, NotText } from '../files/file-text.ts';
import { plainLines } from '../review/document-text.ts';
import type { Proposal } from '../review/review.ts';
import { isReadOnly } from '../ui/read-only.ts';
import type { FileOutcome } from './files-outcome.ts';
import { type EditRequestServices, requestEdit } from './request-edit.ts';

/** Why a file has no proposal, where it is not the service's or the network's failure. */
export class NoProposal extends Error {
  override readonly name = 'NoProposal';
  readonly reason: 'readOnly' | 'empty' | 'cut' | 'filtered' | NotText['reason'];

  constructor(reason: NoProposal['reason']) {
    super(reason);
    this.reason = reason;
  }
}

export interface FileRequest {
  readonly uri: Uri;
  readonly instruction: string;
  readonly connected: Connected;
  readonly model: string;
  readonly signal: AbortSignal;
}

/**
 * Asks for a file's new text: of what is in the editor, where it is open with changes that are not saved.
 *
 * @throws {NoProposal}
 * @throws {ServiceError}
 */
export async function editFile(
  services: Pick<EditRequestServices, 'log' | 'editsSupport'>,
  { uri, instruction, connected, model, signal }: FileRequest,
): Promise<FileOutcome<Proposal>> {
  const document = await openText(uri);
  if (await isReadOnly({ document })) {
    throw new NoProposal('readOnly');
  }
  const base = textOf(document);
  const language = document.languageId;
  const task = {
    input: base,
    instruction,
    before: '',
    after: '',
    language,
    fileName: workspace.asRelativePath(uri),
  };
  const answers = await requestEdit(services, connected, model, task, document, { signal });
  // Of a file whose end is missing, the rest would be deleted by who applies all.
  const whole = answers.texts.filter(({ cut }) => cut === undefined);
  if (answers.outcome === 'unchanged') {
    return { kind: 'unchanged' };
  }
  if (whole.length === 0) {
    const cut = answers.cut ?? answers.texts[0]?.cut;
    throw new NoProposal(cut === 'length' ? 'cut' : cut === 'content_filter' ? 'filtered' : 'empty');
  }
  return {
    kind: 'proposed',
    proposal: { target: uri, language, base, texts: whole.map(({ text }) => text) },
  };
}

/** As VS Code reads it: what a proposal is compared with, and written into. */
async function openText(uri: Uri): Promise<TextDocument> {
  try {
    return await workspace.openTextDocument(uri);
  } catch {
    // Also what has become a binary file or a folder meanwhile; both are told apart by a look only.
    const isThere = await Promise.resolve(workspace.fs.stat(uri)).then(
      () => true,
      () => false,
    );
    throw new NoProposal(isThere ? 'binary' : 'missing');
  }
}

function textOf(document: TextDocument): string {
  try {
    return plainLines(checked(document.getText()));
  } catch (error) {
    throw error instanceof NotText ? new NoProposal(error.reason) : error;
  }
}
