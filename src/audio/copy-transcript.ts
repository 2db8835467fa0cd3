import { env, type Uri } from 'vscode';
import { toText } from './subtitles.ts';
import { transcriptFrom } from './transcript-at-hand.ts';

/** Puts the text of a transcript into the clipboard. */
export async function copyTranscript(uri: Uri | undefined): Promise<void> {
  const { transcript } = await transcriptFrom(uri);
  await env.clipboard.writeText(toText(transcript));
}
