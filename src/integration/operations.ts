import type { Uri } from 'vscode';

// What the tools do, they are given: surfaces do not import each other. Each operation is planned first, without any
// effect, so that the person can be told what they agree to; then it is carried out.

export interface PlannedImages {
  /** `undefined` where the service decides. */
  readonly n: number | undefined;
  readonly size: string | undefined;
  readonly folder: Uri;
  make(
    signal: AbortSignal,
  ): Promise<{ readonly saved: readonly Uri[]; readonly failures: readonly string[] }>;
}

/** `undefined` where there is no folder that images could be saved in. */
export type PlanImages = (order: {
  readonly prompt: string;
  readonly n?: number | undefined;
  readonly size?: string | undefined;
  readonly folder?: Uri | undefined;
}) => Promise<PlannedImages | undefined>;

export type TranscriptFormat = 'json' | 'text' | 'srt' | 'vtt' | 'verbose_json';

export interface PlannedTranscript {
  readonly model: string;
  /** Bytes of the recording. */
  readonly size: number;
  readonly inParts: boolean;
  make(signal: AbortSignal): Promise<{
    /** What was said, without times. */
    readonly text: string;
    /** `undefined` where it could not be saved; then `remark` says why. */
    readonly saved: Uri | undefined;
    readonly remark: string | undefined;
  }>;
}

export type PlanTranscript = (order: {
  readonly uri: Uri;
  readonly operation: 'transcription' | 'translation';
  readonly language?: string | undefined;
  readonly format?: TranscriptFormat | undefined;
}) => Promise<PlannedTranscript>;

export interface PolicyVerdict {
  readonly isFlagged: boolean;
  /** What the service did not say is `undefined`. */
  readonly categories: readonly {
    readonly name: string;
    readonly score: number | undefined;
    readonly isFlagged: boolean | undefined;
  }[];
}

/** One verdict for each text, in their order. */
export type CheckTexts = (texts: readonly string[], signal: AbortSignal) => Promise<readonly PolicyVerdict[]>;

export interface FoundPlace {
  readonly uri: Uri;
  /** The first and the last line; they count from 0. */
  readonly line: number;
  readonly lastLine: number;
  readonly text: string;
}

/** The places nearest in meaning, best first. */
export type FindPlaces = (
  query: string,
  limit: number,
  signal: AbortSignal,
) => Promise<readonly FoundPlace[]>;
