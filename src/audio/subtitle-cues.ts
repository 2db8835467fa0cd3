/** One subtitle, as it stands in a file. */
export interface Cue {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** What stands behind its times, such as where it is shown. */
  readonly settings: string;
  /** As they are written, with tags and escapes; none is empty. */
  readonly lines: readonly string[];
}

/** Hours may be missing or many; a comma or a dot is before the fraction, which may be missing. */
const TIME = String.raw`(?:(\d{1,6}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,3}))?`;
const TIMING = new RegExp(String.raw`^\s{0,9}${TIME}\s{0,9}-{1,2}>\s{0,9}${TIME}(?:\s+(\S.*))?\s*$`);

/** Blocks of a VTT that are no subtitles. */
const NO_CUE = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

/** The subtitles of an SRT or a VTT in their order, as far as there are any. */
export function readCues(text: string): readonly Cue[] {
  const lines = linesOf(text);
  const cues: Cue[] = [];
  let block: { timing: RegExpExecArray; lines: string[] } | undefined;
  const finish = (): void => {
    if (block) {
      cues.push(cueOf(block.timing, block.lines));
      block = undefined;
    }
  };
  let isOther = false;
  for (const [index, line] of lines.entries()) {
    const isFirst = (lines[index - 1] ?? '') === '';
    if (isFirst) {
      isOther = NO_CUE.test(line);
    }
    const timing = isOther ? null : TIMING.exec(line);
    if (timing) {
      finish();
      block = { timing, lines: [] };
    } else if (isFirst && (isOther || isTitle(lines, index))) {
      // Behind a blank line, and right above times, stands a number or a name.
      finish();
    } else if (line !== '') {
      block?.lines.push(line);
    }
  }
  finish();
  return cues;
}

function isTitle(lines: readonly string[], index: number): boolean {
  const next = lines[index + 1];
  return next !== undefined && TIMING.test(next);
}

/** Without blanks at their ends, whatever the lines end in. */
export function linesOf(text: string): string[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim());
}

function cueOf([, ...parts]: RegExpExecArray, lines: readonly string[]): Cue {
  const start = secondsOf(parts.slice(0, 4));
  return {
    start,
    end: Math.max(start, secondsOf(parts.slice(4, 8))),
    settings: parts[8]?.trim() ?? '',
    lines,
  };
}

function secondsOf([hours = '0', minutes = '0', seconds = '0', fraction = '0']: readonly string[]): number {
  // In thousandths, so that the same time is the same number, however it was come by.
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (whole * 1000 + Number(fraction.padEnd(3, '0'))) / 1000;
}

/** `01:02:03,456`, with as many hours as there are. */
export function cueTime(seconds: number, separator: ',' | '.'): string {
  const all = Math.round(seconds * 1000);
  const pad = (value: number, digits = 2): string => String(Math.floor(value)).padStart(digits, '0');
  return `${pad(all / 3_600_000)}:${pad((all / 60_000) % 60)}:${pad((all / 1000) % 60)}${separator}${pad(all % 1000, 3)}`;
}
