import type { Sampler } from './sampler.ts';
import { countTokens, tokensOf } from './tokens.ts';

export interface Segment {
  start: number;
  end: number;
  text: string;
}

interface Phrases {
  opening(file: string, seconds: string): string;
  prompt(prompt: string): string;
  others: readonly [string, ...string[]];
}

const english: Phrases = {
  opening: (file, seconds) =>
    `This is the sample service: it was given ${seconds} seconds of sound in ${file}.`,
  prompt: (prompt) => `The prompt was “${prompt}”.`,
  others: [
    'It does not understand speech, so these words are made up.',
    'What is true about them is the time: each one stands where it would be heard.',
    'A real service would write down what was said.',
    'Somebody clears their throat here.',
    'Then the talk goes on for a while.',
  ],
};

const phrases: Readonly<Record<string, Phrases>> = {
  en: english,
  de: {
    opening: (file, seconds) => `Hier ist der Beispieldienst: Er bekam ${seconds} Sekunden Ton in ${file}.`,
    prompt: (prompt) => `Die Vorgabe war „${prompt}“.`,
    others: [
      'Er versteht keine Sprache, diese Worte sind also erfunden.',
      'Wahr ist an ihnen nur die Zeit.',
      'Ein echter Dienst würde schreiben, was gesagt wurde.',
    ],
  },
  fr: {
    opening: (file, seconds) =>
      `Voici le service d’exemple : il a reçu ${seconds} secondes de son dans ${file}.`,
    prompt: (prompt) => `L’indication était « ${prompt} ».`,
    others: [
      'Il ne comprend pas la parole, ces mots sont donc inventés.',
      'Seule leur durée est vraie.',
      'Un vrai service écrirait ce qui a été dit.',
    ],
  },
  es: {
    opening: (file, seconds) =>
      `Este es el servicio de muestra: recibió ${seconds} segundos de sonido en ${file}.`,
    prompt: (prompt) => `La indicación era «${prompt}».`,
    others: [
      'No entiende el habla, así que estas palabras son inventadas.',
      'Solo el tiempo es verdadero.',
      'Un servicio real escribiría lo que se dijo.',
    ],
  },
};

/** How long one segment lasts at most, in seconds. */
const segmentSeconds = 4;

/** Made-up words for a recording, in segments that cover all of it. */
export function transcriptOf(
  recording: { file: string; seconds: number; language: string; prompt: string | undefined },
  sampler: Sampler,
): Segment[] {
  const { opening, prompt: promptPhrase, others } = phrases[recording.language] ?? english;
  const { file, seconds, prompt } = recording;
  const texts = [opening(file, seconds.toFixed(1)), ...(prompt ? [promptPhrase(prompt)] : [])];
  const count = Math.max(texts.length, Math.ceil(seconds / segmentSeconds));
  while (texts.length < count) {
    texts.push(sampler.pick(others));
  }
  return texts.map((text, index) => ({
    start: milliseconds((seconds * index) / count),
    end: milliseconds((seconds * (index + 1)) / count),
    text,
  }));
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

export function joined(segments: readonly Segment[]): string {
  return segments.map((segment) => segment.text).join(' ');
}

export function srt(segments: readonly Segment[]): string {
  return segments
    .map(
      ({ start, end, text }, index) =>
        `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${text}\n\n`,
    )
    .join('');
}

export function vtt(segments: readonly Segment[]): string {
  const cues = segments.map(
    ({ start, end, text }) => `${clock(start, '.')} --> ${clock(end, '.')}\n${text}\n\n`,
  );
  return `WEBVTT\n\n${cues.join('')}`;
}

function clock(seconds: number, decimal: ',' | '.'): string {
  const total = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = String(total % 1000).padStart(3, '0');
  return `${two(total / 3_600_000)}:${two((total / 60_000) % 60)}:${two((total / 1000) % 60)}${decimal}${rest}`;
}

/** The body of the `verbose_json` format. */
export function verbose(
  segments: readonly Segment[],
  about: { task: string; language: string; duration: number; temperature: number },
): Record<string, unknown> {
  const { task, language, duration, temperature } = about;
  return {
    task,
    language,
    duration: milliseconds(duration),
    text: joined(segments),
    segments: segments.map(({ start, end, text }, id) => ({
      id,
      seek: 0,
      start,
      end,
      text: ` ${text}`,
      tokens: tokensOf(` ${text}`).map((token) => token.id),
      temperature,
      avg_logprob: -0.2 - 1 / (5 + countTokens(text)),
      compression_ratio: 1.1,
      no_speech_prob: 0.01,
    })),
  };
}
