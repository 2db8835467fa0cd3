import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { closeEverything } from '../host/support/inkwell.ts';
import { searchSessions } from '../host/support/search-session.ts';
import { standInForWindow } from '../host/support/window-stand-in.ts';

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
});
