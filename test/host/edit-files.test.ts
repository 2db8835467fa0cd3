import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { type SampleService, startSampleService } from '../service/sample-service.ts';
import { answerEdit } from './support/edit-answer.ts';
import { closeEverything, connectedService, inkwell, setting, until } from './support/inkwell.ts';
import { answerMessages, cancellableProgress } from './support/questions.ts';
import { proposed, SCHEME } from './support/review.ts';

const INSTRUCTION = 'Write it in upper case.';

/** Of each test its own: VS Code keeps a document for a while of which it does not know that its file has changed. */
let name = '';
let count = 0;

/** A folder of the workspace, for the files of a test. */
function folder(): vscode.Uri {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first, 'This window has no folder.');
  return vscode.Uri.joinPath(first.uri, name);
}

function at(path: string): vscode.Uri {
  return vscode.Uri.joinPath(folder(), path);
}

async function files(contents: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(contents)) {
    await mkdir(dirname(at(path).fsPath), { recursive: true });
    await writeFile(at(path).fsPath, content);
  }
}

async function readOnly(patterns: Readonly<Record<string, boolean>> | undefined): Promise<void> {
  const { Global } = vscode.ConfigurationTarget;
  await vscode.workspace.getConfiguration('files').update('readonlyInclude', patterns, Global);
}

/** Proposed texts of earlier tests: VS Code may keep them for a while. */
let earlier: ReadonlySet<string> = new Set();

function openProposals(): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(
    ({ uri }) => uri.scheme === SCHEME && !earlier.has(String(uri)),
  );
}

/** Proposed texts of this test, by the names of their files. */
function proposals(): Record<string, string> {
  return Object.fromEntries(
    openProposals().map((document) => [document.uri.path.split('/').at(-1) ?? '', document.getText()]),
  );
}

