import assert from 'node:assert/strict';
import { readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOtherDimension } from '../../src/search/index-failure.ts';
import { errorInWords } from '../../src/ui/error-words.ts';
import { closeEverything, setting } from './support/inkwell.ts';
import { longText, QUESTION, searchSessions } from './support/search-session.ts';
import { folderForEach } from './support/test-folder.ts';

describe('The search index when something goes wrong', () => {
  const session = searchSessions();
  const folder = folderForEach();

  before(closeEverything);
  afterEach(() => setting('search.autoUpdate', undefined));

  it('mends what was garbled on the disk, and sends only what was lost', async () => {
    const text = longText('alpha', 8);
    await folder().write('a.md', text);
    const { texts } = await session().indexed();
    session().close();
    const [place = ''] = await readdir(join(session().storage, 'search'));
    const at = (name: string): string => join(session().storage, 'search', place, name);
    const vectors = (await readdir(at(''))).find((name) => name.startsWith('vectors-')) ?? '';
    await writeFile(at('files.json'), (await readFile(at('files.json'))).subarray(0, 50));
    const { length } = await readFile(at(vectors));
    await truncate(at(vectors), length - 2000);
    const searching = await session().open();
    await session().settled(
      'it is whole',
      () => searching.search.status === 'ready' && session().index().changes.isEmpty,
    );
    const sent = session().sent().flat();
    assert.ok(sent.length > 0 && sent.length <= 3, `${sent.length} of ${texts.length}`);
    const { signal } = new AbortController();
    assert.equal((await searching.search.search(sent[0] ?? '', { limit: 1, signal })).length, 1);
  });

  it('is made anew for another model, after a question, with vectors of another length', async () => {
    await folder().write('a.md', longText('alpha', 2));
    const { searching, texts } = await session().indexed();
    session().model = 'embed-1-other';
    session().service.fault(
      { type: 'status', status: 404, error: { message: 'There is no such model.', param: 'model' } },
      { times: 1 },
    );
    assert.equal(session().index().state.isAgreed, false);
    await searching.index();
    assert.deepEqual(session().sent().length > 0, true);
    assert.ok(
      session().shown.some(
        ({ text, actions }) => text.includes('does not have this model') && actions.includes('Choose Model'),
      ),
    );
    const questions = session().shown.filter(({ text }) => text.includes(QUESTION));
    assert.match(questions[1]?.detail ?? '', /The index that is there is replaced/);
    // What was there is not lost by a model that does not exist.
    session().model = 'embed-1';
    const { signal } = new AbortController();
    assert.equal((await searching.search.search(texts[0] ?? '', { limit: 1, signal })).length, 1);
    session().model = 'embed-1-other';
    const data = texts.map((_, index) => ({ object: 'embedding', index, embedding: [index + 1, 1, 2] }));
    const slices = [JSON.stringify({ object: 'list', data })];
    session().service.fault({ type: 'bytes', slices, contentType: 'application/json' });
    session().sent();
    await searching.index();
    assert.deepEqual([...session().sent().flat()].sort(), [...texts].sort());
    assert.equal(searching.search.status, 'ready');
  });

  it('keeps what it has when the service begins to give vectors of another length', async () => {
    await setting('search.autoUpdate', false);
    await folder().write('a.md', longText('alpha', 2));
    const { searching, texts } = await session().indexed();
    const other = JSON.stringify({
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [1, 2, 3] }],
    });
    session().service.fault({ type: 'bytes', slices: [other], contentType: 'application/json' });
    await folder().write('b.md', 'a single new piece of text\n');
    await searching.index();
    assert.ok(
      session().shown.some(
        ({ text, actions }) => text.includes('vectors of another length') && actions.includes('Index Anew…'),
      ),
    );
    assert.equal(searching.search.status, 'paused');
    const { signal } = new AbortController();
    const [first] = await searching.search.search(texts[0] ?? '', { limit: 1, signal });
    assert.ok((first?.score ?? 0) > 0.99);
  });

  it('says in words that a query does not compare with the index, asks anew, and begins anew when told to', async () => {
    await folder().write('a.md', longText('alpha', 2));
    const { searching } = await session().indexed();
    const data = [{ object: 'embedding', index: 0, embedding: [1, 2, 3] }];
    const slices = [JSON.stringify({ object: 'list', data })];
    session().service.fault({ type: 'bytes', slices, contentType: 'application/json' });
    const { signal } = new AbortController();
    const search = () => searching.search.search('alpha', { limit: 1, signal });
    await assert.rejects(search(), (error) => {
      assert.ok(isOtherDimension(error));
      assert.match(errorInWords(error).message, /^The model now gives vectors of another length/);
      return true;
    });
    assert.equal((await search()).length, 1);
    const before = session().shown.length;
    session().sent();
    await searching.index(true);
    assert.match(session().shown[before]?.detail ?? '', /The index that is there is replaced/);
    assert.ok(session().sent().flat().length > 0);
  });

  it('says what to do when the service refuses the key, and goes on from there', async () => {
    await folder().write('a.md', longText('alpha', 2));
    const { open, answers, service } = session();
    answers.set(QUESTION, 'Index');
    service.fault({ type: 'status', status: 401 });
    const searching = await open();
    await searching.index();
    assert.ok(session().shown.some(({ actions }) => actions.includes('Set Key')));
    assert.equal(searching.search.status, 'paused');
    await searching.resume();
    assert.equal(searching.search.status, 'ready');
  });

  it('does not try every text with a log-in page in between, and goes on when that is gone', async () => {
    await folder().write('a.md', longText('alpha', 200));
    const { open, answers, service } = session();
    answers.set(QUESTION, 'Index');
    service.fault({ type: 'html' }, { times: Number.POSITIVE_INFINITY });
    const searching = await open();
    await searching.index();
    assert.ok(session().shown.some(({ text }) => /a web page, “Sign in”/.test(text)));
    // Two are under way at the same time.
    assert.ok(session().sent().length <= 2);
    assert.equal(searching.search.status, 'paused');
    service.clearFaults();
    await searching.resume();
    assert.equal(searching.search.status, 'ready');
  });

  it('leaves out a text that the service refuses, and says so', async () => {
    await setting('search.autoUpdate', false);
    await folder().write('a.md', longText('alpha', 1));
    const { searching } = await session().indexed();
    const { files } = searching.search.size;
    // What was written just before is looked at once more.
    const past = new Date(Date.now() - 60_000);
    await utimes((await folder().write('b.md', 'a text that is refused\n')).fsPath, past, past);
    session().service.fault({ type: 'status', status: 400, error: { message: 'No.' } });
    await searching.index();
    assert.ok(
      session().shown.some(
        ({ text, actions }) => /refused 1 piece/.test(text) && actions.includes('Show Log'),
      ),
    );
    assert.deepEqual([searching.search.status, searching.search.size.files], ['ready', files + 1]);
    session().sent();
    await searching.index();
    assert.ok(session().shown.some(({ text }) => text.includes('is up to date')));
    assert.deepEqual(session().sent(), []);
  });
});
