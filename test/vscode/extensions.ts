import { cp, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from './npm-install.ts';

/**
 * Gives Inkwell another path, in `folder`, for VS Code to load it from. VS Code takes every theme below an extension
 * under development for a theme of that extension, and prefers it to the user's: under our own path it would so
 * find its own, since it is itself kept in `.vscode-test/`.
 */
export async function linkInkwell(folder: string): Promise<string> {
  const link = join(folder, 'inkwell');
  await symlink(projectFolder, link, 'junction');
  return link;
}

/** What of our folder VS Code needs of an installed extension. */
const SHIPPED = ['package.json', 'package.nls.json', 'README.md', 'dist', 'media'];

/** Installs Inkwell as it was built last, without a package in between. */
export async function installInkwell(extensionsFolder: string): Promise<string> {
  const { publisher, name, version } = await manifestOf(projectFolder);
  const installed = join(extensionsFolder, `${publisher}.${name}-${version}`);
  await Promise.all(
    SHIPPED.map((file) => cp(join(projectFolder, file), join(installed, file), { recursive: true })),
  );
  return installed;
}

/** Installs extensions by copying their folders to where VS Code looks before its first start. */
export async function installExtensions(folders: string[], extensionsFolder: string): Promise<void> {
  for (const folder of folders) {
    const { publisher, name, version } = await manifestOf(folder);
    await cp(folder, join(extensionsFolder, `${publisher}.${name}-${version}`), { recursive: true });
  }
}

async function manifestOf(folder: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
}
