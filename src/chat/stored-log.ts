import type { LinesRead, LogFile } from './log-file.ts';
import { type LogFormat, type LoggedEvent, LogReader } from './log-format.ts';

/** A file from its beginning to its end. */
export interface WholeLog {
  /** To read on with. */
  readonly reader: LogReader;
  readonly events: readonly LoggedEvent[];
  /** Where to read on. */
  readonly end: number;
  readonly isAside: boolean;
}

/** Reads the events of a file from a place on. `undefined` when there is no such file. */
export async function readLog(
  file: LogFile,
  reader: LogReader,
  from: number,
  take: (logged: LoggedEvent) => void,
  signal?: AbortSignal,
): Promise<LinesRead | undefined> {
  reader.isTorn = false;
  return file.read(
    from,
    (line, isEnded) => {
      if (!isEnded && !reader.isWhole(line)) {
        reader.isTorn = true;
        return false;
      }
      for (const logged of reader.read(line)) {
        take(logged);
      }
      return true;
    },
    signal,
  );
}

/** `undefined` when there is no such file. */
export async function readWholeLog(
  file: LogFile,
  format: LogFormat,
  signal?: AbortSignal,
): Promise<WholeLog | undefined> {
  const reader = new LogReader(format);
  const events: LoggedEvent[] = [];
  const read = await readLog(file, reader, 0, (event) => events.push(event), signal);
  return read && { reader, events, end: read.end, isAside: read.isAside };
}
