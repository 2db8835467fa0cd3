import assert from 'node:assert/strict';
import { access, glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../vscode/npm-install.ts';
import { versions } from '../vscode/versions.ts';

const readme = await text('README.md');
const manifest = JSON.parse(await text('package.json'));
const nls = JSON.parse(await text('package.nls.json')) as Record<string, string>;

function text(name: string): Promise<string> {
  return readFile(join(projectFolder, name), 'utf8');
}

/** The rows of a section's tables, without their heads. */
function rows(section: string): string[][] {
  const [, content = ''] = readme.split(`\n## ${section}\n`);
  const [own = ''] = content.split('\n## ');
  const lines = own.split('\n').filter((line) => line.startsWith('|'));
  const start = lines.findIndex((line) => /^\|[-|]+$/.test(line)) + 1;
  return lines.slice(start).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

function named(cells: (string | undefined)[], pattern: RegExp): string[] {
  return cells.flatMap((cell = '') => pattern.exec(cell)?.[1] ?? []);
}

describe('README.md', () => {
  it('lists every command that the palette has by its title', () => {
    const { commands, menus } = manifest.contributes;
    const hidden = new Set(
      menus.commandPalette.flatMap(({ command, when }: { command: string; when: string }) =>
        when === 'false' ? [command] : [],
      ),
    );
    const titles: string[] = commands
      .filter(({ command }: { command: string }) => !hidden.has(command))
      .map(
        ({ category, title }: { category: string; title: string }) =>
          `${category}: ${nls[title.replaceAll('%', '')]}`,
      );
    const listed = named(
      rows('Commands').map(([cell]) => cell),
      /^\*\*(.*)\*\*$/,
    );
    assert.deepEqual(listed.sort(), titles.sort());
  });

  it('lists every setting', () => {
    const ids: string[] = manifest.contributes.configuration.flatMap(
      ({ properties }: { properties: Record<string, unknown> }) => Object.keys(properties),
    );
    const listed = named(
      rows('Settings').map(([cell]) => cell),
      /^`(.*)`$/,
    );
    assert.deepEqual(listed.sort(), ids.sort());
  });

  it('explains messages in their own words', async () => {
    let sources = '';
    for await (const file of glob('src/**/*.ts', { cwd: projectFolder })) {
      sources += await text(file);
    }
    const messages = rows('When something goes wrong').map(([cell = '']) => cell);
    assert.ok(messages.length > 20);
    const parts = messages.flatMap((message) => message.split('…').map((part) => part.trim()));
    assert.deepEqual(
      parts.filter((part) => !sources.includes(part)),
      [],
    );
  });

  it('refers to files that are there', async () => {
    const targets = [...readme.matchAll(/\]\((?!https:)([^)#]+)\)/g)].map(([, target = '']) => target);
    assert.ok(targets.length > 3);
    await Promise.all(targets.map((target) => access(join(projectFolder, target))));
  });
});

describe('CONTRIBUTING.md', () => {
  it('gives every dependency its reason, in the version in use', async () => {
    const contributing = await text('CONTRIBUTING.md');
    const used = Object.entries<string>(manifest.devDependencies).filter(
      ([name]) => !name.startsWith('@types/'),
    );
    const wanted = [...used, ...Object.values(versions).map(({ codeServer }) => ['code-server', codeServer])];
    const lines = contributing.split('\n').filter((line) => line.startsWith('| '));
    assert.deepEqual(
      wanted.filter(
        ([name = '', version = '']) =>
          !lines.some((line) => line.startsWith(`| ${name} `) && line.includes(` ${version}`)),
      ),
      [],
    );
  });

  it('names the suites that there are', async () => {
    const contributing = await text('CONTRIBUTING.md');
    const suites = [...(await text('test/run.ts')).matchAll(/\{ name: '([\w:-]+)'/g)].map(
      ([, name = '']) => name,
    );
    assert.ok(suites.length > 5);
    assert.deepEqual(
      suites.filter((name) => !contributing.includes(`\`${name}\``)),
      [],
    );
  });
});

describe('README.md and CONTRIBUTING.md', () => {
  it('name npm scripts that there are', async () => {
    const both = readme + (await text('CONTRIBUTING.md'));
    const named = [...both.matchAll(/npm (?:run\s+)?([a-z]+(?::[a-z]+)*)/g)].map(([, name = '']) => name);
    assert.ok(named.includes('package'));
    assert.deepEqual(
      named.filter((name) => !(name in manifest.scripts) && !/^(registry|packages?)$/.test(name)),
      [],
    );
  });
});
