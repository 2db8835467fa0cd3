import type { TextDocument, WebviewPanel } from 'vscode';
import type { AudioServices } from './audio-services.ts';
import { TranscriptDocument } from './transcript-document.ts';
import { TranscriptEditor } from './transcript-editor.ts';

/** Shows a transcript in the tab that VS Code has for it. */
export async function openTranscript(
  services: Pick<AudioServices, 'context' | 'log'>,
  document: TextDocument,
  panel: WebviewPanel,
): Promise<void> {
  await new TranscriptEditor(services, new TranscriptDocument(document), panel).open();
}
