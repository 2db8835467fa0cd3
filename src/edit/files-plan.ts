import type { TextFile } from '../files/text-file.ts';

/** A file, and what it comes to to send it. */
export interface CountedFile {
  readonly file: TextFile;
  /** An estimate. */
  readonly tokens: number;
}

/** What it comes to to send several files. */
export interface FilesPlan {
  readonly files: readonly CountedFile[];
  /** Bytes. */
  readonly size: number;
  /** Of the files, and of the instruction that is sent with each. An estimate. */
  readonly tokens: number;
  /** Files that do not fit into the model's context. */
  readonly long: readonly CountedFile[];
}

/**
 * @param contextLength tokens
 * @param withAnswer whether an answer as long as the file has to fit beside it
 */
export function planFiles(
  files: readonly CountedFile[],
  instructionTokens: number,
  contextLength: number,
  withAnswer: boolean,
): FilesPlan {
  return {
    files,
    size: files.reduce((sum, { file }) => sum + file.size, 0),
    tokens: files.reduce((sum, { tokens }) => sum + tokens + instructionTokens, 0),
    long: files.filter(({ tokens }) => tokens * (withAnswer ? 2 : 1) + instructionTokens > contextLength),
  };
}
