import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  TRANSCRIPT_WORDS,
  type TranscriptWord,
  type TranscriptWords,
} from '../../src/audio/shared/transcript-words.ts';
import { projectFolder } from '../vscode/npm-install.ts';

/** The English words, as they stand in the code of the host, which cannot run outside of VS Code. */
export function englishTranscriptWords(): TranscriptWords {
  const code = readFileSync(join(projectFolder, 'src', 'audio', 'transcript-editor-words.ts'), 'utf8');
  const found = new Map(
    [...code.matchAll(/(\w+): l10n\.t\(\s*'([^']*)',?\s*\)/g)].map(([, name, text]) => [name, text]),
  );
  const word = (name: TranscriptWord): string => {
    const text = found.get(name);
    if (text === undefined) {
      throw new Error(
        `src/audio/transcript-editor-words.ts does not say “${name}” in the form that is looked for here.`,
      );
    }
    return text;
  };
  return Object.fromEntries(TRANSCRIPT_WORDS.map((name) => [name, word(name)])) as Record<
    TranscriptWord,
    string
  >;
}
