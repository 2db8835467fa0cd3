const ENDING = '.transcript.json';

export function isTranscriptName(name: string): boolean {
  return name.toLowerCase().endsWith(ENDING);
}

/** What a transcript has in common with its audio, and with what is made of it: `talk` of `talk.transcript.json`. */
export function transcriptStem(name: string): string {
  return isTranscriptName(name) ? name.slice(0, -ENDING.length) : name.replace(/(?<=.)\.[^.]*$/, '');
}
