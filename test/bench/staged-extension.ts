import { cp, mkdir, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { temporaryFolder } from '../vscode/cleanup.ts';
import { npm, projectFolder } from '../vscode/npm-install.ts';

export interface StagedExtension {
  /** A copy of the project with the production build in `dist`. */
  readonly folder: string;
  /** The packaged extension. */
  readonly vsix: string;
}

let staged: Promise<StagedExtension> | undefined;

/** What ships, built and packaged beside the project, whose own `dist` stays as it is. */
export function stagedExtension(): Promise<StagedExtension> {
  staged ??= stage();
  return staged;
}

/** Neither source nor to be packaged from where they are. */
const LEFT_OUT = /^(node_modules|dist|out|\.git|\.vscode-test|.*\.vsix)$/;

async function stage(): Promise<StagedExtension> {
  const { path } = await temporaryFolder();
  const folder = join(path, 'inkwell');
  await mkdir(folder);
  await cp(projectFolder, folder, {
    recursive: true,
    filter: (source) => !LEFT_OUT.test(relative(projectFolder, source)),
  });
  await symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const vsix = join(path, 'inkwell.vsix');
  await npm(folder, 'run', 'package', '--', '--out', vsix);
  return { folder, vsix };
}
