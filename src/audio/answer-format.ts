import type { AUDIO_RESPONSE_FORMATS } from '../service/limits.ts';
import { looksLikeHtml } from '../service/response-error.ts';
import { readCues } from './subtitle-cues.ts';
import { parseSrt, parseVtt, toSrt, toText, toVtt } from './subtitles.ts';
import { type Segment, textOf, transcriptOf, writeTranscript } from './transcript.ts';

export type ResponseFormat = (typeof AUDIO_RESPONSE_FORMATS)[number];

/** What an answer is in truth. */
export type AnswerFormat = 'srt' | 'vtt' | 'json' | 'html' | 'text' | 'empty';

/** An answer as the file that was wanted. */
export interface Converted {
  readonly text: string;
  /** Whether the service answered in another format, from which this was made. */
  readonly converted: boolean;
}

/** An answer from which what was wanted cannot be made; it may be kept as what it is. */
export interface Mismatch {
  readonly mismatch: AnswerFormat;
  readonly text: string;
}

/** A client's answer: what plain formats are is in `text`. */
export interface Answer {
  readonly text: string;
  readonly segments?: unknown;
}

/** Endings of the files that answers become. */
export const FILE_EXTENSION: Readonly<Record<ResponseFormat, string>> = {
  json: 'json',
  text: 'txt',
  srt: 'srt',
  vtt: 'vtt',
  verbose_json: 'transcript.json',
};

/** Tells by its content what a plain answer is. */
export function formatOfAnswer(text: string): AnswerFormat {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (start === '') {
    return 'empty';
  }
  if (/^WEBVTT(?:\s|$)/.test(start)) {
    return 'vtt';
  }
  if (looksLikeHtml(start) || /^<(?:script|title|meta|div|p|h1)\b/i.test(start)) {
    return 'html';
  }
  if (fieldsIn(start)) {
    return 'json';
  }
  // Speech may mention times, but does not begin with them.
  return /^(?:\d+\s*[\r\n]+)?\s*[\d:.,]{4,}\s*-->/.test(start) && readCues(start).length > 0 ? 'srt' : 'text';
}

/** The file that was wanted, made of what came. */
export function convertAnswer(answer: string | Answer, wanted: ResponseFormat): Converted | Mismatch {
  const isJson = wanted === 'json' || wanted === 'verbose_json';
  if (typeof answer === 'object' && (isJson || Array.isArray(answer.segments))) {
    return fromFields(answer, wanted, !isJson);
  }
  const text = typeof answer === 'object' ? answer.text : answer;
  const format = formatOfAnswer(text);
  switch (format) {
    case 'html':
      return { mismatch: format, text };
    case 'empty':
      // Where nothing is said, there is nothing to show.
      return { ...fromSegments([], wanted), converted: false };
    case 'json':
      return fromFields(fieldsIn(text), wanted, !isJson);
    case 'srt':
    case 'vtt':
      return format === wanted
        ? { text, converted: false }
        : fromSegments(format === 'srt' ? parseSrt(text) : parseVtt(text), wanted);
    case 'text':
      if (wanted === 'text') {
        return { text: `${text.trimEnd()}\n`, converted: false };
      }
      return wanted === 'json'
        ? { text: writeTranscript({ text, segments: [] }), converted: true }
        : { mismatch: format, text };
  }
}

function fromFields(value: unknown, wanted: ResponseFormat, converted: boolean): Converted | Mismatch {
  const { transcript, problems } = transcriptOf(value);
  const json = writeTranscript(transcript);
  if (problems.some(({ kind }) => kind === 'notTranscript')) {
    return { mismatch: 'json', text: json };
  }
  if (wanted === 'json') {
    return { text: json, converted };
  }
  if (transcript.segments.length === 0) {
    const inside = formatOfAnswer(transcript.text);
    if (inside === 'srt' || inside === 'vtt') {
      // What was wanted, or nearly, in an envelope.
      return { ...convertAnswer(transcript.text, wanted), converted: true };
    }
    if (inside !== 'empty' && wanted !== 'text') {
      return { mismatch: 'json', text: json };
    }
  }
  switch (wanted) {
    case 'text':
      return { text: toText(transcript), converted };
    case 'srt':
      return { text: toSrt(transcript), converted };
    case 'vtt':
      return { text: toVtt(transcript), converted };
    case 'verbose_json':
      return { text: json, converted };
  }
}

function fromSegments(segments: readonly Segment[], wanted: ResponseFormat): Converted {
  const transcript = { text: textOf(segments), segments };
  switch (wanted) {
    case 'srt':
      return { text: toSrt(transcript), converted: true };
    case 'vtt':
      return { text: toVtt(transcript), converted: true };
    case 'text':
      return { text: toText(transcript), converted: true };
    default:
      return { text: writeTranscript(transcript), converted: true };
  }
}

/** JSON of a kind that a transcript can be; a number or a word alone is text. */
function fieldsIn(text: string): object | undefined {
  if (!/^\s*\{/.test(text)) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
