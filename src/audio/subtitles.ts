import { type Cue, cueTime, linesOf, readCues } from './subtitle-cues.ts';
import { type Segment, type Transcript, textOf } from './transcript.ts';

export interface WriteOptions {
  /** What lines end in. */
  readonly lineEnd?: '\n' | '\r\n';
}

/** SubRip. It has no escapes: an arrow in the text, which would end it there, becomes another arrow. */
export function toSrt({ segments }: Pick<Transcript, 'segments'>, options: WriteOptions = {}): string {
  const blocks = spoken(segments).map(({ start, end, lines }, index) => [
    String(index + 1),
    `${cueTime(start, ',')} --> ${cueTime(end, ',')}`,
    ...lines.map((line) => line.replaceAll('-->', '→')),
  ]);
  return written(blocks, options);
}

/** WebVTT. */
export function toVtt({ segments }: Pick<Transcript, 'segments'>, options: WriteOptions = {}): string {
  const blocks = spoken(segments).map(({ start, end, lines }) => [
    `${cueTime(start, '.')} --> ${cueTime(end, '.')}`,
    ...lines.map(escapeVtt),
  ]);
  return written([['WEBVTT'], ...blocks], options);
}

/** Text alone. */
export function toText({ text, segments }: Transcript, options: WriteOptions = {}): string {
  const all = segments.length > 0 ? textOf(segments) : text.trim();
  return all === '' ? '' : written([linesOf(all)], options);
}

/** A heading, and each segment as a paragraph behind the time when it begins; without segments, the text. */
export function toMarkdown(
  { text, segments }: Transcript,
  title: string,
  options: WriteOptions = {},
): string {
  const paragraphs = spoken(segments).map(({ start, lines }) => [
    `**${clockTime(start)}** ${escapeMarkdown(lines.join(' '))}`,
  ]);
  const plain = linesOf(text)
    .filter((line) => line !== '')
    .map((line) => [escapeLine(line)]);
  const heading = escapeMarkdown(linesOf(title).join(' ').trim());
  return written([[`# ${heading}`], ...(segments.length > 0 ? paragraphs : plain)], options);
}

/** Reads SubRip, as far as it is; empty where it is none. */
export function parseSrt(text: string): readonly Segment[] {
  return readCues(text).map(({ start, end, lines }) => ({ start, end, text: lines.join('\n') }));
}

/** Reads WebVTT without its tags, as far as it is; empty where it is none. */
export function parseVtt(text: string): readonly Segment[] {
  return readCues(text).map(({ start, end, lines }) => ({ start, end, text: lines.map(plainOf).join('\n') }));
}

/** `1:02:03`, or `02:03` within the first hour; seconds are cut, so that one hears what is said from there. */
export function clockTime(seconds: number): string {
  const all = Math.floor(seconds);
  const pad = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const short = `${pad((all / 60) % 60)}:${pad(all % 60)}`;
  return all < 3600 ? short : `${Math.floor(all / 3600)}:${short}`;
}

/** What there is to show: by their starts, lines without gaps, and each for a thousandth at least. */
function spoken(segments: readonly Segment[]): Pick<Cue, 'start' | 'end' | 'lines'>[] {
  return segments
    .map(({ start, end, text }) => ({
      start,
      end: Math.max(end, start + 0.001),
      lines: linesOf(text.replaceAll('\0', '')).filter((line) => line !== ''),
    }))
    .filter(({ lines }) => lines.length > 0)
    .sort((a, b) => a.start - b.start);
}

/** Blocks with a blank line between them. */
function written(blocks: readonly (readonly string[])[], { lineEnd = '\n' }: WriteOptions): string {
  return blocks.map((lines) => `${lines.join(lineEnd)}${lineEnd}`).join(lineEnd);
}

function escapeVtt(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
  quot: '"',
  apos: "'",
};

/** Without tags: voices, classes, times. */
function plainOf(line: string): string {
  return line
    .replace(/<[^<>]*>/g, '')
    .replace(/&([a-z]+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}

/** So that nothing that was said becomes a link, a picture, HTML or emphasis. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~!$&]/g, '\\$&');
}

/** At a line's beginning there are more signs with a meaning. */
function escapeLine(line: string): string {
  return escapeMarkdown(line).replace(/^(?=[-+=])|^(\d{1,9})(?=[.)])/, '$1\\');
}
