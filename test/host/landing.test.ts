import assert from 'node:assert/strict';
import fs, { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { type Landed, land, landAll, landOver } from '../../src/landing/landing.ts';
import { LandingError, type LandingErrorKind } from '../../src/landing/landing-error.ts';
import { ServiceError } from '../../src/service/errors.ts';
import { MemoryFiles } from './support/memory-files.ts';

/** A folder of the workspace, for the files of a test. */
function folder(): vscode.Uri {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first, 'This window has no folder.');
  return vscode.Uri.joinPath(first.uri, 'landed');
}

function at(path: string): vscode.Uri {
  return vscode.Uri.joinPath(folder(), path);
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function namesOf(landed: readonly Landed[]): (string | undefined)[] {
  return landed.map((each) => (each.kind === 'landed' ? nameOf(each.uri) : undefined));
}

async function failsWith(landing: Promise<unknown>, kind: LandingErrorKind, words: RegExp): Promise<void> {
  await assert.rejects(landing, (error) => {
    assert.ok(error instanceof LandingError, error instanceof Error ? error.stack : String(error));
    assert.equal(error.kind, kind, error.stack);
    assert.match(error.message, words);
    return true;
  });
}

describe('Files that land', () => {
  afterEach(() => rm(folder().fsPath, { recursive: true, force: true }));

  it('are whole, in a folder that is made for them', async () => {
    const uri = await land(at('a/b'), 'cat', 'png', bytes('a cat'));
    assert.equal(uri.toString(), at('a/b/cat.png').toString());
    assert.equal(await readFile(uri.fsPath, 'utf8'), 'a cat');
    assert.deepEqual(await readdir(at('a/b').fsPath), ['cat.png']);
    assert.equal((await stat(uri.fsPath)).nlink, 1);
  });

  it('never take the place of another, also not one in other letters or a folder', async () => {
    await mkdir(at('cat-3.png').fsPath, { recursive: true });
    await writeFile(at('Cat.PNG').fsPath, 'another');
    await writeFile(at('cat-4.jpg').fsPath, 'another');
    // Composed of two, as macOS may have it.
    await writeFile(at('e\u0301te\u0301.png').fsPath, 'another');
    assert.equal(nameOf(await land(folder(), 'cat', 'png', bytes('2'))), 'cat-2.png');
    assert.equal(nameOf(await land(folder(), 'cat', 'png', bytes('4'))), 'cat-4.png');
    assert.equal(nameOf(await land(folder(), 'été', 'png', bytes('2'))), 'été-2.png');
    assert.equal(await readFile(at('Cat.PNG').fsPath, 'utf8'), 'another');
  });

  it('have names in their order, and what was theirs', async () => {
    const landed = await landAll(
      folder(),
      Array.from({ length: 12 }, (_, index) => ({
        stem: 'cat',
        extension: index === 5 ? 'jpg' : 'png',
        // The first take the longest.
        data: new Uint8Array((12 - index) * 100_000).fill(index),
      })),
    );
    const numbered = [1, 2, 3, 4, 5, 0, 6, 7, 8, 9, 10, 11].map((number) =>
      number === 0 ? 'cat.jpg' : number === 1 ? 'cat.png' : `cat-${number}.png`,
    );
    assert.deepEqual(namesOf(landed), numbered);
    for (const [index, name] of numbered.entries()) {
      const content = await readFile(at(name).fsPath);
      assert.deepEqual([content.length, content[0], content.at(-1)], [(12 - index) * 100_000, index, index]);
    }
    assert.equal((await readdir(folder().fsPath)).length, 12);
    assert.deepEqual(await landAll(at('none'), []), []);
    await assert.rejects(stat(at('none').fsPath));
  });

  /** Many at once that know nothing of each other, as two windows do. */
  async function landTogether(): Promise<void> {
    await mkdir(folder().fsPath, { recursive: true });
    const texts = Array.from({ length: 30 }, (_, index) => String(index));
    const uris = await Promise.all(texts.map((text) => land(folder(), 'cat', 'png', bytes(text))));
    const contents = await Promise.all(uris.map(({ fsPath }) => readFile(fsPath, 'utf8')));
    assert.deepEqual(contents, texts);
    assert.equal((await readdir(folder().fsPath)).length, 30);
  }

  it('are not lost when many come at the same moment', landTogether);

  it('are not lost either on a disk that gives a file no second name', async () => {
    const { link } = fs;
    let asked = 0;
    fs.link = async () => {
      asked += 1;
      throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
    };
    try {
      await landTogether();
    } finally {
      fs.link = link;
    }
    assert.ok(asked >= 30);
  });

  it('leave nothing behind when they are cancelled before, the folder neither', async () => {
    await assert.rejects(
      land(at('a/b'), 'cat', 'png', bytes('a'), { signal: AbortSignal.abort() }),
      (error) => ServiceError.is(error, 'cancelled'),
    );
    await assert.rejects(stat(folder().fsPath));
  });

  it('leave nothing behind when they are cancelled while they are written', async () => {
    const stop = new AbortController();
    const original = fs.writeFile;
    fs.writeFile = (...write: Parameters<typeof original>) => {
      const writing = original(...write);
      stop.abort();
      return writing;
    };
    try {
      const data = new Uint8Array(8_000_000);
      await assert.rejects(land(at('a'), 'cat', 'png', data, { signal: stop.signal }), (error) =>
        ServiceError.is(error, 'cancelled'),
      );
    } finally {
      fs.writeFile = original;
    }
    await assert.rejects(stat(folder().fsPath));
  });

  it('say that a file stands where the folder should be', async () => {
    await mkdir(folder().fsPath);
    await writeFile(at('images').fsPath, 'no folder');
    for (const path of ['images', 'images/a/b']) {
      await failsWith(land(at(path), 'cat', 'png', bytes('a')), 'notFolder', /landed\/images” is a file/);
    }
    assert.equal(await readFile(at('images').fsPath, 'utf8'), 'no folder');
  });
});

describe('Files that land in a virtual workspace', () => {
  let files: MemoryFiles;
  beforeEach(() => {
    files = new MemoryFiles('inkwell-memory');
  });
  afterEach(() => files.dispose());

  it('are whole, in a folder that is made for them', async () => {
    const uri = await land(files.at('a/b'), 'cat', 'png', bytes('a cat'));
    assert.equal(uri.toString(), 'inkwell-memory:/a/b/cat.png');
    assert.deepEqual(files.paths, ['/a/', '/a/b/', '/a/b/cat.png']);
    assert.equal(files.text('/a/b/cat.png'), 'a cat');
  });

  it('have the next name where one is taken between the look and the try', async () => {
    const met: string[] = [];
    files.hooks.onRename = (_from, to) => {
      met.push(to.path);
      if (met.length <= 2) {
        files.entries.set(to.path, bytes('of somebody else'));
      }
    };
    const landed = await landAll(files.root, [
      { stem: 'cat', extension: 'png', data: bytes('first') },
      { stem: 'cat', extension: 'png', data: bytes('second') },
    ]);
    assert.deepEqual(met, ['/cat.png', '/cat-2.png', '/cat-3.png', '/cat-4.png']);
    assert.deepEqual(namesOf(landed), ['cat-3.png', 'cat-4.png']);
    assert.deepEqual(
      files.paths.map((path) => [path, files.text(path)]),
      [
        ['/cat-2.png', 'of somebody else'],
        ['/cat-3.png', 'first'],
        ['/cat-4.png', 'second'],
        ['/cat.png', 'of somebody else'],
      ],
    );
  });

  it('give up where every name is said to be taken', async () => {
    files.hooks.onRename = (_from, to) => {
      throw vscode.FileSystemError.FileExists(to);
    };
    await failsWith(land(files.at('a'), 'cat', 'png', bytes('a')), 'failed', /Nothing could be saved/);
    assert.deepEqual(files.paths, []);
  });

  it('leave nothing behind when they are cancelled while they are written', async () => {
    files.entries.set('/there', 'folder');
    const stop = new AbortController();
    files.hooks.onWrite = () => stop.abort();
    const cat = { stem: 'cat', extension: 'png', data: bytes('a cat') };
    await assert.rejects(
      landAll(files.at('there/a/b'), [cat, cat, cat, cat], { signal: stop.signal }),
      (error) => ServiceError.is(error, 'cancelled'),
    );
    assert.deepEqual(files.paths, ['/there/']);
  });

  it('leave what somebody else has put into the folder meanwhile', async () => {
    const stop = new AbortController();
    files.hooks.onWrite = () => {
      files.entries.set('/a/other.txt', bytes('other'));
      stop.abort();
    };
    await assert.rejects(land(files.at('a/b'), 'cat', 'png', bytes('a'), { signal: stop.signal }));
    assert.deepEqual(files.paths, ['/a/', '/a/other.txt']);
  });

  it('land without the one that fails, of which nothing is left', async () => {
    files.hooks.onWrite = (_uri, content) => {
      if (content.length > 10) {
        throw new Error('ENOSPC: no space left on device, write');
      }
    };
    const [first, second, third] = await landAll(
      files.at('a'),
      ['small', 'much too large a file', 'tiny'].map((text) => ({
        stem: 'cat',
        extension: 'png',
        data: bytes(text),
      })),
    );
    assert.ok(second?.kind === 'failed');
    assert.equal(second.error.kind, 'noSpace');
    assert.match(second.error.message, /disk is full/);
    assert.deepEqual([first?.kind, third?.kind], ['landed', 'landed']);
    assert.deepEqual(files.paths, ['/a/', '/a/cat-2.png', '/a/cat.png']);
  });

  const failures: [what: string, error: () => Error, kind: LandingErrorKind, words: RegExp][] = [
    ['a full disk', () => new Error('ENOSPC: no space left on device'), 'noSpace', /disk is full.*“\/a”/],
    ['a quota', () => new Error('EDQUOT: disk quota exceeded'), 'noSpace', /disk is full/],
    ['a disk that is read-only', () => new Error('EROFS: read-only file system'), 'readOnly', /is read-only/],
    [
      'a folder of somebody else',
      () => vscode.FileSystemError.NoPermissions(),
      'noPermission',
      /no permission/,
    ],
    [
      'the system’s word for it',
      () => new Error('EACCES: permission denied'),
      'noPermission',
      /no permission/,
    ],
    [
      'whatever else',
      () => vscode.FileSystemError.Unavailable('[Click](command:a) is\naway'),
      'failed',
      /\[Click\] \(command:a\) is away$/,
    ],
  ];
  for (const [what, error, kind, words] of failures) {
    it(`say what is wrong and leave nothing behind: ${what}`, async () => {
      const fail = (): never => {
        throw error();
      };
      files.hooks = { onWrite: fail };
      await failsWith(land(files.at('a'), 'cat', 'png', bytes('a cat')), kind, words);
      files.hooks = { onRename: fail };
      await failsWith(land(files.at('a'), 'cat', 'png', bytes('a cat')), kind, words);
      assert.deepEqual(files.paths, []);
    });
  }

  it('say that a file system takes none', async () => {
    const fixed = new MemoryFiles('inkwell-fixed', true);
    try {
      for (const uri of [fixed.root, fixed.at('a')]) {
        await failsWith(land(uri, 'cat', 'png', bytes('a cat')), 'readOnly', /is read-only/);
      }
      assert.deepEqual(fixed.paths, []);
    } finally {
      fixed.dispose();
    }
  });

  it('say that there is no such file system', async () => {
    const nowhere = vscode.Uri.parse('inkwell-nowhere:/a');
    await failsWith(land(nowhere, 'cat', 'png', bytes('a cat')), 'failed', /Nothing could be saved/);
  });
});

describe('A file that takes the place of another', () => {
  afterEach(() => rm(folder().fsPath, { recursive: true, force: true }));

  beforeEach(async () => {
    await mkdir(folder().fsPath, { recursive: true });
    await writeFile(at('cat.txt').fsPath, 'old');
  });

  it('is whole, and alone', async () => {
    await landOver(at('cat.txt'), bytes('new'));
    assert.equal(await readFile(at('cat.txt').fsPath, 'utf8'), 'new');
    assert.deepEqual(await readdir(folder().fsPath), ['cat.txt']);
  });

  it('is there at every moment, as the one or the other', async () => {
    let isOver = false;
    const seen = new Set<string>();
    const looking = (async () => {
      while (!isOver) {
        seen.add(await readFile(at('cat.txt').fsPath, 'utf8').catch(String));
      }
    })();
    for (let round = 0; round < 50; round += 1) {
      await landOver(at('cat.txt'), bytes('new'));
    }
    isOver = true;
    await looking;
    assert.deepEqual(
      [...seen].filter((text) => text !== 'old' && text !== 'new'),
      [],
    );
  });

  it('does not when it is cancelled, of which nothing is left', async () => {
    const stop = new AbortController();
    const landing = landOver(at('cat.txt'), new Uint8Array(50_000_000), { signal: stop.signal });
    stop.abort();
    await assert.rejects(landing, (error) => ServiceError.is(error, 'cancelled'));
    assert.deepEqual(await readdir(folder().fsPath), ['cat.txt']);
    assert.equal(await readFile(at('cat.txt').fsPath, 'utf8'), 'old');
  });

  it('does not where a folder stands, of which nothing is lost', async () => {
    await mkdir(at('dog.txt/inside').fsPath, { recursive: true });
    await assert.rejects(landOver(at('dog.txt'), bytes('new')), LandingError);
    assert.deepEqual(await readdir(folder().fsPath), ['cat.txt', 'dog.txt']);
    assert.deepEqual(await readdir(at('dog.txt').fsPath), ['inside']);
  });

  it('does so on a file system that is on no disk', async () => {
    const files = new MemoryFiles('landing-over');
    try {
      files.writeFile(files.at('cat.txt'), bytes('old'));
      await landOver(files.at('cat.txt'), bytes('new'));
      assert.deepEqual([files.paths, files.text('/cat.txt')], [['/cat.txt'], 'new']);
    } finally {
      files.dispose();
    }
  });
});
