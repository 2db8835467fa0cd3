import type { AudioServices } from './audio-services.ts';
import { type ReceivedTranscript, type SavedTranscript, saveTranscript } from './save-transcript.ts';
import { audioOf, chooseAudio } from './transcript-audio.ts';
import type { TranscriptJob } from './transcript-job.ts';
import { isTranscriptName } from './transcript-name.ts';

/** Saves a transcript. One that another audio would be found for by its name is told which it is of. */
export async function keepTranscript(
  { context: { workspaceState } }: Pick<AudioServices, 'context'>,
  { place, file }: TranscriptJob,
  received: ReceivedTranscript,
  signal: AbortSignal,
): Promise<SavedTranscript> {
  const saved = await saveTranscript(place, received, signal);
  if (
    isTranscriptName(saved.uri.path) &&
    String(await audioOf(saved.uri, workspaceState)) !== String(file.uri)
  ) {
    await chooseAudio(saved.uri, file.uri, workspaceState);
  }
  return saved;
}
