import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { setting } from './support/inkwell.ts';
import { sessionWith } from './support/session.ts';

describe('The commands of the search index', () => {
  const session = sessionWith({
    before: () => setting('search.model', 'embed-1'),
    after: () => setting('search.model', undefined),
  });
  const run = async (name: string): Promise<void> => {
    await vscode.commands.executeCommand(`inkwell.${name}`);
  };
  const asked = () => session().service.requests.filter(({ path }) => path.endsWith('/embeddings'));

  it('index, find nothing more to do, and delete', async () => {
    const { answers, shown, said } = session();
    await run('indexWorkspace');
    assert.equal(asked().length, 0);
    answers.set('for search by meaning?', 'Index');
    await run('indexWorkspace');
    const { length } = asked();
    assert.ok(length > 0);
    said('is indexed');
    await run('indexWorkspace');
    said('is up to date');
    assert.equal(asked().length, length);
    answers.set('Delete the search index', 'Delete');
    await run('deleteSearchIndex');
    await run('deleteSearchIndex');
    assert.ok(shown.some(({ text }) => text.includes('There is no search index')));
  });
});
