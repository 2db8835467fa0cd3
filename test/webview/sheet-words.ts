import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHEET_WORDS, type SheetWord, type SheetWords } from '../../src/images/shared/sheet-words.ts';
import { projectFolder } from '../vscode/npm-install.ts';

/** The English words, as they stand in the code of the host, which cannot run outside of VS Code. */
export function englishSheetWords(): SheetWords {
  const code = readFileSync(join(projectFolder, 'src', 'images', 'contact-sheet-words.ts'), 'utf8');
  const found = new Map(
    [...code.matchAll(/(\w+): l10n\.t\(\s*'([^']*)',?\s*\)/g)].map(([, name, text]) => [name, text]),
  );
  const word = (name: SheetWord): string => {
    const text = found.get(name);
    if (text === undefined) {
      throw new Error(
        `src/images/contact-sheet-words.ts does not say “${name}” in the form that is looked for here.`,
      );
    }
    return text;
  };
  return Object.fromEntries(SHEET_WORDS.map((name) => [name, word(name)])) as Record<SheetWord, string>;
}
