import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import { projectFolder } from '../vscode/npm-install.ts';

let built: Promise<ReadonlyMap<string, string>> | undefined;

/** The files of the contact sheet's page by their names, built from the sources as `esbuild.mjs` builds what ships. */
export function sheetBundle(): Promise<ReadonlyMap<string, string>> {
  built ??= build();
  return built;
}

async function build(): Promise<ReadonlyMap<string, string>> {
  const folder = join(projectFolder, 'src', 'webview', 'contact-sheet');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: projectFolder,
    entryPoints: [
      { in: join(folder, 'main.ts'), out: 'contact-sheet' },
      { in: join(folder, 'contact-sheet.css'), out: 'contact-sheet' },
    ],
    outdir: 'dist/webview',
    bundle: true,
    platform: 'browser',
    target: 'chrome138',
    format: 'esm',
    minify: true,
    logLevel: 'error',
    legalComments: 'none',
    loader: { '.svg': 'text' },
    conditions: ['production'],
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}
