import type { ResponseFormat } from './answer-format.ts';
import { type Cue, cueTime, readCues } from './subtitle-cues.ts';
import {
  type Fields,
  readTranscript,
  type Segment,
  type Transcript,
  textOf,
  writeTranscript,
} from './transcript.ts';

/** What a part came to: the file that it would be by itself. */
export interface PartText {
  /** When the part begins in the whole recording, and how long it is. */
  readonly startSeconds: number;
  readonly seconds: number;
  readonly text: string;
}

export interface PartTranscript extends Omit<PartText, 'text'> {
  readonly transcript: Transcript;
}

/** The files of all parts as one, of the same format. */
export function joinParts(parts: readonly PartText[], format: ResponseFormat): string {
  switch (format) {
    case 'text':
      return joinTexts(parts.map(({ text }) => text));
    case 'srt':
      return joinCues(parts, ',', []);
    case 'vtt':
      return joinCues(parts, '.', ['WEBVTT\n']);
    case 'json':
    case 'verbose_json':
      return writeTranscript(
        joinTranscripts(
          parts.map(({ text, ...part }) => ({ ...part, transcript: readTranscript(text).transcript })),
        ),
      );
  }
}

/** Transcripts of parts as that of the whole. What a service told of one part alone is kept of the first. */
export function joinTranscripts(parts: readonly PartTranscript[]): Transcript {
  const [first] = parts;
  if (!first) {
    return { text: '', segments: [] };
  }
  const segments = parts.flatMap(({ transcript, startSeconds }) =>
    transcript.segments.map((segment) => shifted(segment, startSeconds)),
  );
  const told = joinedFields(parts);
  const { task, language } = first.transcript;
  const duration = parts.some(({ transcript }) => transcript.duration !== undefined)
    ? rounded(parts.reduce((sum, { seconds }) => sum + seconds, 0))
    : undefined;
  return {
    ...(task === undefined ? {} : { task }),
    ...(language === undefined ? {} : { language }),
    ...(duration === undefined ? {} : { duration }),
    text: textOf(parts.map(({ transcript: { text } }) => ({ start: 0, end: 0, text: text.trim() }))),
    segments: segments.map((segment, index) => numbered(segment, index)),
    ...(told ? { told } : {}),
  };
}

/** Words have their own times. */
function joinedFields(parts: readonly PartTranscript[]): Fields | undefined {
  const told = parts[0]?.transcript.told;
  if (!told) {
    return undefined;
  }
  const words = parts.flatMap(({ transcript, startSeconds }) => {
    const own = transcript.told?.words;
    return Array.isArray(own) ? own.map((word) => shiftedFields(word, startSeconds)) : [];
  });
  return words.length > 0 ? { ...told, words } : told;
}

function shifted({ start, end, text, told }: Segment, by: number): Segment {
  return {
    start: rounded(start + by),
    end: rounded(end + by),
    text,
    ...(told ? { told: inner(told, by) } : {}),
  };
}

/** What a segment has of times besides its own: its words, and where the model stood, in hundredths. */
function inner(told: Fields, by: number): Fields {
  const { words, seek } = told;
  return {
    ...told,
    ...(Array.isArray(words) ? { words: words.map((word) => shiftedFields(word, by)) } : {}),
    ...(typeof seek === 'number' ? { seek: seek + Math.round(by * 100) } : {}),
  };
}

function shiftedFields(value: unknown, by: number): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const { start, end } = value as Fields;
  return {
    ...value,
    ...(typeof start === 'number' ? { start: rounded(start + by) } : {}),
    ...(typeof end === 'number' ? { end: rounded(end + by) } : {}),
  };
}

function numbered(segment: Segment, index: number): Segment {
  const { told } = segment;
  return told && 'id' in told ? { ...segment, told: { ...told, id: index } } : segment;
}

/** Sums of seconds have digits that nobody said. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

/** With their tags and settings; numbers, in an SRT, begin anew. */
function joinCues(parts: readonly PartText[], separator: ',' | '.', head: readonly string[]): string {
  const isSrt = separator === ',';
  const cues = parts.flatMap(({ text, startSeconds }) =>
    readCues(text).map((cue) => ({ ...cue, start: cue.start + startSeconds, end: cue.end + startSeconds })),
  );
  const blocks = cues
    .filter(({ lines }) => lines.length > 0)
    .map(({ start, end, settings, lines }: Cue, index) => {
      const times = `${cueTime(start, separator)} --> ${cueTime(end, separator)}`;
      const timing = settings === '' ? times : `${times} ${settings}`;
      return `${[...(isSrt ? [String(index + 1)] : []), timing, ...lines].join('\n')}\n`;
    });
  return [...head, ...blocks].join('\n');
}

function joinTexts(texts: readonly string[]): string {
  const text = textOf(texts.map((each) => ({ start: 0, end: 0, text: each.trim() })));
  return text === '' ? '' : `${text}\n`;
}

/** Letters of a prompt: about the 200 tokens of which services take the end. */
const LONGEST_PROMPT = 800;

/**
 * The end of what was said in one part, as the prompt of the next: whole sentences, unless not even the last one fits;
 * then whole words.
 */
export function promptFrom(previousText: string, longest = LONGEST_PROMPT): string {
  const text = previousText
    .slice(-4 * longest)
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed();
  if (text.length <= longest && previousText.length <= 4 * longest) {
    return text;
  }
  const from = text.length - Math.min(longest, text.length);
  const sentence = sentenceStart(text, from);
  if (sentence !== undefined) {
    return text.slice(sentence);
  }
  const blank = text.indexOf(' ', from - 1);
  // A pair of surrogates may be cut in two.
  return blank < 0 ? text.slice(from).replace(/^[\udc00-\udfff]/, '') : text.slice(blank + 1);
}

/** Where the first sentence begins that is whole behind a place. */
function sentenceStart(text: string, from: number): number | undefined {
  for (const { index } of new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)) {
    if (index >= from) {
      return index;
    }
  }
  return undefined;
}
