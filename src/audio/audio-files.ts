import { extname } from 'node:path';

/** The formats that services take (§8), as endings of names, without the dot. */
export const AUDIO_EXTENSIONS = ['mp3', 'mp4', 'mpeg', 'mpga', 'm4a', 'wav', 'webm'] as const;

export type AudioExtension = (typeof AUDIO_EXTENSIONS)[number];

/** Whether a file is meant by its name to be audio that services take; capital letters count too. */
export function isAudioName(name: string): boolean {
  return audioExtension(name) !== undefined;
}

/** The ending of such a name, in small letters. */
export function audioExtension(name: string): AudioExtension | undefined {
  const ending = extname(name).slice(1).toLowerCase();
  return AUDIO_EXTENSIONS.find((extension) => extension === ending);
}
