import assert from 'node:assert/strict';
import { mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { chosenFiles } from '../../src/files/chosen-files.ts';
import { closeEverything } from './support/inkwell.ts';

/** A folder of the workspace, for the files of a test. */
function folder(): vscode.Uri {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first, 'This window has no folder.');
  return vscode.Uri.joinPath(first.uri, 'chosen');
}

function at(path: string): vscode.Uri {
  return vscode.Uri.joinPath(folder(), path);
}

async function files(contents: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(contents)) {
    await mkdir(dirname(at(path).fsPath), { recursive: true });
    await writeFile(at(path).fsPath, content);
  }
}

/** What is found, by paths below the folder; and what is left out, with the reasons. */
async function find(
  ...chosen: readonly (string | vscode.Uri)[]
): Promise<{ found: string[]; leftOut: string[] }> {
  const cancel = new vscode.CancellationTokenSource();
  const found: string[] = [];
  const leftOut: string[] = [];
  const uris = chosen.map((item) => (typeof item === 'string' ? at(item) : item));
  for await (const file of chosenFiles(uris, cancel.token)) {
    const path = file.uri.path.replace(`${folder().path}/`, '');
    if (file.kind === 'file') {
      found.push(path);
    } else {
      leftOut.push(`${path}: ${file.reason}`);
    }
  }
  cancel.dispose();
  return { found, leftOut };
}

async function exclude(section: 'files' | 'search', value: unknown): Promise<void> {
  const { Global } = vscode.ConfigurationTarget;
  await vscode.workspace.getConfiguration(section).update('exclude', value, Global);
}

