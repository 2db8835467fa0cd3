import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import { projectFolder } from '../vscode/npm-install.ts';

/** A folder of `src/webview/`, by which the page's script and styles are called, too. */
export type PageName = 'candidates' | 'chat' | 'contact-sheet' | 'mask' | 'transcript';

/** How a page is built: as `esbuild.mjs` builds what ships. */
export const PAGE_BUILD = {
  absWorkingDir: projectFolder,
  bundle: true,
  platform: 'browser',
  target: 'chrome138',
  format: 'esm',
  minify: true,
  logLevel: 'error',
  legalComments: 'none',
  loader: { '.svg': 'text' },
  conditions: ['production'],
  alias: { entities: './src/webview/markdown/entities.ts' },
  write: false,
} satisfies esbuild.BuildOptions;

const built = new Map<PageName, Promise<ReadonlyMap<string, string>>>();

/** The files of a page by their names. */
export function pageBundle(name: PageName): Promise<ReadonlyMap<string, string>> {
  const bundle = built.get(name) ?? build(name);
  built.set(name, bundle);
  return bundle;
}

async function build(name: PageName): Promise<ReadonlyMap<string, string>> {
  const folder = join(projectFolder, 'src', 'webview', name);
  const { outputFiles } = await esbuild.build({
    ...PAGE_BUILD,
    entryPoints: [
      { in: join(folder, 'main.ts'), out: name },
      { in: join(folder, `${name}.css`), out: name },
    ],
    outdir: 'dist/webview',
    // What is loaded later is a file of its own.
    splitting: true,
    chunkNames: '[name]-[hash]',
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}
