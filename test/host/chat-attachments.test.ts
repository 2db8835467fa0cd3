import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  attachFiles,
  readDropped,
  selectionAttachments,
  textAttachments,
} from '../../src/chat/attachments.ts';
import type { Attachment } from '../../src/chat/events.ts';
import { openAttachment } from '../../src/chat/open-attachment.ts';
import { isReadOnly } from '../../src/ui/read-only.ts';
import { closeEverything, openText, select } from './support/inkwell.ts';

/** A folder of the workspace, for the files of a test. */
function folder(): vscode.Uri {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first, 'This window has no folder.');
  return vscode.Uri.joinPath(first.uri, 'attached');
}

async function file(name: string, content: string | Uint8Array): Promise<vscode.Uri> {
  const uri = vscode.Uri.joinPath(folder(), name);
  await writeFile(uri.fsPath, content);
  return uri;
}

async function attachOne(uri: vscode.Uri): Promise<Attachment | undefined> {
  const attachments = await attachFiles([uri]);
  assert.ok(attachments.length <= 1);
  return attachments[0];
}

describe('Attachments', () => {
  beforeEach(() => mkdir(folder().fsPath, { recursive: true }));

  afterEach(async () => {
    await closeEverything();
    await rm(folder().fsPath, { recursive: true, force: true });
  });

  describe('of a selection', () => {
    it('have its text, its lines and its language', async () => {
      const editor = await openText('one\ntwo\nthree\n', 'markdown');
      select(editor, 'wo\nthr');
      const [attachment, ...others] = selectionAttachments(editor);
      assert.equal(others.length, 0);
      assert.deepEqual(
        [attachment?.kind, attachment?.text, attachment?.lines, attachment?.language],
        ['selection', 'wo\nthr', [2, 3], 'markdown'],
      );
    });

    it('count whole lines without the one that begins behind them', async () => {
      const editor = await openText('one\ntwo\nthree\n');
      select(editor, 'one\ntwo\n');
      assert.deepEqual(selectionAttachments(editor)[0]?.lines, [1, 2]);
    });

    it('are as many as there are selections, and none of a cursor', async () => {
      const editor = await openText('one\ntwo\nthree\n');
      editor.selections = [0, 2].map((line) => new vscode.Selection(line, 0, line, 3));
      assert.deepEqual(
        selectionAttachments(editor).map(({ text }) => text),
        ['one', 'thr'],
      );
      select(editor, 'two', { cursor: true });
      assert.deepEqual(selectionAttachments(editor), []);
    });

    it('are named by the place in the workspace', async () => {
      const editor = await vscode.window.showTextDocument(await file('a.ts', 'const a = 1;'));
      select(editor, 'a = 1');
      assert.equal(selectionAttachments(editor)[0]?.name, 'attached/a.ts');
    });
  });

  describe('of files', () => {
    it('have their text and their place in the workspace', async () => {
      const uri = await file('notes.md', 'One\r\ntwo ✓\n');
      const attachment = await attachOne(uri);
      assert.deepEqual(
        [attachment?.kind, attachment?.name, attachment?.text, attachment?.uri],
        ['file', 'attached/notes.md', 'One\ntwo ✓\n', uri.toString()],
      );
    });

    it('are as they stand in the editor, also before they are saved', async () => {
      const uri = await file('notes.md', 'One\n');
      const editor = await vscode.window.showTextDocument(uri);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'Not saved. '));
      const attachment = await attachOne(uri);
      assert.deepEqual([attachment?.text, attachment?.language], ['Not saved. One\n', 'markdown']);
    });

    it('are none where there is no text to read, while the others are', async () => {
      const good = await file('good.txt', 'good');
      const attached = await attachFiles([
        await file('nul.txt', 'a\0b'),
        await file('picture.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0xfd)),
        await file('large.txt', 'x'.repeat(1_000_001)),
        folder(),
        vscode.Uri.joinPath(folder(), 'missing.txt'),
        good,
        good,
      ]);
      assert.deepEqual(
        attached.map(({ name }) => name),
        ['attached/good.txt'],
      );
    });

    it('are read up to the last byte that is allowed', async () => {
      assert.equal((await attachOne(await file('large.txt', 'x'.repeat(1_000_000))))?.text.length, 1_000_000);
    });

    it('are read in the encoding that they begin with', async () => {
      const bytes = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from('naïve ✓', 'utf16le')]);
      assert.equal((await attachOne(await file('wide.txt', bytes)))?.text, 'naïve ✓');
    });

    it('are, of a notebook, its cells', async () => {
      const cells = [
        { cell_type: 'markdown', metadata: {}, source: ['# Title'] },
        {
          cell_type: 'code',
          metadata: {},
          source: ['a = 1\n', 'b = "```"'],
          outputs: [],
          execution_count: null,
        },
      ];
      const metadata = { language_info: { name: 'python' } };
      const notebook = JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 });
      const attachment = await attachOne(await file('lamp.ipynb', notebook));
      assert.equal(attachment?.text, '# Title\n\n````python\na = 1\nb = "```"\n````');
      assert.equal(attachment?.name, 'attached/lamp.ipynb');
    });

    it('are, of what is no notebook after all, the text', async () => {
      assert.equal((await attachOne(await file('broken.ipynb', '{ "cells": ')))?.text, '{ "cells": ');
    });
  });

  describe('that were dropped', () => {
    it('are read from the workspace without a question', async () => {
      const uri = await file('notes.md', 'One');
      const attached = await readDropped([uri.toString(), 'not an address', '']);
      assert.deepEqual(
        attached.map(({ text }) => text),
        ['One'],
      );
    });

    it('are not read from elsewhere without a yes, however the address is written', async () => {
      const outside = join(tmpdir(), `inkwell-outside-${process.pid}.txt`);
      await writeFile(outside, 'secret');
      const climbing = `${folder().toString()}/${'../'.repeat(30)}${outside.slice(1)}`;
      try {
        for (const address of [
          vscode.Uri.file(outside).toString(),
          climbing,
          climbing.replaceAll('../', '..%2F'),
        ]) {
          // In a test, VS Code shows no dialog and fails where one is asked for.
          const attached = await readDropped([address]).catch(() => []);
          assert.deepEqual(attached, [], address);
        }
      } finally {
        await rm(outside);
      }
    });

    it('are read from elsewhere where they are open already', async () => {
      const outside = join(tmpdir(), `inkwell-open-${process.pid}.txt`);
      await writeFile(outside, 'open');
      try {
        await vscode.window.showTextDocument(vscode.Uri.file(outside));
        const [attachment] = await readDropped([vscode.Uri.file(outside).toString()]);
        assert.deepEqual([attachment?.text, attachment?.name], ['open', `inkwell-open-${process.pid}.txt`]);
      } finally {
        await rm(outside);
      }
    });

    it('are taken as text where there is no address, with a name that is only a name', () => {
      const [attachment] = textAttachments('../../etc/pass\nwd', 'a\r\nb');
      assert.deepEqual(
        [attachment?.name, attachment?.text, attachment && 'uri' in attachment],
        ['pass wd', 'a\nb', false],
      );
      assert.deepEqual(textAttachments('a.png', 'PNG\0'), []);
      assert.deepEqual(textAttachments('a.png', '\ufffd\ufffdPNG'), []);
    });
  });

  describe('opened again', () => {
    const kept: Attachment = {
      id: 'a1',
      kind: 'selection',
      name: 'attached/a.ts',
      lines: [2, 2],
      text: 'two',
    };

    it('show their text where it stands now', async () => {
      const uri = await file('moved.ts', 'zero\nmore\none\r\ntwo\nthree\n');
      await openAttachment({ ...kept, uri: uri.toString() });
      const editor = vscode.window.activeTextEditor;
      assert.equal(editor?.document.uri.toString(), uri.toString());
      assert.equal(editor?.document.getText(editor.selection), 'two');
    });

    it('show their lines where the text has changed', async () => {
      const uri = await file('changed.ts', 'one\n2\nthree\n');
      await openAttachment({ ...kept, uri: uri.toString() });
      const editor = vscode.window.activeTextEditor;
      assert.equal(editor?.document.getText(editor.selection), '2');
    });

    for (const [what, address] of [
      ['their file is gone', () => vscode.Uri.joinPath(folder(), 'gone.ts').toString()],
      ['their new document was never saved', () => 'untitled:Untitled-99'],
      ['their address is none', () => 'not an address'],
    ] as const) {
      it(`show what was kept where ${what}`, async () => {
        await openAttachment({ ...kept, uri: address() });
        const editor = vscode.window.activeTextEditor;
        assert.equal(editor?.document.getText(), 'two');
        assert.ok(editor && (await isReadOnly(editor)));
      });
    }
  });
});
