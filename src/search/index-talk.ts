import type { ScanReason } from './folder-scan.ts';
import type { Survey } from './index-update.ts';

/** What a person is to know before anything is sent. */
export interface IndexQuestion {
  /** Name of the folder. */
  readonly folder: string;
  readonly model: string;
  /** Host and port. */
  readonly host: string;
  readonly survey: Survey;
  /** Files and folders that were not looked into. */
  readonly leftOut: ReadonlyMap<ScanReason, number>;
  /** Whether there is an index already of which nothing counts any more. */
  readonly isReplacing: boolean;
}

export type IndexAnswer = 'index' | 'model' | 'exclude' | undefined;

export interface SendingProgress {
  readonly done: number;
  readonly total: number;
  readonly isPaused: boolean;
}

/** A person who waits for what is done. */
export interface IndexTalk {
  /** @returns nothing when it was cancelled */
  looking<T>(
    folder: string,
    work: (report: (message: string) => void, signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined>;
  ask(question: IndexQuestion): Promise<IndexAnswer>;
  /** Shows how far it has come; who cancels aborts the signal. */
  sending<T>(
    folder: string,
    work: (report: (progress: SendingProgress) => void, signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
}
