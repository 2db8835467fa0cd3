import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MASK_WORDS, type MaskWord, type MaskWords } from '../../src/images/shared/mask-words.ts';
import { projectFolder } from '../vscode/npm-install.ts';

/** The English words, as they stand in the code of the host, which cannot run outside of VS Code. */
export function englishMaskWords(): MaskWords {
  const code = readFileSync(join(projectFolder, 'src', 'images', 'mask-editor-words.ts'), 'utf8');
  const found = new Map(
    [...code.matchAll(/(\w+): l10n\.t\(\s*'([^']*)',?\s*\)/g)].map(([, name, text]) => [name, text]),
  );
  const word = (name: MaskWord): string => {
    const text = found.get(name);
    if (text === undefined) {
      throw new Error(
        `src/images/mask-editor-words.ts does not say “${name}” in the form that is looked for here.`,
      );
    }
    return text;
  };
  return Object.fromEntries(MASK_WORDS.map((name) => [name, word(name)])) as Record<MaskWord, string>;
}
