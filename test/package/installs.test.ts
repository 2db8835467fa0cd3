import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type TemporaryFolder, temporaryFolder } from '../vscode/cleanup.ts';
import { installServer } from '../vscode/code-server.ts';
import { projectFolder } from '../vscode/npm-install.ts';

/** `npm run package` comes first. */
describe('the packaged extension', () => {
  let temporary: TemporaryFolder;
  let folder: string;

  before(async () => {
    temporary = await temporaryFolder();
    const { node, main } = await installServer('newest');
    const extensions = join(temporary.path, 'extensions');
    await promisify(execFile)(node, [
      main,
      '--accept-server-license-terms',
      '--server-data-dir',
      temporary.path,
      '--extensions-dir',
      extensions,
      '--install-extension',
      join(projectFolder, 'inkwell.vsix'),
    ]);
    const { version } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8')) as {
      version: string;
    };
    folder = join(extensions, `inkwell.inkwell-${version}`);
  });
  after(() => temporary.remove());

  it('installs into VS Code with what its manifest names', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      main: string;
      icon: string;
    };
    await access(join(folder, manifest.main));
    await access(join(folder, manifest.icon));
    await access(join(folder, 'package.nls.json'));
  });

  it('brings neither sources nor tests nor packages', async () => {
    const names = await readdir(folder);
    assert.deepEqual(
      names.filter((name) =>
        ['src', 'test', 'out', 'node_modules', '.vscode', '.vscode-test'].includes(name),
      ),
      [],
    );
  });
});
