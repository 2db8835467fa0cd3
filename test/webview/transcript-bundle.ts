import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import { projectFolder } from '../vscode/npm-install.ts';

let built: Promise<ReadonlyMap<string, string>> | undefined;

/** The files of the transcript editor's page by their names, built from the sources as `esbuild.mjs` builds what ships. */
export function transcriptBundle(): Promise<ReadonlyMap<string, string>> {
  built ??= build();
  return built;
}

async function build(): Promise<ReadonlyMap<string, string>> {
  const folder = join(projectFolder, 'src', 'webview', 'transcript');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: projectFolder,
    entryPoints: [
      { in: join(folder, 'main.ts'), out: 'transcript' },
      { in: join(folder, 'transcript.css'), out: 'transcript' },
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
