import { Range, type TextDocument, type Uri, WorkspaceEdit, workspace } from 'vscode';
import { openDocument } from '../files/open-document.ts';
import { land, landOver } from '../landing/landing.ts';
import { type TranscriptPlace, transcriptUri } from './transcript-places.ts';

/** What came of a file. */
export interface ReceivedTranscript {
  readonly text: string;
  /** Where what came is not of the form that was asked for. */
  readonly extension?: string;
  /** What the person should know of it. */
  readonly remark?: string;
}

export interface SavedTranscript {
  readonly uri: Uri;
  readonly remark?: string;
}

/**
 * Puts a transcript beside its audio: whole or not at all.
 *
 * @throws {LandingError}
 * @throws {ServiceError} `cancelled`
 */
export async function saveTranscript(
  place: TranscriptPlace,
  { text, extension, remark }: ReceivedTranscript,
  signal: AbortSignal,
): Promise<SavedTranscript> {
  const data = new TextEncoder().encode(text);
  const said = remark === undefined ? {} : { remark };
  // In another form it is another file, of which nobody has said yes to losing it.
  if (place.replaces && extension === undefined) {
    const uri = transcriptUri(place);
    const document = openDocument(uri);
    if (!(document?.isDirty && (await replaceText(document, text)))) {
      await landOver(uri, data, { signal });
    }
    return { uri, ...said };
  }
  const uri = await land(place.folder, place.stem, extension ?? place.extension, data, { signal });
  return { uri, ...said };
}

/** In the editor, where Undo brings back what was there and not saved; a file that changed below it would only be in its way. */
async function replaceText(document: TextDocument, text: string): Promise<boolean> {
  const edit = new WorkspaceEdit();
  const whole = new Range(document.positionAt(0), document.positionAt(document.getText().length));
  edit.replace(document.uri, whole, text);
  return (await workspace.applyEdit(edit)) && (await document.save());
}
