import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRANSCRIPT_WORDS, type TranscriptWords } from '../../src/audio/shared/transcript-words.ts';
import { CHAT_WORDS, type ChatWords } from '../../src/chat/shared/words.ts';
import { CANDIDATES_WORDS, type CandidatesWords } from '../../src/completion/shared/candidates-words.ts';
import { MASK_WORDS, type MaskWords } from '../../src/images/shared/mask-words.ts';
import { SHEET_WORDS, type SheetWords } from '../../src/images/shared/sheet-words.ts';
import { projectFolder } from '../vscode/npm-install.ts';

export function englishChatWords(): ChatWords {
  return englishWords(CHAT_WORDS, 'src/chat/words.ts');
}

export function englishCandidatesWords(): CandidatesWords {
  return englishWords(CANDIDATES_WORDS, 'src/completion/candidates-words.ts');
}

export function englishMaskWords(): MaskWords {
  return englishWords(MASK_WORDS, 'src/images/mask-editor-words.ts');
}

export function englishSheetWords(): SheetWords {
  return englishWords(SHEET_WORDS, 'src/images/contact-sheet-words.ts');
}

export function englishTranscriptWords(): TranscriptWords {
  return englishWords(TRANSCRIPT_WORDS, 'src/audio/transcript-editor-words.ts');
}

/** The English words, as they stand in the code of the host, which cannot run outside of VS Code. */
function englishWords<W extends string>(names: readonly W[], file: string): Record<W, string> {
  const code = readFileSync(join(projectFolder, file), 'utf8');
  const found = new Map(
    [...code.matchAll(/(\w+): l10n\.t\(\s*'([^']*)',?\s*\)/g)].map(([, name, text]) => [name, text]),
  );
  const word = (name: W): string => {
    const text = found.get(name);
    if (text === undefined) {
      throw new Error(`${file} does not say “${name}” in the form that is looked for here.`);
    }
    return text;
  };
  return Object.fromEntries(names.map((name) => [name, word(name)])) as Record<W, string>;
}
