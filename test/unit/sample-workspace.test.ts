import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoWorkspace } from '../vscode/demo-environment.ts';
import { projectFolder } from '../vscode/npm-install.ts';

interface Manifest {
  contributes: { commands: { title: string; category: string }[] };
}

describe('the tour of the sample workspace', () => {
  let tour: string;
  before(async () => {
    tour = await readFile(join(demoWorkspace, 'README.md'), 'utf8');
  });

  it('names commands by the titles that they have', async () => {
    const words = JSON.parse(await readFile(join(projectFolder, 'package.nls.json'), 'utf8'));
    const manifest: Manifest = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'));
    const titles = manifest.contributes.commands.map(
      ({ category, title }) => `${category}: ${words[title.replaceAll('%', '')]}`,
    );
    const named = [...tour.matchAll(/\*\*(Inkwell: [^*]+)\*\*/g)].map(([, title]) => title ?? '');
    assert.ok(named.length > 0);
    assert.deepEqual(
      named.filter((title) => !titles.includes(title)),
      [],
    );
  });

  it('links to files that are there', async () => {
    const links = [...tour.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? '');
    assert.ok(links.length > 0);
    await Promise.all(links.map((link) => access(join(demoWorkspace, link))));
  });
});
