import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import * as vscode from 'vscode';
import { ServiceError } from '../../src/service/errors.ts';
import { Gate } from '../service/gate.ts';
import { saying } from './support/completion-stream.ts';
import { closeEverything, openText, setting, until } from './support/inkwell.ts';
import { InlineSession, TestCursor } from './support/inline-session.ts';
import { folderForEach } from './support/test-folder.ts';

const PARAMETERS = { max_tokens: 64, temperature: 0.2, stop: ['\n\n'] };

describe('inline completions, as VS Code asks for them', () => {
  const folder = folderForEach();
  let session: InlineSession;

  before(async () => {
    await setting('inlineCompletion.enabled', true);
    await setting('inlineCompletion.delay', 0);
  });

  beforeEach(async () => {
    session = await InlineSession.start();
  });

  afterEach(async () => {
    await session.close();
    await closeEverything();
  });

  after(async () => {
    await setting('inlineCompletion.enabled', undefined);
    await setting('inlineCompletion.delay', undefined);
  });

  /** A document with the cursor where `|` is. */
  async function open(text: string): Promise<TestCursor> {
    const [before = '', after = ''] = text.split('|');
    return new TestCursor(await openText(before + after), before);
  }

  it('sends what is before and after the cursor, and suggests what comes', async () => {
    const cursor = await open('function a() {\n  return |\n}\n');
    session.service.fault(saying('1 + 2;'));
    const { items } = session.ask(cursor);
    const [item] = await items;
    assert.equal(item?.insertText, '1 + 2;');
    assert.ok(item?.range?.isEmpty && item.range.start.isEqual(cursor.position));
    assert.deepEqual(session.sent, {
      model: 'complete-1',
      prompt: 'function a() {\n  return ',
      suffix: '\n}\n',
      ...PARAMETERS,
    });
  });

  it('sends the top_p that is set in place of the default’s temperature, and nearer at hand the other way round', async () => {
    const sent = () => Object(session.service.requests.at(-1)?.json);
    const plaintext = vscode.workspace.getConfiguration('inkwell', { languageId: 'plaintext' });
    const ofLanguage = (value: unknown) =>
      plaintext.update('inlineCompletion.parameters', value, vscode.ConfigurationTarget.Global, true);
    try {
      await setting('inlineCompletion.parameters', { top_p: 0.9 });
      session.service.fault(saying('b'), { times: 2 });
      assert.deepEqual(await session.texts(await open('a|')), ['b']);
      assert.deepEqual([sent().top_p, sent().temperature, sent().max_tokens], [0.9, undefined, 64]);
      await ofLanguage({ temperature: 1 });
      assert.deepEqual(await session.texts(await open('c|')), ['b']);
      assert.deepEqual([sent().top_p, sent().temperature, sent().max_tokens], [undefined, 1, 64]);
    } finally {
      await setting('inlineCompletion.parameters', undefined);
      await ofLanguage(undefined);
    }
  });

  it('serves what is typed as suggested, and going back, without a request', async () => {
    const cursor = await open('a|\n');
    session.service.fault(saying('bcdef'));
    assert.deepEqual(await session.texts(cursor), ['bcdef']);
    await cursor.type('bc');
    assert.deepEqual(await session.known(cursor), ['def']);
    await cursor.deleteBack(1);
    assert.deepEqual(await session.known(cursor), ['cdef']);
    await cursor.deleteBack(2);
    assert.deepEqual(await session.known(cursor), ['abcdef']);
    assert.equal(session.service.requests.length, 1);
  });

  it('leaves out what is empty at both ends', async () => {
    session.service.fault(saying('b'), { times: 2 });
    await session.texts(await open('a|'));
    assert.deepEqual(session.sent, { model: 'complete-1', prompt: 'a', ...PARAMETERS });
    await session.texts(await open('|'));
    assert.deepEqual(session.sent, { model: 'complete-1', ...PARAMETERS });
  });

  it('speaks with line feeds of a document with CRLF, and to it with its own', async () => {
    const cursor = new TestCursor(await folder().open('crlf.txt', 'a\r\nb\r\n\r\nc\r\n'), 'b');
    session.service.fault(saying('1\n2'));
    assert.deepEqual(await session.texts(cursor), ['1\r\n2']);
    const { prompt, suffix } = session.sent;
    assert.deepEqual([prompt, suffix], ['a\nb', '\n\nc\n']);
    await cursor.type('1\n');
    assert.deepEqual(await session.known(cursor), ['2']);
  });

  it('sends no more than the budget of a long document', async () => {
    const line = `${'word '.repeat(15)}\n`;
    const cursor = await open(`${line.repeat(2000)}here |\n${line.repeat(2000)}`);
    await session.texts(cursor);
    const { prompt, suffix } = session.sent as { prompt: string; suffix: string };
    assert.ok(prompt.length > 3000 && prompt.length < 9000, `${prompt.length}`);
    assert.ok(suffix.length > 1000 && suffix.length < 3000, `${suffix.length}`);
    assert.ok(prompt.endsWith(`${line}here `) && suffix.startsWith(`\n${line}`));
  });

  for (const name of ['.env', 'server.key', 'id_rsa', '.env.production', 'secrets.json']) {
    it(`sends nothing of ${name}, also when it is asked to`, async () => {
      const cursor = new TestCursor(await folder().open(name, 'PASSWORD='), 'PASSWORD=');
      assert.deepEqual(await session.texts(cursor), []);
      assert.deepEqual(await session.texts(cursor, { isAsked: true }), []);
      assert.equal(session.provider.obstacleIn(cursor.document), 'secret');
      assert.equal(session.service.requests.length, 0);
    });
  }

  it('sends nothing of a secret file by another name', async () => {
    await folder().write('.env', 'PASSWORD=');
    await symlink(folder().at('.env').fsPath, folder().at('notes.txt').fsPath);
    const editor = await vscode.window.showTextDocument(folder().at('notes.txt'));
    const cursor = new TestCursor(editor, 'PASSWORD=');
    assert.deepEqual(await session.texts(cursor, { isAsked: true }), []);
    assert.equal(session.service.requests.length, 0);
  });

  it('sends nothing within a line, while text streams in, at several cursors, or without a model', async () => {
    const cursor = await open('|a\nb\n');
    assert.deepEqual(await session.texts(cursor), []);
    cursor.position = new vscode.Position(0, 1);
    session.isWriting = true;
    assert.deepEqual(await session.texts(cursor), []);
    session.isWriting = false;
    cursor.editor.selections = [0, 1].map((line) => new vscode.Selection(line, 1, line, 1));
    await until('there are two cursors', () => cursor.editor.selections.length === 2);
    assert.deepEqual(await session.texts(cursor), []);
    session.model = undefined;
    session.provider.forget();
    assert.deepEqual(await session.texts(cursor, { isAsked: true }), []);
    assert.equal(session.provider.obstacleIn(cursor.document), 'noModel');
    assert.equal(session.service.requests.length, 0);
  });

  it('has several candidates for who asks, what is shown first', async () => {
    const cursor = await open('a|\n');
    session.service.fault(saying('one'));
    assert.deepEqual(await session.texts(cursor), ['one']);
    session.service.fault(saying('two', 'one', 'three'));
    assert.deepEqual(await session.texts(cursor, { isAsked: true }), ['one', 'two', 'three']);
    assert.equal(session.sent.n, 3);
    assert.deepEqual(await session.texts(cursor, { isAsked: true }), ['one', 'two', 'three']);
    await cursor.type('t');
    assert.deepEqual(await session.known(cursor), ['wo', 'hree']);
    assert.equal(session.service.requests.length, 2);
  });

  it('takes the place of brackets that the editor has closed', async () => {
    const cursor = await open('call|\n');
    session.service.fault(saying('(one, two);'));
    await session.texts(cursor);
    await cursor.type('()');
    cursor.position = cursor.position.translate(0, -1);
    const { isAtOnce, items } = session.ask(cursor);
    const [item] = await items;
    assert.ok(isAtOnce);
    assert.equal(item?.insertText, 'one, two);');
    assert.equal(item?.range && cursor.document.getText(item.range), ')');
  });

  it('goes on from what is chosen in VS Code’s own list', async () => {
    const cursor = await open('console.lo|\n');
    session.service.fault(saying('(value);'));
    const range = new vscode.Range(0, 8, 0, 10);
    const { items } = session.ask(cursor, { selectedCompletionInfo: { range, text: 'log' } });
    const [item] = await items;
    assert.equal(item?.insertText, 'log(value);');
    assert.deepEqual(item?.range, range);
    assert.equal(session.sent.prompt, 'console.log');
  });

  it('has one request under way, and none for what was typed over', async () => {
    const cursor = await open('a|\n');
    const gate = session.service.gate();
    const first = session.texts(cursor);
    await gate.waiting();
    await cursor.type('x');
    const second = session.texts(cursor);
    assert.ok(session.provider.isBusy);
    session.service.fault(saying('elsewhere'));
    assert.deepEqual(await session.texts(new TestCursor(cursor.editor, '\n')), ['elsewhere']);
    assert.deepEqual([await first, await second], [[], []]);
    await session.service.requests[0]?.whenClosed;
    assert.equal(session.service.requests[0]?.closedByClient, true);
    assert.equal(session.service.requests.length, 2);
    assert.ok(!session.provider.isBusy);
  });

  it('waits for the answer that is on its way, which may have what is typed meanwhile', async () => {
    const cursor = await open('a|\n');
    const gate = new Gate();
    session.service.fault([{ type: 'hold', gate }, saying('bcd')]);
    const source = new vscode.CancellationTokenSource();
    const first = session.texts(cursor, { token: source.token });
    await gate.waiting();
    source.cancel();
    await cursor.type('b');
    const second = session.texts(cursor);
    gate.open();
    assert.deepEqual([await first, await second], [[], ['cd']]);
    assert.equal(session.service.requests.length, 1);
  });

  it('shows nothing of an answer for what the document is no longer', async () => {
    const cursor = await open('a|\n');
    const gate = new Gate();
    session.service.fault([{ type: 'hold', gate }, saying('bcd')]);
    const source = new vscode.CancellationTokenSource();
    const first = session.texts(cursor, { token: source.token });
    await gate.waiting();
    source.cancel();
    await cursor.type('x');
    session.service.fault(saying('yz'));
    const second = session.texts(cursor);
    gate.open();
    assert.deepEqual([await first, await second], [[], ['yz']]);
    assert.equal(session.service.requests.length, 2);
  });

  it('sends nothing for who was cancelled before', async () => {
    const cursor = await open('a|\n');
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    assert.deepEqual(await session.texts(cursor, { token: source.token }), []);
    assert.equal(session.service.requests.length, 0);
  });

  it('asks without what follows where that is refused, and remembers it', async () => {
    const error = { message: 'suffix is not currently supported' };
    session.service.fault([{ type: 'status', status: 400, error }]);
    session.service.fault(saying('one'), { times: 2 });
    const cursor = await open('a|\nb\n');
    assert.deepEqual(await session.texts(cursor), ['one']);
    assert.ok(session.provider.isPrefixOnly(cursor.document));
    await cursor.type('x');
    await session.texts(cursor);
    const suffixes = session.service.requests.map(({ json }) => (json as { suffix?: string }).suffix);
    assert.deepEqual(suffixes, ['\nb\n', undefined, undefined]);
    assert.equal(session.provider.pause, undefined);
  });

  const refusals = [
    ['401', { type: 'status', status: 401 }, 'authentication'],
    ['404', { type: 'status', status: 404 }, 'notFound'],
    ['quota', { type: 'status', status: 429, error: { code: 'insufficient_quota' } }, 'quota'],
  ] as const;
  for (const [name, fault, kind] of refusals) {
    it(`asks no more after ${name}, until something is changed`, async () => {
      session.service.fault(fault);
      const cursor = await open('a|\n');
      assert.deepEqual(await session.texts(cursor), []);
      assert.ok(ServiceError.is(session.provider.pause?.error, kind));
      assert.equal(session.provider.pause?.until, undefined);
      await cursor.type('b');
      assert.deepEqual(await session.known(cursor), []);
      assert.deepEqual(await session.texts(cursor, { isAsked: true }), []);
      assert.equal(session.service.requests.length, 1);
      session.provider.forget();
      session.service.fault(saying('c'));
      assert.deepEqual(await session.texts(cursor), ['c']);
    });
  }

  it('waits as long as a busy service says, and does not try again by itself', async () => {
    session.service.fault({ type: 'status', status: 429, headers: { 'retry-after': '20' } });
    const cursor = await open('a|\n');
    const before = Date.now();
    assert.deepEqual(await session.texts(cursor), []);
    const { until = 0 } = session.provider.pause ?? {};
    assert.ok(until >= before + 20_000 && until <= Date.now() + 20_000);
    await cursor.type('b');
    assert.deepEqual(await session.known(cursor), []);
    assert.equal(session.service.requests.length, 1);
  });

  for (const [name, fault] of [
    ['a cut connection', { type: 'cut', at: 'accept' }],
    ['a failing service', { type: 'status', status: 503 }],
    ['a log-in page', { type: 'html' }],
    ['an answer without choices', { type: 'missing', field: 'choices' }],
  ] as const) {
    it(`lets a while pass after ${name}`, async () => {
      session.service.fault(fault);
      const cursor = await open('a|\n');
      assert.deepEqual(await session.texts(cursor), []);
      assert.ok((session.provider.pause?.until ?? 0) > Date.now());
      assert.equal(session.service.requests.length, 1);
    });
  }

  it('lets a while pass after a service that does not answer in time', async () => {
    await session.close();
    session = await InlineSession.start({ deadlines: { firstByte: 50 } });
    session.service.fault({ type: 'stallBeforeHeaders' });
    assert.deepEqual(await session.texts(await open('a|\n')), []);
    assert.ok(ServiceError.is(session.provider.pause?.error, 'timeout'));
    assert.ok(session.provider.pause?.until);
  });

  it('asks nothing of the person where a question would have to come first', async () => {
    session.isReachable = false;
    assert.deepEqual(await session.texts(await open('a|\n')), []);
    assert.match(String(session.provider.pause?.error), /have not been asked/);
  });

  it('suggests nothing of an empty answer, and does not ask again', async () => {
    session.service.fault(saying('', '\n \n'));
    const cursor = await open('a|\n');
    assert.deepEqual(await session.texts(cursor), []);
    assert.deepEqual(await session.known(cursor), []);
    assert.equal(session.service.requests.length, 1);
  });

  it('suggests nothing that cannot be seen', async () => {
    session.service.fault(saying('b\u0000\u001b[2J\u202e;\u2028c'));
    assert.deepEqual(await session.texts(await open('a|\n')), ['b[2J;\nc']);
  });

  it('forgets a document that is closed', async () => {
    const cursor = await open('a|\n');
    session.service.fault(saying('b'));
    assert.deepEqual(await session.texts(cursor), ['b']);
    session.provider.forgetDocument(cursor.document);
    session.service.fault(saying('c'));
    assert.deepEqual(await session.texts(cursor), ['c']);
  });

  it('decides and serves in no time, also in a long document', async () => {
    const text = `${'const value = compute(value);\n'.repeat(8000)}`;
    const cursor = await open(`${text}last|\n${text}`);
    session.service.fault(saying(`x${'yz'.repeat(60)}`));
    await session.texts(cursor);
    const times: number[] = [];
    for (let key = 0; key < 20; key += 1) {
      await cursor.type(key === 0 ? 'x' : key % 2 === 1 ? 'y' : 'z');
      const start = performance.now();
      const { isAtOnce } = session.ask(cursor);
      times.push(performance.now() - start);
      assert.ok(isAtOnce);
    }
    const misses: number[] = [];
    session.service.fault({ type: 'stallBeforeHeaders' }, { times: Number.POSITIVE_INFINITY });
    for (let key = 0; key < 20; key += 1) {
      await cursor.type('!');
      const source = new vscode.CancellationTokenSource();
      const start = performance.now();
      const { isAtOnce, items } = session.ask(cursor, { token: source.token });
      misses.push(performance.now() - start);
      assert.ok(!isAtOnce);
      source.cancel();
      await items;
    }
    const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length / 2] ?? 0;
    console.log(`      hit ${median(times).toFixed(2)} ms, decision ${median(misses).toFixed(2)} ms`);
    assert.ok(median(times) <= 5, `hit ${median(times)} ms`);
    assert.ok(median(misses) <= 2, `decision ${median(misses)} ms`);
  });
});
