import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { ContactSheet, type SheetSubject } from '../../src/images/contact-sheet.ts';
import type { SheetFile } from '../../src/images/sheet-images.ts';
import { Log } from '../../src/ui/log.ts';
import { closeEverything, undo, until } from './support/inkwell.ts';
import { MemoryFiles } from './support/memory-files.ts';
import { answerMessages } from './support/questions.ts';

/** The tabs that show a contact sheet. */
function tabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputWebview && input.viewType.endsWith('inkwell.contactSheet'),
    );
}

/** Of the workspace folder. */
function at(path: string): vscode.Uri {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first, 'This window has no folder.');
  return vscode.Uri.joinPath(first.uri, 'sheet', path);
}

function namesOf(uris: readonly vscode.Uri[]): (string | undefined)[] {
  return uris.map(({ path }) => path.split('/').at(-1));
}

function sheetFile(uri: vscode.Uri): SheetFile {
  return {
    uri,
    name: uri.path.split('/').at(-1) ?? '',
    width: 128,
    height: 128,
    alt: 'a [red]\nboat',
  };
}

async function isThere(uri: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
}

describe('The contact sheet', () => {
  let log: Log;
  let extensionUri: vscode.Uri;
  let closed: number;
  let asked: string[];
  let answer: string | undefined;
  let messages: ReturnType<typeof answerMessages>;
  const made: vscode.Disposable[] = [];

  /** A sheet with the files of these names, which are made. */
  async function opened(
    names: readonly string[],
    subject: Partial<SheetSubject> = {},
  ): Promise<ContactSheet> {
    const icon = await readFile(vscode.Uri.joinPath(extensionUri, 'media', 'icon.png').fsPath);
    await mkdir(at('images').fsPath, { recursive: true });
    await Promise.all(names.map((name) => writeFile(at(`images/${name}`).fsPath, icon)));
    return show({
      images: names.map((name) => sheetFile(at(`images/${name}`))),
      prompt: 'a red boat',
      ...subject,
    });
  }

  async function show(subject: SheetSubject): Promise<ContactSheet> {
    const sheet = new ContactSheet(
      extensionUri,
      subject,
      {
        regenerate: () => asked.push('regenerate'),
        vary: (image) => asked.push(`vary ${image.path.split('/').at(-1)}`),
        closed: () => {
          closed += 1;
        },
      },
      log,
    );
    made.push(sheet);
    await until('the sheet has a tab', () => tabs().length > 0);
    return sheet;
  }

  beforeEach(() => {
    const extension = vscode.extensions.getExtension('inkwell.inkwell');
    assert.ok(extension);
    extensionUri = extension.extensionUri;
    log = new Log();
    closed = 0;
    asked = [];
    answer = undefined;
    messages = answerMessages(() => answer);
  });

  afterEach(async () => {
    for (const each of made.splice(0)) {
      each.dispose();
    }
    messages.dispose();
    log.dispose();
    await closeEverything();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(at('').fsPath, { recursive: true, force: true });
  });

  it('has a tab that names the prompt, and tells once that it was closed', async () => {
    const sheet = await opened(['boat.png']);
    assert.equal(tabs()[0]?.label, 'Images: a red boat');
    await vscode.window.tabGroups.close(tabs());
    await until('the sheet has heard of it', () => sheet.isDisposed);
    sheet.reveal();
    sheet.dispose();
    assert.equal(closed, 1);
    assert.equal(await isThere(at('images/boat.png')), true);
  });

  it('has a tab for images without a prompt, and for none at all', async () => {
    await opened([], { prompt: '' });
    assert.equal(tabs()[0]?.label, 'New Images');
  });

  it('discards a file, and asks first only where there is no trash', async () => {
    const sheet = await opened(['boat.png', 'boat-2.png']);
    answer = 'Delete';
    await sheet.handle({ type: 'discard', id: 0 });
    assert.equal(await isThere(at('images/boat.png')), false);
    assert.equal(await isThere(at('images/boat-2.png')), true);
    assert.deepEqual(namesOf(sheet.images), ['boat-2.png']);
    // Of another press of the key, there is nothing left to do.
    await sheet.handle({ type: 'discard', id: 0 });
    assert.ok(messages.shown.length <= 1);
  });

  it('discards all but what is kept', async () => {
    const sheet = await opened(['a.png', 'b.png', 'c.png']);
    answer = 'Delete';
    await sheet.handle({ type: 'keep', id: 1, isKept: true });
    await sheet.handle({ type: 'discardAll' });
    assert.deepEqual(namesOf(sheet.images), ['b.png']);
    assert.deepEqual(
      await Promise.all(['a.png', 'b.png', 'c.png'].map((name) => isThere(at(`images/${name}`)))),
      [false, true, false],
    );
  });

  it('deletes for good only what it may, where there is no trash', async () => {
    const files = new MemoryFiles('sheet-memory');
    made.push(files);
    for (const name of ['a.png', 'b.png']) {
      files.writeFile(files.at(name), new Uint8Array(1));
    }
    const sheet = await show({
      images: ['a.png', 'b.png'].map((name) => sheetFile(files.at(name))),
      prompt: '',
    });
    await sheet.handle({ type: 'discardAll' });
    assert.deepEqual(files.paths, ['/a.png', '/b.png']);
    assert.deepEqual(namesOf(sheet.images), ['a.png', 'b.png']);
    answer = 'Delete';
    await sheet.handle({ type: 'discard', id: 1 });
    assert.deepEqual(files.paths, ['/a.png']);
    assert.deepEqual(
      messages.shown.map(({ text }) => text),
      [
        '2 images cannot be moved to the trash. Delete them for good?',
        '“b.png” cannot be moved to the trash. Delete it for good?',
      ],
    );
  });

  it('takes an image out that somebody else has deleted, when it is discarded, and asks nothing', async () => {
    const sheet = await opened(['boat.png']);
    await rm(at('images/boat.png').fsPath);
    await sheet.handle({ type: 'discard', id: 0 });
    assert.deepEqual(sheet.images, []);
    assert.deepEqual(messages.shown, []);
  });

  it('inserts into the document that was active last, as one step to undo', async () => {
    await mkdir(at('docs').fsPath, { recursive: true });
    await writeFile(at('docs/boats.md').fsPath, 'Before after\n');
    const document = await vscode.workspace.openTextDocument(at('docs/boats.md'));
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 7, 0, 7);
    const sheet = await opened(['red boat.png']);
    await until('the sheet has the focus', () =>
      tabs().some(({ isActive, group }) => isActive && group.isActive),
    );
    await sheet.handle({ type: 'insert', id: 0, alt: 'a [red]\nboat' });
    assert.equal(document.getText(), 'Before ![a \\[red\\] boat](../images/red%20boat.png)after\n');
    assert.equal(tabs().length, 1, 'the sheet stays');
    await vscode.window.showTextDocument(document);
    await undo();
    assert.equal(document.getText(), 'Before after\n');
    assert.deepEqual(messages.shown, []);
  });

  it('inserts into a document whose tab is behind another, and in its language', async () => {
    await mkdir(at('').fsPath, { recursive: true });
    await writeFile(at('page.html').fsPath, '');
    await vscode.window.showTextDocument(at('page.html'), { preview: false });
    const sheet = await opened(['boat.png'], { preserveFocus: true });
    await vscode.commands.executeCommand('vscode.open', at('images/boat.png'), {
      viewColumn: vscode.ViewColumn.One,
      preview: false,
    });
    await sheet.handle({ type: 'insert', id: 0, alt: '"' });
    const document = await vscode.workspace.openTextDocument(at('page.html'));
    assert.equal(document.getText(), '<img src="images/boat.png" alt="&quot;" width="128" height="128">');
  });

  it('says so where there is no document to insert into, or no path to the image', async () => {
    await closeEverything();
    const files = new MemoryFiles('sheet-elsewhere');
    made.push(files);
    files.writeFile(files.at('boat.png'), new Uint8Array(1));
    const first = await show({ images: [sheetFile(files.at('boat.png'))], prompt: '' });
    await first.handle({ type: 'insert', id: 0, alt: '' });
    assert.match(messages.shown[0]?.text ?? '', /^Open a document first/);
    first.dispose();
    await mkdir(at('').fsPath, { recursive: true });
    await writeFile(at('boats.md').fsPath, '');
    const { document } = await vscode.window.showTextDocument(at('boats.md'));
    const second = await show({ images: [sheetFile(files.at('boat.png'))], prompt: '' });
    await second.handle({ type: 'insert', id: 0, alt: 'a boat' });
    assert.equal(document.getText(), '![a boat](boat.png)');
    assert.match(messages.shown[1]?.text ?? '', /^No path leads from “boats.md” to “boat.png”/);
  });

  it('opens an image, and copies its path', async () => {
    const sheet = await opened(['boat.png']);
    await sheet.handle({ type: 'copyPath', id: 0 });
    assert.equal(await vscode.env.clipboard.readText(), at('images/boat.png').fsPath);
    await sheet.handle({ type: 'open', id: 0 });
    await until('the image has a tab', () =>
      vscode.window.tabGroups.all.some(({ activeTab }) => activeTab?.label === 'boat.png'),
    );
  });

  it('asks for others, but does nothing with an image that is gone', async () => {
    const sheet = await opened(['boat.png', 'boat-2.png']);
    await sheet.handle({ type: 'regenerate' });
    await sheet.handle({ type: 'vary', id: 1 });
    await rm(at('images/boat.png').fsPath);
    await sheet.handle({ type: 'vary', id: 0 });
    await sheet.handle({ type: 'open', id: 0 });
    await sheet.handle({ type: 'insert', id: 0, alt: '' });
    await sheet.handle({ type: 'vary', id: 7 });
    assert.deepEqual(asked, ['regenerate', 'vary boat-2.png']);
    assert.deepEqual(messages.shown, []);
  });
});
