import { JsonPlaces, type StringPlace } from './json-places.ts';
import { literalEdit, type TextEdit } from './literal-edit.ts';

/** A segment as it stands in a file, which may say anything. */
export interface WrittenSegment {
  /** Seconds; absent where the file has no time that there could be. */
  readonly start?: number;
  readonly end?: number;
  /** With the space that many services put before it. Empty where the file has none. */
  readonly text: string;
  /** Where its text stands, if it has one. */
  readonly place?: StringPlace;
}

/** A transcript's file, with the places of what can be changed in it. */
export interface WrittenTranscript {
  readonly json: string;
  /** Absent where the file has no list of them. In the file's order. */
  readonly segments?: readonly WrittenSegment[];
  readonly language?: string;
  readonly duration?: number;
  /** The text of all segments together. */
  readonly text?: string;
  readonly textPlace?: StringPlace;
}

/** More than a recording of ten years: seconds beyond are no time. */
const LONGEST = 3e8;

/** @throws {SyntaxError} when it is not JSON */
export function readWritten(text: string): WrittenTranscript {
  const { json, parsed } = parse(text);
  const places = placesIn(json);
  const segments = member(parsed, 'segments');
  const whole = member(parsed, 'text');
  const language = member(parsed, 'language');
  const duration = timeOf(member(parsed, 'duration'));
  return {
    json,
    ...(Array.isArray(segments) && {
      segments: segments.map((segment, index) => written(segment, places.segments[index])),
    }),
    ...(typeof language === 'string' && { language }),
    ...(duration !== undefined && { duration }),
    ...(typeof whole === 'string' && { text: whole, ...(places.text && { textPlace: places.text }) }),
  };
}

/** The text of a segment as it is shown and changed: what stands around it stays around it. */
export function shownText({ text }: Pick<WrittenSegment, 'text'>): string {
  return text.trim();
}

/**
 * What has to change in the file for a segment to have another text: also in the text of the whole, where that is made
 * of the segments. Nothing where there is no such text.
 */
export function segmentEdits(file: WrittenTranscript, index: number, shown: string): TextEdit[] {
  const segment = file.segments?.[index];
  if (segment?.place === undefined) {
    return [];
  }
  const [before, after] = around(segment.text);
  const whole = wholeEdit(file, index, shown.trim());
  const own = literalEdit(file.json, segment.place, before + shown.trim() + after);
  return [...(whole ? [whole] : []), ...(own ? [own] : [])];
}

function wholeEdit(file: WrittenTranscript, index: number, shown: string): TextEdit | undefined {
  const { text, textPlace, segments = [] } = file;
  if (text === undefined || textPlace === undefined) {
    return undefined;
  }
  let at = 0;
  for (const [each, segment] of segments.entries()) {
    const part = shownText(segment);
    const found = text.indexOf(part, at);
    if (found < 0 || text.slice(at, found).trim() !== '') {
      return undefined;
    }
    if (each === index) {
      // Where nothing stands, there is no place for what comes there.
      return part === ''
        ? undefined
        : literalEdit(file.json, textPlace, text.slice(0, found) + shown + text.slice(found + part.length));
    }
    at = found + part.length;
  }
  return undefined;
}

function around(text: string): [string, string] {
  const trimmed = text.trimStart();
  return trimmed === ''
    ? [text, '']
    : [text.slice(0, text.length - trimmed.length), trimmed.slice(trimmed.trimEnd().length)];
}

function written(segment: unknown, place: StringPlace | undefined): WrittenSegment {
  const text = member(segment, 'text');
  const start = timeOf(member(segment, 'start'));
  const end = timeOf(member(segment, 'end'));
  return {
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    text: typeof text === 'string' ? text : '',
    ...(place && { place }),
  };
}

/** Some services write numbers as text. */
function timeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= LONGEST ? number : undefined;
}

/**
 * Numbers that are none are written by some, though JSON has no such. What stands in their place here is none that a
 * time could be, and as long: all places stay the same.
 */
function parse(text: string): { json: string; parsed: unknown } {
  try {
    return { json: text, parsed: JSON.parse(text) };
  } catch (error) {
    const json = text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/gs, (token) =>
      token.startsWith('"') ? token : '-1'.padStart(token.length),
    );
    if (json === text) {
      throw error;
    }
    return { json, parsed: JSON.parse(json) };
  }
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

/** Of members with the same name the last one counts, as it does for `JSON.parse`. */
function placesIn(json: string): { text: StringPlace | undefined; segments: (StringPlace | undefined)[] } {
  const places = new JsonPlaces(json);
  let text: StringPlace | undefined;
  let segments: (StringPlace | undefined)[] = [];
  places.eachMember((key) => {
    if (key === 'text') {
      text = places.string();
    } else if (key === 'segments') {
      segments = [];
      places.eachItem(() => {
        let place: StringPlace | undefined;
        places.eachMember((name) => {
          if (name === 'text') {
            place = places.string();
          } else {
            places.skip();
          }
        });
        segments.push(place);
      });
    } else {
      places.skip();
    }
  });
  return { text, segments };
}
