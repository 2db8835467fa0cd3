import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHAT_WORDS, type ChatWord, type ChatWords } from '../../src/chat/shared/words.ts';
import { projectFolder } from '../vscode/npm-install.ts';

/** The English words, as they stand in the code of the host, which cannot run outside of VS Code. */
export function englishWords(): ChatWords {
  const code = readFileSync(join(projectFolder, 'src', 'chat', 'words.ts'), 'utf8');
  const found = new Map(
    [...code.matchAll(/(\w+): l10n\.t\('([^']*)'\)/g)].map(([, name, text]) => [name, text]),
  );
  const word = (name: ChatWord): string => {
    const text = found.get(name);
    if (text === undefined) {
      throw new Error(`src/chat/words.ts does not say “${name}” in the form that is looked for here.`);
    }
    return text;
  };
  return Object.fromEntries(CHAT_WORDS.map((name) => [name, word(name)])) as Record<ChatWord, string>;
}
