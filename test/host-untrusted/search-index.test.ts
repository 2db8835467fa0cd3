import assert from 'node:assert/strict';
import { closeEverything, until } from '../host/support/inkwell.ts';
import { searchSessions } from '../host/support/search-session.ts';
import { folderForEach } from '../host/support/test-folder.ts';

describe('The search index of a folder that is not trusted', () => {
  const session = searchSessions();
  const folder = folderForEach();

  before(closeEverything);

  it('is made when the person asks for it, and sends nothing by itself', async () => {
    const { open, answers, sent } = session();
    answers.set('for search by meaning?', 'Index');
    const first = await open();
    await first.index();
    assert.ok(sent().flat().length > 0);
    await folder().write('new.txt', 'a new piece of text\n');
    await until('it was seen', () => !session().index().changes.isEmpty);
    const second = await open();
    assert.equal(second.search.status, 'ready');
    assert.deepEqual(sent(), []);
    await second.index();
    assert.deepEqual(sent(), [['a new piece of text']]);
  });
});
