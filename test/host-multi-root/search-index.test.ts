import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { isOtherDimension } from '../../src/search/index-failure.ts';
import { closeEverything } from '../host/support/inkwell.ts';
import { searchSessions } from '../host/support/search-session.ts';
import { standInForWindow } from '../host/support/window-stand-in.ts';

const NO_FIT = JSON.stringify({
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding: [1, 2] }],
});

describe('The search index, with several folders', () => {
  const session = searchSessions();
  const { signal } = new AbortController();
  const folders = (): readonly vscode.WorkspaceFolder[] => vscode.workspace.workspaceFolders ?? [];
  const files = (): vscode.Uri[] => folders().map(({ uri }) => vscode.Uri.joinPath(uri, 'barnacle.txt'));

  before(closeEverything);
  beforeEach(async () => {
    for (const [number, uri] of files().entries()) {
      await writeFile(uri.fsPath, `A barnacle on hull number ${number}.\n`);
    }
  });
  afterEach(() => Promise.all(files().map((uri) => rm(uri.fsPath))));

  it('is made of those that are picked, each by itself, and searched as one', async () => {
    session().answers.set('for search by meaning?', 'Index');
    const searching = await session().open();
    let picked: readonly string[] = [folders()[1]?.name ?? ''];
    const standIn = standInForWindow({
      showQuickPick: async (items: readonly { readonly label: string }[]) =>
        items.filter(({ label }) => picked.includes(label)),
    });
    try {
      await searching.index();
      const texts = session().sent().flat();
      assert.ok(texts.some((text) => text.includes('hull number 1')));
      assert.ok(!texts.some((text) => text.includes('hull number 0')));
      const search = () => searching.search.search('barnacle hull', { limit: 2, signal });
      assert.equal(String((await search())[0]?.uri), String(files()[1]));
      picked = folders().map(({ name }) => name);
      await searching.index();
      const hits = await search();
      assert.deepEqual(hits.map(({ uri }) => String(uri)).sort(), files().map(String).sort());
      assert.ok((hits[0]?.score ?? 0) >= (hits[1]?.score ?? 0));
    } finally {
      standIn.dispose();
    }
  });

  it('is searched but for a folder that does not compare, of which one is told once', async () => {
    session().answers.set('for search by meaning?', 'Index');
    const searching = await session().open();
    const [first, second] = folders().map(({ name }) => name);
    let picked = second;
    const standIn = standInForWindow({
      showQuickPick: async (items: readonly { readonly label: string }[]) =>
        items.filter(({ label }) => label === picked),
    });
    const found = async (): Promise<string[]> => {
      const hits = await searching.search.search('barnacle hull', { limit: 50, signal });
      return hits.map(({ uri }) => String(uri));
    };
    const told = (): number =>
      session().shown.filter(
        ({ text, actions }) =>
          text.includes('vectors of another length') &&
          text.includes('“second”') &&
          actions.includes('Index Anew…'),
      ).length;
    try {
      await searching.index();
      const texts = session().sent().flat();
      picked = first;
      await searching.index();
      picked = second;
      const data = texts.map((_, index) => ({ object: 'embedding', index, embedding: [index + 1, 1, 2] }));
      const slices = [JSON.stringify({ object: 'list', data })];
      session().service.fault({ type: 'bytes', slices, contentType: 'application/json' });
      await searching.index(true);
      assert.equal(told(), 0);
      session().sent();
      // Once more, nothing is asked of the service, and nothing told.
      for (const requests of [1, 0]) {
        const uris = await found();
        assert.ok(uris.includes(String(files()[0])));
        assert.ok(!uris.includes(String(files()[1])));
        assert.equal(session().sent().length, requests);
        assert.equal(told(), 1);
      }
      // Where no folder compares, that is what came of it, and no message besides.
      session().service.fault({ type: 'bytes', slices: [NO_FIT], contentType: 'application/json' });
      const none = searching.search.search('a hull with barnacles', { limit: 50, signal });
      await assert.rejects(none, isOtherDimension);
      assert.equal(told(), 1);
      await searching.index(true);
      const uris = await found();
      assert.ok(uris.includes(String(files()[0])) && uris.includes(String(files()[1])));
    } finally {
      standIn.dispose();
    }
  });
});
