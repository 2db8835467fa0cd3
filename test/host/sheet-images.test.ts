import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { SheetImages } from '../../src/images/sheet-images.ts';
import { until } from './support/inkwell.ts';
import { MemoryFiles } from './support/memory-files.ts';
import { answerMessages } from './support/questions.ts';

describe('The images of a contact sheet', () => {
  const made: vscode.Disposable[] = [];
  let told: unknown[];
  let answer: string | undefined;
  /** What happens while the person is asked. */
  let meanwhile: () => void;

  function imagesOf(...uris: vscode.Uri[]): SheetImages {
    const images = new SheetImages(
      uris.map((uri) => ({ uri, name: `the\n${uri.path.split('/').at(-1)}`, width: 1, height: 1, alt: '' })),
      {
        gone: (id, isGone) => told.push({ id, isGone }),
        changed: (id) => told.push({ id, isChanged: true }),
        discarded: (ids, said) => told.push({ ids, said }),
      },
    );
    made.push(images);
    return images;
  }

  function memory(scheme: string, ...names: string[]): vscode.Uri[] {
    const files = new MemoryFiles(scheme);
    made.push(files);
    return names.map((name) => {
      files.writeFile(files.at(name), new Uint8Array(1));
      return files.at(name);
    });
  }

  beforeEach(() => {
    told = [];
    answer = 'Delete';
    meanwhile = () => {};
    made.push(
      answerMessages(() => {
        meanwhile();
        return answer;
      }),
    );
  });

  afterEach(() => {
    for (const each of made.splice(0).reverse()) {
      each.dispose();
    }
  });

  it('are watched: whether their files are gone, or there again', async () => {
    const files = new MemoryFiles('images-watched');
    made.push(files);
    const uri = files.at('boat.png');
    files.writeFile(uri, new Uint8Array(1));
    const images = imagesOf(uri);
    files.delete(uri);
    files.tell(vscode.FileChangeType.Deleted, uri);
    await until('it is gone', () => images.get(0)?.isGone === true);
    files.writeFile(uri, new Uint8Array(1));
    files.tell(vscode.FileChangeType.Created, uri);
    await until('it is there again', () => images.get(0)?.isGone === false);
    assert.deepEqual(told, [
      { id: 0, isGone: true },
      { id: 0, isGone: false },
    ]);
  });

  it('are looked at when they are asked for, and told of when something has changed', async () => {
    const [first, second] = memory('images-looked', 'a.png', 'b.png');
    assert.ok(first && second);
    const images = imagesOf(first, second);
    await vscode.workspace.fs.delete(second);
    await images.lookAtAll();
    await images.lookAtAll();
    assert.deepEqual(told, [{ id: 1, isGone: true }]);
  });

  it('tell where what was discarded went, by names of one line', async () => {
    const images = imagesOf(...memory('images-said', 'a.png', 'b.png', 'c.png'));
    await images.discard([0]);
    await images.discard([1, 2, 7]);
    assert.deepEqual(told, [
      { ids: [0], said: 'the a.png was discarded. It is deleted for good.' },
      { ids: [1, 2], said: '2 images were discarded. They are deleted for good.' },
    ]);
    assert.equal(images.all.size, 0);
  });

  it('stay where the person thinks better of it', async () => {
    const images = imagesOf(...memory('images-kept', 'a.png'));
    answer = undefined;
    await images.discard([0]);
    assert.deepEqual(told, []);
    answer = 'Delete';
    await images.discard([0]);
    assert.equal(told.length, 1, 'it can be discarded later');
  });

  it('leave a file alone that has taken the name of one while the person was asked about that', async () => {
    const files = new MemoryFiles('images-replaced');
    made.push(files);
    files.writeFile(files.at('a.png'), new Uint8Array(1));
    const images = imagesOf(files.at('a.png'));
    meanwhile = () => files.writeFile(files.at('a.png'), new Uint8Array(2));
    await images.discard([0]);
    assert.deepEqual(files.paths, ['/a.png']);
  });

  it('are discarded once, however often it is asked for meanwhile', async () => {
    const images = imagesOf(...memory('images-once', 'a.png'));
    await Promise.all([images.discard([0]), images.discard([0]), images.look(0)]);
    assert.deepEqual(told, [{ ids: [0], said: 'the a.png was discarded. It is deleted for good.' }]);
  });

  it('are discarded as far as can be, where one of them cannot', async () => {
    const [file, folder] = memory('images-failing', 'a.png', 'b.png');
    assert.ok(file && folder);
    // What is not empty is not deleted.
    await vscode.workspace.fs.delete(folder);
    await vscode.workspace.fs.createDirectory(folder);
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, 'c.png'), new Uint8Array(1));
    const images = imagesOf(folder, file);
    await assert.rejects(images.discard([0, 1]));
    assert.deepEqual(told, [{ ids: [1], said: 'the a.png was discarded. It is deleted for good.' }]);
    assert.deepEqual([...images.all.keys()], [0]);
  });

  it('give way to another image that has taken the name of one that is gone', async () => {
    const [uri] = memory('images-again', 'a.png');
    assert.ok(uri);
    const images = imagesOf(uri);
    await images.lookAtAll();
    await vscode.workspace.fs.delete(uri);
    await images.lookAtAll();
    const old = images.get(0);
    assert.ok(old);
    old.isKept = true;
    told = [];
    await vscode.workspace.fs.writeFile(uri, new Uint8Array(2));
    images.add([{ uri, name: 'a.png', width: 2, height: 2, alt: 'another' }]);
    await images.lookAtAll();
    assert.deepEqual(
      [...images.all].map(([id, { alt, isKept, isGone }]) => ({ id, alt, isKept, isGone })),
      [{ id: 1, alt: 'another', isKept: false, isGone: false }],
    );
    assert.deepEqual(told, [], 'nothing has changed, and nothing is there again');
    await images.discard([0]);
    assert.equal((await vscode.workspace.fs.stat(uri)).size, 2);
  });

  it('stay where one that is kept has the same file, by upper or lower case', async () => {
    const [upper, lower, other] = memory('images-case', 'A.png', 'a.png', 'b.png');
    assert.ok(upper && lower && other);
    const images = imagesOf(upper, lower, other);
    await images.lookAtAll();
    const kept = images.get(0);
    assert.ok(kept);
    kept.isKept = true;
    await images.discard([1, 2]);
    assert.deepEqual([...images.all.keys()], [0, 1]);
    await vscode.workspace.fs.stat(lower);
    // Files that differ are two, whatever their names.
    await vscode.workspace.fs.writeFile(lower, new Uint8Array(2));
    await images.lookAtAll();
    await images.discard([1]);
    assert.deepEqual([...images.all.keys()], [0]);
  });

  it('leave alone what has the name of one that is gone by now', async () => {
    const [uri] = memory('images-gone', 'a.png');
    assert.ok(uri);
    const images = imagesOf(uri);
    await vscode.workspace.fs.delete(uri);
    await images.lookAtAll();
    told = [];
    // Nobody tells the sheet of it.
    await vscode.workspace.fs.writeFile(uri, new Uint8Array(2));
    await images.discard([0]);
    assert.deepEqual(told, [{ ids: [0], said: 'the a.png was no longer there.' }]);
    assert.equal((await vscode.workspace.fs.stat(uri)).size, 2);
  });
});
