import assert from 'node:assert/strict';
import { readdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { askToIndex } from '../../src/search/index-consent.ts';
import { closeEverything, setting, until } from './support/inkwell.ts';
import { longText, QUESTION, searchSessions, textsOf } from './support/search-session.ts';
import { folderForEach } from './support/test-folder.ts';
import { standInForWindow } from './support/window-stand-in.ts';

describe('Index Workspace for Search', () => {
  const session = searchSessions();
  const folder = folderForEach();

  before(closeEverything);
  afterEach(async () => {
    await setting('search.autoUpdate', undefined);
    await setting('search.exclude', undefined);
  });

  it('asks, then sends every piece of text once, and nothing that is left out', async () => {
    const { write, name } = folder();
    const files = {
      'a.md': longText('alpha', 3),
      'copy.md': longText('alpha', 3),
      'b.ts': 'export const bee = 1;\n',
    };
    for (const [path, content] of Object.entries(files)) {
      await write(path, content);
    }
    await write('.gitignore', 'hidden.txt\n');
    const secrets = [
      'hidden.txt',
      '.env',
      'id_rsa',
      'deploy.pem',
      'node_modules/m.js',
      '.git/config',
      'large.txt',
    ];
    for (const path of secrets) {
      await write(path, `secretword of ${path}\n`);
    }
    await write('large.txt', `secretword ${'large words '.repeat(100_000)}`);
    await write('bundle.js', `secretword${'a,'.repeat(20_000)}`);
    await write('picture.bin', Buffer.from([0, 1, 2, 0, 115]));
    await symlink('..', folder().at('loop').fsPath, 'dir');
    const { texts } = await session().indexed();
    assert.equal(new Set(texts).size, texts.length);
    for (const [path, content] of Object.entries(files)) {
      for (const text of textsOf(path, content)) {
        assert.ok(texts.includes(text), `${name}/${path}: ${text.slice(0, 40)}`);
      }
    }
    assert.deepEqual(
      texts.filter((text) => text.includes('secretword')),
      [],
    );
    const question = session().shown.find(({ text }) => text.includes(QUESTION));
    assert.match(question?.detail ?? '', /pieces of text, about [\d,]+ tokens, are sent to 127\.0\.0\.1:\d+/);
    assert.match(question?.detail ?? '', /embed-1/);
    for (const [reason, least] of [
      ['keys or passwords', 3],
      ['ignore files', 1],
      ['too large', 1],
      ['not text', 1],
      ['too long', 1],
      ['links', 1],
    ] as const) {
      const count = new RegExp(`${reason}[^:]*: (\\d+)`).exec(question?.detail ?? '')?.[1];
      assert.ok(Number(count) >= least, `${reason}: ${question?.detail}`);
    }
  });

  it('asks in the singular about a single piece of text', async () => {
    const survey = { files: 1, texts: 1, tokens: 11, leftOut: new Map() };
    const of = { folder: 'docs', host: 'example.com', model: 'embed-1', leftOut: new Map() };
    await askToIndex({ ...of, survey, isReplacing: false });
    const [question] = session().shown;
    assert.equal(question?.text, 'Index 1 file of “docs” for search by meaning?');
    assert.match(
      question.detail ?? '',
      /^1 piece of text, about 11 tokens, is sent to example\.com, where embed-1/,
    );
  });

  it('sends nothing without a yes, and keeps nothing', async () => {
    await folder().write('a.md', longText('alpha', 2));
    const searching = await session().open();
    await searching.index();
    assert.deepEqual(session().sent(), []);
    assert.deepEqual([searching.search.status, searching.search.size], ['none', { files: 0, chunks: 0 }]);
    assert.equal(await searching.search.ready(), false);
  });

  it('sends one request for a file that was touched, and only what is new in it', async () => {
    const text = longText('alpha', 6);
    await folder().write('a.md', text);
    await folder().watched();
    await session().indexed();
    await folder().write('a.md', text.replace('alpha2x5', 'changedword'));
    const requests: string[][] = [];
    await session().settled('it was sent', () => requests.push(...session().sent()) > 0);
    assert.equal(requests.length, 1);
    assert.match(requests.flat().join('\n'), /changedword/);
    assert.ok(requests.flat().length <= 3);
  });

  it('follows files that are moved, deleted, and ignored later, without sending anything', async () => {
    const { write, at, remove, watched } = folder();
    await write('a.md', longText('alpha', 2));
    await write('b.md', longText('beta', 2));
    await write('c.md', longText('gamma', 2));
    await watched();
    const { searching } = await session().indexed();
    const { chunks, files } = searching.search.size;
    await rename(at('a.md').fsPath, at('moved.md').fsPath);
    await remove('b.md');
    await session().settled('one file is gone', () => searching.search.size.files === files - 1);
    const found = await searching.search.search('alpha1x3', {
      limit: 1,
      signal: new AbortController().signal,
    });
    assert.match(String(found[0]?.uri), /moved\.md$/);
    await write('.gitignore', 'c.md\n.gitignore\n');
    await session().settled('another is gone', () => searching.search.size.files === files - 2);
    assert.ok(searching.search.size.chunks < chunks);
    assert.deepEqual(session().sent(), [['alpha1x3']]);
  });

  it('waits when it is paused, also after a reload, and goes on without sending anything twice', async () => {
    const text = longText('alpha', 200);
    await folder().write('a.md', text);
    const { open, answers, service, sent } = session();
    answers.set(QUESTION, 'Index');
    const gate = service.gate({ path: '/v1/embeddings' });
    const first = await open();
    const done = first.index();
    await gate.waiting();
    await first.pause();
    assert.equal(first.search.status, 'paused');
    gate.release(1);
    const before: string[] = [];
    const [question] = session().shown;
    const total = Number(/(\d+) pieces/.exec(question?.detail ?? '')?.[1]);
    await until(
      'all that was sent has come',
      () => before.push(...sent().flat()) === Math.round(session().index().progress * total),
    );
    assert.ok(first.search.size.files > 0);
    session().close();
    await done;
    assert.deepEqual(sent(), []);
    assert.ok(before.length > 0 && before.length < textsOf('a.md', text).length);
    const second = await open();
    assert.equal(second.search.status, 'paused');
    assert.deepEqual(sent(), []);
    await second.resume();
    assert.equal(second.search.status, 'ready');
    const after = sent().flat();
    assert.deepEqual(
      after.filter((each) => before.includes(each)),
      [],
    );
    for (const each of textsOf('a.md', text)) {
      assert.ok(before.includes(each) || after.includes(each));
    }
    assert.equal(session().shown.filter((message) => message.text.includes(QUESTION)).length, 1);
  });

  it('stops when it is cancelled, and offers to go on', async () => {
    await folder().write('a.md', longText('alpha', 200));
    const { open, answers, service, cancel } = session();
    answers.set(QUESTION, 'Index');
    const gate = service.gate({ path: '/v1/embeddings' });
    const searching = await open();
    const done = searching.index();
    await gate.waiting();
    cancel('Indexing');
    await done;
    assert.equal(searching.search.status, 'paused');
    assert.ok(session().shown.some(({ text }) => text.includes('was stopped')));
  });

  it('goes on by itself when the window was closed meanwhile', async () => {
    const text = longText('alpha', 200);
    await folder().write('a.md', text);
    const { open, answers, service } = session();
    answers.set(QUESTION, 'Index');
    const gate = service.gate({ path: '/v1/embeddings' });
    const first = await open();
    const done = first.index();
    await gate.waiting();
    session().close();
    await done;
    gate.release(1);
    const second = await open();
    await session().settled('it is ready', () => second.search.status === 'ready');
    assert.ok(second.search.size.chunks >= textsOf('a.md', text).length);
  });

  it('asks again when much has changed, and sends nothing by itself', async () => {
    await folder().write('a.md', longText('alpha', 1));
    await folder().watched();
    await session().indexed();
    await folder().write('b.md', longText('beta', 160));
    await until('it is offered', () => session().shown.some(({ text }) => text.includes('Much has changed')));
    assert.deepEqual(session().sent(), []);
  });

  it('does not follow where the setting says so', async () => {
    await setting('search.autoUpdate', false);
    await folder().write('a.md', longText('alpha', 1));
    await folder().watched();
    await session().indexed();
    const { changes } = session().index();
    await folder().write('b.md', 'another text\n');
    await until('the change was seen', () => !changes.isEmpty);
    await session().open();
    assert.deepEqual(session().sent(), []);
  });

  it('finds what is near without the place that is asked about, and asks once for a text', async () => {
    const text = longText('alpha', 4);
    const uri = await folder().write('a.md', text);
    const { searching } = await session().indexed();
    const { signal } = new AbortController();
    const [first] = await searching.search.search('alpha2x7 alpha2x8', { limit: 3, signal });
    assert.equal(String(first?.uri), String(uri));
    assert.ok(first && text.split('\n')[first.line]?.includes('alpha 2'));
    const others = await searching.search.search('alpha2x7 alpha2x8', { limit: 3, exclude: first, signal });
    assert.ok(
      others.every(
        (each) =>
          String(each.uri) !== String(uri) || each.line > first.lastLine || each.lastLine < first.line,
      ),
    );
    assert.deepEqual(session().sent(), [['alpha2x7 alpha2x8']]);
  });

  it('leaves out what a setting excludes from then on', async () => {
    await folder().write('a.md', longText('alpha', 1));
    await folder().write('b.md', longText('beta', 1));
    const { searching } = await session().indexed();
    const { files } = searching.search.size;
    await setting('search.exclude', { [`${folder().name}/b.md`]: true });
    await session().settled('it is gone', () => searching.search.size.files < files);
    assert.deepEqual(session().sent(), []);
  });

  it('says in the status bar that another window indexes', async () => {
    await folder().write('a.md', longText('alpha', 200));
    const { open, answers, service, services } = session();
    answers.set(QUESTION, 'Index');
    const gate = service.gate({ path: '/v1/embeddings', times: Number.POSITIVE_INFINITY });
    const first = await open();
    const done = first.index();
    await gate.waiting();
    const items: vscode.StatusBarItem[] = [];
    const { createStatusBarItem } = vscode.window;
    const standIn = standInForWindow({
      createStatusBarItem: (...options: Parameters<typeof createStatusBarItem>) => {
        const item = createStatusBarItem(...options);
        items.push(item);
        return item;
      },
    });
    const { Searching } = await import('../../src/search/searching.ts');
    const other = await Searching.start(services, 20);
    try {
      const said = () => items.find(({ text }) => text === '$(sync) Indexed in another window');
      await until('it is shown', () => said() !== undefined);
      assert.match(
        String(said()?.tooltip),
        /^Another window makes the search index\.[\s\S]*Click to see whether/,
      );
    } finally {
      other.dispose();
      standIn.dispose();
      gate.open();
      await done;
    }
    assert.equal(first.search.status, 'ready');
  });

  it('reads while another window writes, and sees what it saves', async () => {
    await folder().write('a.md', longText('alpha', 1));
    await folder().watched();
    const { searching } = await session().indexed();
    const { Searching } = await import('../../src/search/searching.ts');
    const other = await Searching.start(session().services, 20);
    try {
      assert.equal(other.search.status, 'ready');
      await other.index();
      assert.ok(session().shown.some(({ text }) => text.includes('Another window indexes')));
      await folder().write('b.md', longText('beta', 1));
      await session().settled('it was sent', () => session().sent().flat().length > 0);
      const { signal } = new AbortController();
      const [hit] = await other.search.search('beta0x4', { limit: 1, signal });
      assert.match(String(hit?.uri), /b\.md$/);
    } finally {
      other.dispose();
    }
    assert.equal(searching.search.status, 'ready');
  });

  it('is deleted after a question', async () => {
    await folder().write('a.md', longText('alpha', 1));
    const { searching } = await session().indexed();
    session().answers.set('Delete the search index', 'Delete');
    const removing = session().index().remove();
    assert.equal(session().index().isBusy, true, 'nothing is begun that would write to it');
    assert.equal(await removing, true);
    assert.equal(session().index().isBusy, false);
    await searching.index();
    assert.equal(searching.search.status, 'ready');
    await searching.delete();
    assert.equal(searching.search.status, 'none');
    assert.deepEqual(await readdir(join(session().storage, 'search')), []);
    const { signal } = new AbortController();
    assert.deepEqual(await searching.search.search('alpha', { limit: 1, signal }), []);
  });
});
