/**
 * Writes `out/README.md`, the README that goes into the .vsix. VS Code shows it on the extension's page, where it
 * loads pictures from the web only, and where there is no repository around it.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../vscode/npm-install.ts';

const text = await readFile(join(projectFolder, 'README.md'), 'utf8');
await mkdir(join(projectFolder, 'out'), { recursive: true });
await writeFile(
  join(projectFolder, 'out', 'README.md'),
  text.replace(/<!-- (pictures|repository) -->.*?<!-- \/\1 -->\n*/gs, ''),
);
