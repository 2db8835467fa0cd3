import { parseJson } from '../service/parse-json.ts';

/** Something said, from then to then: seconds from the beginning of the recording. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The segment as it was told, with all that is not ours to know; it is written as it was. */
  readonly told?: Fields;
}

/** What was said in a recording. */
export interface Transcript {
  readonly task?: string;
  readonly language?: string;
  /** Of the recording, in seconds. */
  readonly duration?: number;
  readonly text: string;
  /** In the order of their starts. */
  readonly segments: readonly Segment[];
  /** The transcript as it was told. */
  readonly told?: Fields;
}

export type Fields = Readonly<Record<string, unknown>>;

/**
 * What was not as it should be, and was mended as far as it could be:
 *
 * - `notJson`, `notTranscript`: nothing could be read
 * - `noSegments`: there is text, but not when it was said
 * - `badSegment`: a segment that has neither text nor times, which is left out
 * - `badTime`: a time that is missing, negative or no number, or an end before its start
 * - `outOfOrder`, `overlap`: a segment that begins before the one before it does, or before that ends
 */
export type ProblemKind =
  | 'notJson'
  | 'notTranscript'
  | 'noSegments'
  | 'badSegment'
  | 'badTime'
  | 'outOfOrder'
  | 'overlap';

export interface TranscriptProblem {
  readonly kind: ProblemKind;
  readonly count: number;
  /** The first segment that has it, as counted in the file. */
  readonly segment?: number;
}

export interface ReadTranscript {
  readonly transcript: Transcript;
  /** One of each kind. */
  readonly problems: readonly TranscriptProblem[];
}

/** More than a recording of ten years: seconds beyond are no time. */
const LONGEST = 3e8;

/** Times of neighbours that are rounded differently do not overlap. */
const ROUNDING = 0.05;

/** Reads the JSON of a transcript, whatever it is like. Its time grows with its length alone. */
export function readTranscript(json: string): ReadTranscript {
  const problems = new Problems();
  const value = parseJson(json);
  if (value === undefined) {
    problems.add('notJson');
    return { transcript: { text: '', segments: [] }, problems: problems.all };
  }
  return transcriptFrom(value, problems);
}

/** The same of what has been parsed already, such as a service's answer. */
export function transcriptOf(value: unknown): ReadTranscript {
  return transcriptFrom(value, new Problems());
}

/** As a file: what was told, with what has changed. */
export function writeTranscript(transcript: Transcript): string {
  const { told = {}, segments } = transcript;
  const was = headOf(told);
  const written: Record<string, unknown> = { ...told };
  for (const field of ['task', 'language', 'duration', 'text'] as const) {
    if (transcript[field] !== was[field]) {
      written[field] = transcript[field];
    }
  }
  if (segments.length > 0 || Array.isArray(told.segments)) {
    written.segments = segments.map(segmentToWrite);
  }
  return `${JSON.stringify(written, null, 2)}\n`;
}

/** The text of segments put together; a blank between them where their scripts have blanks between words. */
export function textOf(segments: readonly Segment[]): string {
  const pieces: string[] = [];
  let last = '';
  for (const { text } of segments) {
    if (text.trim() === '') {
      continue;
    }
    const first = text[0] ?? '';
    if (
      pieces.length > 0 &&
      !/\s/.test(last) &&
      !/\s/.test(first) &&
      !(UNSPACED.test(last) || UNSPACED.test(first))
    ) {
      pieces.push(' ');
    }
    pieces.push(text);
    last = text.at(-1) ?? '';
  }
  return pieces.join('').trim();
}

/** Scripts that are written without blanks between words, and their punctuation. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;

class Problems {
  readonly #found = new Map<ProblemKind, { count: number; segment: number | undefined }>();

  add(kind: ProblemKind, segment?: number): void {
    const found = this.#found.get(kind);
    if (found) {
      found.count += 1;
    } else {
      this.#found.set(kind, { count: 1, segment });
    }
  }

  get all(): TranscriptProblem[] {
    return [...this.#found].map(([kind, { count, segment }]) => ({
      kind,
      count,
      ...(segment === undefined ? {} : { segment }),
    }));
  }
}

function transcriptFrom(value: unknown, problems: Problems): ReadTranscript {
  if (!isFields(value)) {
    problems.add('notTranscript');
    return { transcript: { text: '', segments: [] }, problems: problems.all };
  }
  const head = headOf(value);
  const segments = readSegments(Array.isArray(value.segments) ? value.segments : [], problems);
  if (head.text === undefined && segments.length === 0 && !Array.isArray(value.segments)) {
    problems.add('notTranscript');
  } else if (segments.length === 0 && head.text?.trim()) {
    problems.add('noSegments');
  }
  return {
    transcript: { ...head, text: head.text ?? textOf(segments), segments, told: value },
    problems: problems.all,
  };
}

function headOf({ task, language, duration, text }: Fields): Partial<Omit<Transcript, 'segments' | 'told'>> {
  const seconds = timeOf(duration);
  return {
    ...(typeof task === 'string' ? { task } : {}),
    ...(typeof language === 'string' ? { language } : {}),
    ...(seconds === undefined ? {} : { duration: seconds }),
    ...(typeof text === 'string' ? { text } : {}),
  };
}

interface Raw {
  readonly told: Fields;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly text: string;
}

function rawOf(value: unknown): Raw | undefined {
  if (!isFields(value)) {
    return undefined;
  }
  const start = timeOf(value.start);
  const end = timeOf(value.end);
  const isText = typeof value.text === 'string';
  return isText || start !== undefined || end !== undefined
    ? { told: value, start, end, text: isText ? String(value.text) : '' }
    : undefined;
}

function readSegments(values: readonly unknown[], problems: Problems): Segment[] {
  const raws = values.map(rawOf);
  // From the last to the first: when the next one that tells it begins.
  const nexts = Array<number | undefined>(raws.length).fill(undefined);
  let next: number | undefined;
  for (let index = raws.length - 1; index >= 0; index -= 1) {
    nexts[index] = next;
    next = raws[index]?.start ?? next;
  }
  const segments: Segment[] = [];
  let before = { start: 0, end: 0 };
  for (const [index, raw] of raws.entries()) {
    if (!raw) {
      problems.add('badSegment', index);
      continue;
    }
    const start = raw.start ?? (raw.end === undefined ? before.end : Math.min(before.end, raw.end));
    const end = Math.max(start, raw.end ?? nexts[index] ?? start);
    if (raw.start === undefined || raw.end === undefined || raw.end < raw.start) {
      problems.add('badTime', index);
    }
    if (start < before.start) {
      problems.add('outOfOrder', index);
    } else if (start < before.end - ROUNDING) {
      problems.add('overlap', index);
    }
    before = { start, end };
    segments.push({ start, end, text: raw.text, told: raw.told });
  }
  return segments.sort((a, b) => a.start - b.start);
}

/** Seconds; some services write numbers as text. */
function timeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= LONGEST ? number : undefined;
}

function segmentToWrite({ start, end, text, told = {} }: Segment): Fields {
  const written: Record<string, unknown> = { ...told };
  const now = { start, end, text };
  const was = { start: timeOf(told.start), end: timeOf(told.end), text: told.text };
  for (const field of ['start', 'end', 'text'] as const) {
    if (now[field] !== was[field]) {
      written[field] = now[field];
    }
  }
  return written;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