describe('Edit Files with Instruction', () => {
  let service: SampleService;
  let messages: ReturnType<typeof answerMessages>;
  let progress: ReturnType<typeof cancellableProgress>;
  /** What the person chooses in a message whose text has this in it. */
  const answers = new Map<string, string | (() => string | undefined | Promise<string | undefined>)>();

  before(async () => {
    service = await connectedService();
    await setting('edit.model', 'edit-1');
  });

  beforeEach(async () => {
    earlier = new Set([...earlier, ...openProposals().map(({ uri }) => String(uri))]);
    count += 1;
    name = `edited-${count}`;
    await mkdir(folder().fsPath, { recursive: true });
    answers.clear();
    answers.set('Edit 1 file with', 'Edit 1 File');
    for (let several = 2; several <= 5; several += 1) {
      answers.set(`Edit ${several} files with`, `Edit ${several} Files`);
    }
    progress = cancellableProgress();
    messages = answerMessages(({ text }) => {
      const [, answer] = [...answers].find(([part]) => text.includes(part)) ?? [];
      return typeof answer === 'function' ? answer() : answer;
    });
  });

  afterEach(async () => {
    messages.dispose();
    progress.dispose();
    await readOnly(undefined);
    service.reset();
    await setting('contextLength', undefined);
    await closeEverything();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder().fsPath, { recursive: true, force: true });
  });

  after(async () => {
    await setting('edit.model', undefined);
    await service.close();
  });

  /** As a key binding does it, with the instruction given along. */
  const edit = (...paths: readonly string[]): Thenable<unknown> =>
    vscode.commands.executeCommand('inkwell.editFiles', { uris: paths.map(at), instruction: INSTRUCTION });
  const inputs = (): unknown[] =>
    service.requests.map(({ json }) => (json as { input: unknown }).input).sort();
  const said = (part: string): string => {
    const found = messages.shown.find(({ text }) => text.includes(part));
    assert.ok(found, `“${part}” is in none of: ${messages.shown.map(({ text }) => text).join(' | ')}`);
    return found.text;
  };

  it('says what is to be sent, and to whom, before anything is', async () => {
    await files({ '.gitignore': '*.log', 'a.md': 'one', 'b.md': 'two', 'c.log': 'three', 'd.bin': 'a\0b' });
    answers.delete('Edit 3 files with');
    await edit('');
    const [{ text, detail, actions } = { text: '', detail: '', actions: [] }] = messages.shown;
    assert.equal(text, 'Edit 3 files with edit-1?');
    assert.deepEqual(actions, ['Edit 3 Files']);
    for (const part of [
      INSTRUCTION,
      `${name}/a.md`,
      `${name}/b.md`,
      '11 bytes',
      new URL(service.baseUrl).host,
      'ignore files say so: 1',
      'not text: 1',
    ]) {
      assert.ok(detail.includes(part), `“${part}” is not in: ${detail}`);
    }
    assert.equal(service.requests.length, 0);
    assert.equal(messages.shown.length, 1);
  });

  it('proposes a new text for each file, and writes none', async () => {
    await files({ 'a.md': 'one\r\ntwo\r\n', 'sub/b.md': 'three\n' });
    await edit('');
    assert.deepEqual(inputs(), ['one\ntwo\n', 'three\n']);
    await until('both are proposed', () => Object.keys(proposals()).length === 2);
    assert.deepEqual(Object.values(proposals()).sort(), ['ONE\nTWO\n', 'THREE\n']);
    assert.equal(await readFile(at('a.md').fsPath, 'utf8'), 'one\r\ntwo\r\n');
  });

  it('proposes for one file as for a document', async () => {
    await files({ 'a.md': 'one\n' });
    await edit('a.md');
    await until('it is proposed', () => Object.keys(proposals()).length === 1);
    assert.equal(proposed().getText(), 'ONE\n');
  });

  it('takes the files that are chosen in the explorer', async () => {
    await files({ 'a.md': 'one', 'b.md': 'two', 'c.md': 'three' });
    answers.delete('Edit 2 files with');
    const picked = vscode.commands.executeCommand('inkwell.editFiles', at('a.md'), [at('a.md'), at('b.md')]);
    // The instruction is asked for, and not given.
    let isDone = false;
    void picked.then(() => {
      isDone = true;
    });
    while (!isDone) {
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    }
    assert.deepEqual([service.requests.length, messages.shown], [0, []]);
  });

  it('asks which of the files in tabs are meant, where none is chosen', async () => {
    await files({ 'a.md': 'one', 'b.md': 'two', 'c.md': 'three' });
    for (const path of ['a.md', 'b.md']) {
      await vscode.window.showTextDocument(at(path), { preview: false });
    }
    const done = vscode.commands.executeCommand('inkwell.editFiles', { instruction: INSTRUCTION });
    let isDone = false;
    void done.then(() => {
      isDone = true;
    });
    while (!isDone) {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    }
    assert.deepEqual(inputs(), ['one', 'two']);
  });

  it('sends what stands in the editor, also before it is saved', async () => {
    await files({ 'a.md': 'one', 'b.md': 'two' });
    const editor = await vscode.window.showTextDocument(at('a.md'));
    await editor.edit((change) => change.insert(new vscode.Position(0, 0), 'not saved '));
    await edit('');
    assert.deepEqual(inputs(), ['not saved one', 'two']);
  });

  it('asks for two files at a time', async () => {
    await files({ 'a.md': 'one', 'b.md': 'two', 'c.md': 'three' });
    const gates = [service.gate(), service.gate()];
    const done = edit('');
    await Promise.all(gates.map((gate) => gate.waiting()));
    assert.equal(service.requests.length, 2);
    gates[1]?.release();
    await service.nextRequest(({ json }) => (json as { input: string }).input === 'three');
    gates[0]?.release();
    await done;
    assert.equal(service.requests.length, 3);
  });

  it('goes on after a failure, names it, and can try it again', async () => {
    await files({ 'a.md': 'one', 'b.md': 'two', 'c.md': 'three' });
    service.fault({ type: 'status', status: 400, error: { message: 'Not this one.' } }, { times: 1 });
    answers.set('could not be edited', 'Retry Failed');
    await edit('');
    assert.match(
      said('could not be edited').replaceAll(name, 'edited'),
      /^1 of 3 files could not be edited\. “edited\/[ab]\.md”: Not this one\.$/,
    );
    assert.equal(service.requests.length, 4);
    await until('all are proposed', () => Object.keys(proposals()).length === 3);
  });

  it('asks anew before it sends to another service', async () => {
    await files({ 'a.md': 'one' });
    const other = await startSampleService();
    service.fault({ type: 'status', status: 400, error: { message: 'Not this one.' } });
    answers.set('could not be edited', async () => {
      await (await inkwell()).connect({ baseUrl: other.baseUrl, apiKey: other.apiKey ?? '' });
      other.reset();
      // The yes was for the first.
      answers.delete('Edit 1 file with');
      return 'Retry Failed';
    });
    await edit('');
    const hosts = messages.shown
      .filter(({ text }) => text.startsWith('Edit 1 file'))
      .map(({ detail }) => detail.includes(new URL(other.baseUrl).host));
    assert.deepEqual(hosts, [false, true]);
    assert.equal(other.requests.length, 0);
    await (await inkwell()).connect({ baseUrl: service.baseUrl, apiKey: service.apiKey ?? '' });
    await other.close();
  });

  it('tells of no failure that was not, when it is cancelled before anything came', async () => {
    await files({ 'a.md': 'one', 'b.md': 'two' });
    const gate = service.gate();
    const done = edit('');
    await gate.waiting();
    progress.cancel('Editing files');
    await done;
    assert.deepEqual(
      messages.shown.map(({ text }) => text),
      ['Edit 2 files with edit-1?'],
    );
    assert.deepEqual(proposals(), {});
  });

  it('stops at a failure that would repeat, and says so once', async () => {
    await files(Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.md`, name])));
    service.fault(
      { type: 'status', status: 401, error: { message: 'Wrong key.' } },
      { times: Number.POSITIVE_INFINITY },
    );
    await edit('');
    const text = said('refused the key');
    assert.match(text, /Wrong key\. The [34] files that are left were not sent\.$/);
    assert.ok(service.requests.length <= 2, `${service.requests.length} were sent`);
    const [, failure] = messages.shown;
    assert.deepEqual(failure?.actions, ['Set Key', 'Retry', 'Show Log']);
    assert.equal(messages.shown.length, 2);
  });

  it('lets another model be chosen where the service does not have this one', async () => {
    await files({ 'a.md': 'one', 'b.md': 'two', 'c.md': 'three' });
    await setting('edit.model', 'no-such-model');
    answers.set('does not have this model', 'Choose Model');
    answers.set('Edit 3 files with', 'Edit 3 Files');
    const done = edit('');
    let isDone = false;
    void done.then(() => {
      isDone = true;
    });
    while (!isDone) {
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    }
    await setting('edit.model', 'edit-1');
    assert.match(said('does not have this model'), /The file that is left was not sent\.$/);
    assert.deepEqual(messages.shown[1]?.actions, ['Choose Model', 'Retry', 'Show Log']);
  });

  it('warns of files that would lose most of their text', async () => {
    const lines = 'line\n'.repeat(40);
    await files({ 'a.md': lines, 'b.md': lines });
    answerEdit(service, 'LINE\n');
    await edit('');
    assert.match(said('less than half of its text'), /“edited-\d+\/[ab]\.md” would have/);
  });

  it('counts the files that come back as they were', async () => {
    await files({ 'a.md': 'ONE', 'b.md': 'two' });
    await edit('');
    assert.equal(said('stay'), '1 file stays as it is.');
    assert.deepEqual(Object.values(proposals()), ['TWO']);
  });

  it('says so where all come back as they were, and shows no review', async () => {
    await files({ 'a.md': 'ONE', 'b.md': 'TWO' });
    await edit('');
    said('gave all text back as it was');
    assert.deepEqual(proposals(), {});
  });

  it('names what takes no edits, and what is gone by its turn', async () => {
    await files({ 'a.md': 'one', 'b.md': 'two', 'c.md': 'three' });
    await readOnly({ [`${name}/a.md`]: true });
    answers.set('Edit 3 files with', async () => {
      await rm(at('b.md').fsPath);
      return 'Edit 3 Files';
    });
    await edit('');
    const text = said('could not be edited');
    assert.ok(text.includes(`“${name}/a.md”: it is read-only.`), text);
    assert.ok(text.includes(`“${name}/b.md”: it is no longer there.`), text);
    assert.deepEqual(inputs(), ['three']);
  });

  it('says what has come when it is cancelled, and shows it when that is wanted', async () => {
    await files({ 'a.md': 'one', 'b.md': 'two', 'c.md': 'three' });
    const gates = [service.gate(), service.gate(), service.gate()];
    answers.set('Cancelled', 'Review');
    const done = edit('');
    await Promise.all(gates.slice(0, 2).map((gate) => gate.waiting()));
    gates[0]?.release();
    await gates[2]?.waiting();
    progress.cancel('Editing files');
    await done;
    assert.equal(said('Cancelled'), 'Cancelled. New text has come for 1 of 3 files.');
    await until('it is proposed', () => Object.keys(proposals()).length === 1);
  });

  it('offers to leave out what is too long for the model', async () => {
    await files({ 'a.md': 'one', 'b.md': 'two '.repeat(200) });
    await setting('contextLength', { '*': 100 });
    answers.set('Edit 2 files with', 'Edit Only the 1 That Fits');
    await edit('');
    const [question] = messages.shown;
    assert.ok(question?.detail.includes(`“${name}/b.md” is too long for edit-1`), question?.detail);
    assert.deepEqual(question?.actions, ['Edit Only the 1 That Fits', 'Edit 2 Files']);
    assert.deepEqual(inputs(), ['one']);
  });

  it('says why there is nothing to edit', async () => {
    await files({ 'a.bin': 'a\0b', 'b.ipynb': '{}' });
    await edit('a.bin', 'b.ipynb', 'missing.md');
    const text = said('There is no text file to edit');
    for (const part of ['not text: 1', 'notebooks', 'cannot be read: 1']) {
      assert.ok(text.includes(part), text);
    }
  });

  it('wants fewer than too many', async () => {
    await files(Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${index}.md`, 'x'])));
    await edit('');
    said('More than 200 files are chosen');
    assert.equal(service.requests.length, 0);
  });

  describe('of a service that has no /v1/edits', () => {
    let chatting: SampleService;

    before(async () => {
      // One of its own: what a service has not is remembered.
      chatting = await connectedService();
      chatting.fault(
        { type: 'status', status: 404, contentType: 'text/html', body: '<html></html>' },
        { path: '/v1/edits', times: Number.POSITIVE_INFINITY },
      );
    });

    after(async () => {
      await chatting.close();
      await (await inkwell()).connect({ baseUrl: service.baseUrl, apiKey: service.apiKey ?? '' });
    });

    it('proposes nothing of which the end is missing', async () => {
      await files({ 'a.md': 'one\ntwo\n', 'b.md': 'three\nfour\n' });
      answerChat('content_filter', 'ONE\n');
      answerChat('stop', 'THREE\nFOUR\n');
      await edit('');
      assert.match(
        said('could not be edited'),
        /^1 of 2 files could not be edited\. “.*\.md”: the service’s content policy cut the answer short\.$/,
      );
      assert.deepEqual(Object.values(proposals()), ['THREE\nFOUR\n']);
    });

    function answerChat(finish_reason: string, content: string): void {
      const chunk = (choice: object): string =>
        `data: ${JSON.stringify({
          id: 'chat-1',
          object: 'chat.completion.chunk',
          created: 1,
          model: 'edit-1',
          choices: [{ index: 0, delta: {}, finish_reason: null, ...choice }],
        })}\n\n`;
      const slices = [chunk({ delta: { content } }), chunk({ finish_reason }), 'data: [DONE]\n\n'];
      chatting.fault({ type: 'bytes', slices }, { path: '/v1/chat/completions' });
    }
  });
});