describe('Files that are chosen', () => {
  beforeEach(() => mkdir(folder().fsPath, { recursive: true }));

  afterEach(async () => {
    await closeEverything();
    await exclude('files', undefined);
    await exclude('search', undefined);
    await rm(folder().fsPath, { recursive: true, force: true });
  });

  it('are those of a folder and of the folders in it, in the order of names', async () => {
    await files({ 'b.txt': 'b', 'a.txt': '', 'x/c.txt': 'c', 'a/z/d.txt': 'd', '.hidden': 'h' });
    assert.deepEqual(await find(''), {
      found: ['.hidden', 'a.txt', 'b.txt', 'a/z/d.txt', 'x/c.txt'],
      leftOut: [],
    });
  });

  it('are each found once, though the choices overlap', async () => {
    await files({ 'a/b/c.txt': 'c', 'a/d.txt': 'd' });
    const { found } = await find('a/d.txt', 'a', 'a/b', 'a/b/c.txt', 'a', '');
    assert.deepEqual([...found].sort(), ['a/b/c.txt', 'a/d.txt']);
  });

  it('are without what ignore files leave out, those of nested folders too', async () => {
    await files({
      '.gitignore': '*.log\nbuild/\n',
      'a.log': '',
      'a.txt': '',
      'build/out.txt': '',
      'sub/.gitignore': '!keep.log\n/only\n',
      'sub/keep.log': '',
      'sub/b.log': '',
      'sub/only/c.txt': '',
      'sub/deep/only/d.txt': '',
      'sub/.ignore': 'more.txt',
      'sub/more.txt': '',
    });
    assert.deepEqual(await find(''), {
      found: ['.gitignore', 'a.txt', 'sub/.gitignore', 'sub/.ignore', 'sub/keep.log', 'sub/deep/only/d.txt'],
      leftOut: [
        'a.log: ignored',
        'build: ignored',
        'sub/b.log: ignored',
        'sub/more.txt: ignored',
        'sub/only: ignored',
      ],
    });
  });

  it('keep to the ignore files above the folder', async () => {
    await files({
      '.gitignore': '*.log\n/sub/deep/x.txt',
      'sub/deep/a.log': '',
      'sub/deep/x.txt': '',
      'sub/deep/y.txt': '',
    });
    assert.deepEqual((await find('sub/deep')).found, ['sub/deep/y.txt']);
  });

  it('keep to what a repository ignores for one person, also where .git is elsewhere', async () => {
    await files({
      '.git/info/exclude': 'private.txt',
      '.git/modules/sub/info/exclude': '/own.txt',
      '.git/worktrees/tree/commondir': '../..\n',
      'a.txt': '',
      'private.txt': '',
      'sub/.git': 'gitdir: ../.git/modules/sub\n',
      'sub/b.txt': '',
      'sub/own.txt': '',
    });
    assert.deepEqual(await find(''), {
      found: ['a.txt', 'sub/b.txt'],
      leftOut: ['private.txt: ignored', 'sub/own.txt: ignored'],
    });
    assert.deepEqual((await find('sub')).found, ['sub/b.txt']);
    await files({ 'tree/.git': `gitdir: ${at('.git/worktrees/tree').fsPath}`, 'tree/private.txt': '' });
    assert.deepEqual((await find('tree')).leftOut, ['tree/private.txt: ignored']);
  });

  it('are never of .git', async () => {
    await files({ '.git/config': '[core]', 'a.txt': '' });
    assert.deepEqual(await find('', '.git/config', '.git'), {
      found: ['a.txt'],
      leftOut: ['.git/config: excluded', '.git: excluded'],
    });
  });

  it('count when they are chosen by themselves, also against an ignore file', async () => {
    await files({
      '.gitignore': '*.log\nbuild/',
      'a.log': '1',
      'b.log': '2',
      'build/x.txt': '',
      'build/y.log': '',
    });
    const { found, leftOut } = await find('', 'a.log', 'build');
    assert.deepEqual(found, ['.gitignore', 'a.log', 'build/x.txt', 'build/y.log']);
    assert.deepEqual(leftOut, ['b.log: ignored']);
  });

  it('are without what VS Code’s settings exclude', async () => {
    await exclude('files', { '**/*.js': { when: '$(basename).ts' }, '**/gone': true });
    await exclude('search', { '**/out': true });
    await files({
      'a.ts': '',
      'a.js': '',
      'b.js': '',
      'gone/x.txt': '',
      'sub/out/y.txt': '',
      'sub/z.txt': '',
    });
    assert.deepEqual(await find(''), {
      found: ['a.ts', 'b.js', 'sub/z.txt'],
      leftOut: ['a.js: excluded', 'gone: excluded', 'sub/out: excluded'],
    });
  });

  it('are text of up to a million bytes, in any encoding that VS Code knows', async () => {
    await files({
      'a-nul.txt': 'a\0b',
      'b-png.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0xfd),
      'c-wide.txt': Buffer.from('\ufeffnaïve ✓', 'utf16le'),
      'd-just.txt': 'x'.repeat(1_000_000),
      'e-large.txt': 'x'.repeat(1_000_001),
      'f-cut.txt': `${'x'.repeat(8191)}😀`,
    });
    assert.deepEqual(await find(''), {
      found: ['c-wide.txt', 'd-just.txt', 'f-cut.txt'],
      leftOut: ['a-nul.txt: binary', 'b-png.png: binary', 'e-large.txt: tooLarge'],
    });
  });

  it('are as they stand in the editor', async () => {
    await files({ 'a.txt': '12' });
    const editor = await vscode.window.showTextDocument(at('a.txt'));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '✓'));
    const cancel = new vscode.CancellationTokenSource();
    const { value } = await chosenFiles([at('a.txt')], cancel.token).next();
    assert.equal(value?.kind === 'file' && value.size, 5);
    cancel.dispose();
  });

  it('are named as missing when they are gone', async () => {
    assert.deepEqual(await find('missing.txt'), { found: [], leftOut: ['missing.txt: missing'] });
  });

  it('are also what was never saved', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'new' });
    assert.deepEqual((await find(document.uri)).found, [document.uri.path]);
  });

  describe('where there are links', () => {
    let outside: string;

    beforeEach(async function () {
      if (process.platform === 'win32') {
        // Making links takes rights there that not everybody has.
        this.skip();
      }
      outside = join(await realpath(tmpdir()), `inkwell-outside-${process.pid}`);
      await mkdir(outside, { recursive: true });
      await writeFile(join(outside, 'secret.txt'), 'secret');
    });

    afterEach(async () => {
      if (outside) {
        await rm(outside, { recursive: true, force: true });
      }
    });

    it('are without them: their targets are found where they are', async () => {
      await files({ 'a/x.txt': '', 'b.txt': '' });
      await symlink('..', at('a/loop').fsPath);
      await symlink('../b.txt', at('a/to-b.txt').fsPath);
      await symlink(outside, at('a/outside').fsPath);
      await symlink('nowhere', at('a/broken').fsPath);
      const { found, leftOut } = await find('a', 'b.txt');
      assert.deepEqual(found, ['a/x.txt', 'b.txt']);
      assert.deepEqual(leftOut, ['a/broken: link', 'a/loop: link', 'a/outside: link', 'a/to-b.txt: link']);
    });

    it('are the target of a link that is chosen itself, once', async () => {
      await files({ 'a/x.txt': '', 'b.txt': '' });
      await symlink('a', at('to-a').fsPath);
      await symlink('b.txt', at('to-b.txt').fsPath);
      const { found, leftOut } = await find('to-a', 'to-b.txt', 'b.txt', 'a');
      assert.deepEqual([found, leftOut], [['a/x.txt', 'b.txt'], []]);
    });

    it('never are outside of the workspace', async () => {
      await symlink(outside, at('outside').fsPath);
      await symlink(join(outside, 'secret.txt'), at('secret.txt').fsPath);
      assert.deepEqual(await find('outside', 'secret.txt', 'outside/secret.txt'), {
        found: [],
        leftOut: ['outside: link', 'secret.txt: link', 'outside/secret.txt: link'],
      });
    });
  });

  it('are looked for no further than is wanted, or than it is not cancelled', async () => {
    await files(
      Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${index % 10}/${index}.txt`, ''])),
    );
    const cancel = new vscode.CancellationTokenSource();
    let count = 0;
    for await (const _ of chosenFiles([folder()], cancel.token)) {
      count += 1;
      cancel.cancel();
    }
    cancel.dispose();
    assert.ok(count > 0 && count <= 10, `${count} were found`);
  });

  it('are found on any file system, through no link', async () => {
    const { File, Directory, SymbolicLink } = vscode.FileType;
    const tree: Record<string, string | [name: string, type: vscode.FileType][]> = {
      '/': [
        ['.gitignore', File],
        ['a.txt', File],
        ['b.log', File],
        ['bin', File],
        ['link', Directory | SymbolicLink],
        ['sub', Directory],
      ],
      '/.gitignore': '*.log',
      '/a.txt': 'ä',
      '/b.log': '',
      '/bin': '\0',
      '/sub': [['c.txt', File]],
      '/sub/c.txt': 'c',
    };
    const provider = vscode.workspace.registerFileSystemProvider('inkwell-tree', treeProvider(tree), {
      isReadonly: true,
    });
    const { found, leftOut } = await find(vscode.Uri.parse('inkwell-tree:/'));
    provider.dispose();
    assert.deepEqual(found, ['/.gitignore', '/a.txt', '/sub/c.txt']);
    assert.deepEqual(leftOut, ['/b.log: ignored', '/link: link', '/bin: binary']);
  });
});

/** A file system that knows no sizes. */
function treeProvider(
  tree: Readonly<Record<string, string | [name: string, type: vscode.FileType][]>>,
): vscode.FileSystemProvider {
  const at = <T extends string | object>(uri: vscode.Uri, is: (content: unknown) => content is T): T => {
    const content = tree[uri.path];
    if (!is(content)) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return content;
  };
  const isText = (content: unknown): content is string => typeof content === 'string';
  const isFolder = (content: unknown): content is [string, vscode.FileType][] => Array.isArray(content);
  const isThere = (content: unknown): content is string | [string, vscode.FileType][] =>
    isText(content) || isFolder(content);
  const refuse = (): never => {
    throw vscode.FileSystemError.NoPermissions();
  };
  return {
    onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
    watch: () => new vscode.Disposable(() => {}),
    stat: (uri) => ({
      type: isText(at(uri, isThere)) ? vscode.FileType.File : vscode.FileType.Directory,
      ctime: 0,
      mtime: 0,
      size: 0,
    }),
    readDirectory: (uri) => at(uri, isFolder),
    readFile: (uri) => new TextEncoder().encode(at(uri, isText)),
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
}
