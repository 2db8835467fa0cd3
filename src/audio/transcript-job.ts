import type { Answer } from './answer-format.ts';
import type { AudioFile } from './audio-file.ts';
import type { AudioChoice } from './options-picker.ts';
import type { ReceivedTranscript } from './save-transcript.ts';
import type { TranscriptPlace } from './transcript-places.ts';

/** A file that is to have a transcript, over all tries. */
export interface TranscriptJob {
  readonly file: AudioFile;
  readonly choice: AudioChoice;
  readonly place: TranscriptPlace;
  /** Bytes that a part may have; without it, the file is sent whole. */
  readonly mostBytes: number | undefined;
  /** What came of the first parts: it is paid for, and not asked for twice. */
  readonly answered: AnsweredPart[];
  /** What came of all of it, where it could not be saved. */
  received: ReceivedTranscript | undefined;
}

export interface AnsweredPart {
  /** When it begins, and how long it is. */
  readonly startSeconds: number;
  readonly seconds: number;
  readonly answer: Answer;
}
