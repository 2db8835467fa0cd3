import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { rangeOf, select, setting, undo, until } from './support/inkwell.ts';
import { type Session, sessionWith } from './support/session.ts';
import { folderForEach } from './support/test-folder.ts';

const STORY = ['The keeper slept.', '', 'The guest was stabbed.', 'Nobody woke.', '', 'Morning came.'].join(
  '\n',
);

describe('Check Against Content Policy', () => {
  const session = sessionWith({
    afterEach: async () => {
      await vscode.commands.executeCommand('inkwell.clearPolicyFindings');
      await setting('moderation.model', undefined);
    },
  });
  const folder = folderForEach();
  let service: Session['service'];
  let answers: Session['answers'];
  let said: Session['said'];

  beforeEach(() => {
    ({ service, answers, said } = session());
  });

  const check = (...given: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand('inkwell.checkPolicy', ...given);
  const sent = (): unknown[] => service.requests.map(({ json }) => (json as { input: unknown }).input);
  /** On the disk: VS Code may give an untitled document the text of the one before. */
  const open = (content: string): Promise<vscode.TextEditor> => folder().open('story.txt', content);
  /** The texts that are marked, and with what. */
  const marks = (document: vscode.TextDocument): [string, string][] =>
    vscode.languages
      .getDiagnostics(document.uri)
      .map(({ range, message }) => [document.getText(range), message]);
  const reports = (): vscode.TextDocument[] =>
    vscode.window.visibleTextEditors
      .map(({ document }) => document)
      .filter(({ uri }) => uri.scheme === 'inkwell-policy');
  const report = (): string => {
    const [first] = reports();
    assert.ok(first, 'No report is shown.');
    return first.getText();
  };

  it('marks the lines of a document that are flagged, and shows a report beside it', async () => {
    const { document } = await open(STORY);
    await check();
    assert.deepEqual(sent(), [STORY, STORY.split('\n').filter((line) => line !== '')]);
    assert.deepEqual(marks(document), [['The guest was stabbed.', 'Content policy: violence (0.85)']]);
    const [mark] = vscode.languages.getDiagnostics(document.uri);
    assert.deepEqual(
      [mark?.severity, mark?.source, mark?.code],
      [vscode.DiagnosticSeverity.Warning, 'Inkwell policy', 'violence'],
    );
    assert.match(report(), /^1 place is flagged in \S+story\.txt\n.+\nmoderate-1 · 127/);
    assert.match(report(), /^0\.85 +yes +Violence +line 3$/m);
    assert.match(report(), /^0\.00 +no +Sexual content with minors$/m);
    assert.match(report(), /^ {2}line 3 {2}violence \(0\.85\)\n {4}The guest was stabbed\.$/m);
    assert.equal(vscode.window.activeTextEditor?.document, document);
  });

  it('says in a message that nothing is flagged, after a single request', async () => {
    await open('A walk in the park.\n\nAnother one.');
    await check();
    assert.deepEqual(sent(), ['A walk in the park.\n\nAnother one.']);
    assert.deepEqual(said('nothing is flagged').actions, ['Show Report']);
    assert.deepEqual(reports(), []);
  });

  it('shows the report of that when it is asked for', async () => {
    answers.set('nothing is flagged', 'Show Report');
    await open('A walk in the park.');
    await check();
    assert.match(report(), /^0\.00 +no +Hate$/m);
  });

  it('looks only at what is selected, and leaves what was found elsewhere', async () => {
    const editor = await open(`He was stabbed.\n\nSame in bed.\n\nShe was shot.\n`);
    await check();
    assert.equal(marks(editor.document).length, 1);
    select(editor, 'Same in bed.\n\nShe was');
    service.fault({
      type: 'bytes',
      slices: [JSON.stringify({ results: [{ flagged: true, categories: { odd: true } }] })],
      contentType: 'application/json',
    });
    await setting('moderation.model', 'moderate-1');
    await check();
    assert.deepEqual(service.requests.at(-2)?.json, {
      input: 'Same in bed.\n\nShe was',
      model: 'moderate-1',
    });
    assert.deepEqual(marks(editor.document), [
      ['He was stabbed.', 'Content policy: violence (0.85)'],
      ['Same in bed.\n\nShe was', 'Content policy: odd'],
    ]);
    assert.match(report(), /^1 place is flagged in the selection in/);
    assert.match(report(), /^– +yes +Odd +line 3$/m);
  });

  it('moves its marks with what is written elsewhere, and takes them away with their lines', async () => {
    const editor = await open('He was stabbed.\n\nA walk.\n\nHe was stabbed again.\n');
    const { document } = editor;
    await check();
    const lines = (): number[] =>
      vscode.languages.getDiagnostics(document.uri).map(({ range }) => range.start.line);
    assert.deepEqual(lines(), [0, 4]);
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 0), 'More\nof it. '));
    assert.deepEqual(lines(), [0, 5]);
    await editor.edit((edit) => edit.delete(new vscode.Range(1, 0, 3, 0)));
    assert.deepEqual(lines(), [0, 3]);
    await editor.edit((edit) => edit.insert(new vscode.Position(3, 3), 'nearly '));
    assert.deepEqual(lines(), [0]);
    await undo();
    assert.deepEqual(lines(), [0]);
  });

  it('marks the right lines of a document that was changed while it was checked', async () => {
    const gate = service.gate({ path: '/v1/moderations' });
    const editor = await open(STORY);
    const done = check();
    await gate.waiting();
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'A title\n\n'));
    gate.open();
    await done;
    assert.deepEqual(marks(editor.document), [['The guest was stabbed.', 'Content policy: violence (0.85)']]);
  });

  it('lets a place be dismissed', async () => {
    const { document } = await open('He was stabbed.\n\nShe was shot at and he was stabbed.\n');
    await check();
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      rangeOf(document, 'stabbed'),
    );
    const dismiss = actions.find(({ title }) => title.startsWith('Dismiss'));
    assert.ok(dismiss?.command);
    await vscode.commands.executeCommand(dismiss.command.command, ...(dismiss.command.arguments ?? []));
    assert.deepEqual(
      marks(document).map(([text]) => text),
      ['She was shot at and he was stabbed.'],
    );
  });

  it('checks files and folders, without what may hold secrets or is no text', async () => {
    const flagged = await folder().write('story/keeper.md', STORY);
    await folder().write('story/notes.md', 'A walk.');
    await folder().write('story/.env', 'TOKEN=stab');
    await folder().write('story/data.bin', new Uint8Array([0, 1, 2]));
    await check(folder().at('story'), [folder().at('story')]);
    assert.deepEqual(sent().flat().sort(), [STORY, ...STORY.split('\n').filter(Boolean), 'A walk.'].sort());
    const [mark, ...others] = vscode.languages.getDiagnostics(flagged);
    assert.deepEqual([mark?.range.start.line, mark?.range.end.character, others.length], [2, 22, 0]);
    const name = `${folder().name}/story`;
    assert.match(report(), /^1 place is flagged in 2 files\n/);
    assert.ok(report().includes(`${name}/keeper.md:3\n`), report());
    assert.match(report(), /\nNothing is flagged in\n {2}\S+\/story\/notes\.md\n/);
    assert.match(report(), /hold secrets: 1\./);
    // What is shown needs no message besides.
    assert.deepEqual(session().shown, []);
    assert.match(report(), /not text: 1\./);

    const [document] = reports();
    assert.ok(document);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
    );
    const targets = new Set(links.map(({ target }) => String(target)));
    assert.ok(targets.has(String(flagged.with({ fragment: 'L3,1' }))), [...targets].join());
  });

  it('takes its marks away with a file, and with what has changed on the disk', async () => {
    const [gone, other] = [await folder().write('a.md', STORY), await folder().write('b.md', STORY)];
    const count = (uri: vscode.Uri): number => vscode.languages.getDiagnostics(uri).length;
    await check(gone, [gone, other]);
    assert.deepEqual([count(gone), count(other)], [1, 1]);
    const edit = new vscode.WorkspaceEdit();
    edit.deleteFile(gone);
    await vscode.workspace.applyEdit(edit);
    await folder().write('b.md', 'A walk in the park.\n\nA walk.');
    await vscode.window.showTextDocument(other);
    await until('no mark is left', () => count(gone) + count(other) === 0);
  });

  it('takes its marks away with what others delete', async () => {
    const gone = await folder().write('deep/down/a.md', 'He was stabbed.');
    await check(gone, [gone]);
    assert.equal(vscode.languages.getDiagnostics(gone).length, 1);
    await folder().watched();
    await rm(folder().at('deep').fsPath, { recursive: true });
    await until('no mark is left', () => vscode.languages.getDiagnostics(gone).length === 0);
  });

  it('asks before it sends a file that holds secrets as a rule, though it was chosen', async () => {
    const secret = await folder().write('.env', 'TOKEN=stab');
    await check(secret, [secret]);
    assert.match(said('Send “').text, /\.env” to 127\.0\.0\.1/);
    assert.deepEqual(sent(), []);
    answers.set('Send “', 'Send');
    await check(secret, [secret]);
    assert.deepEqual(sent(), ['TOKEN=stab']);
  });

  it('asks before it sends many files', async () => {
    for (let index = 0; index < 11; index++) {
      await folder().write(`many/${index}.txt`, `A walk ${index}.`);
    }
    await check(folder().at('many'), [folder().at('many')]);
    const { text, detail, actions } = said('Check 11 files');
    assert.match(detail, /0\.txt[\s\S]*and 1 more[\s\S]*1 KB of text are sent to 127\.0\.0\.1/);
    assert.deepEqual([actions, sent()], [['Check 11 Files'], []], text);
    answers.set('Check 11 files', 'Check 11 Files');
    await check(folder().at('many'), [folder().at('many')]);
    assert.equal(sent().length, 11);
  });

  it('keeps what has come when it is cancelled, and says that it is a part', async () => {
    const files: vscode.Uri[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      files.push(await folder().write(`${name}.md`, `${name} was stabbed.`));
    }
    const [first, second] = files;
    assert.ok(first && second);
    const gate = service.gate({ path: '/v1/moderations', times: files.length });
    const checking = check(first, files);
    gate.release(2);
    await until('two files are marked', () =>
      [first, second].every((uri) => vscode.languages.getDiagnostics(uri).length > 0),
    );
    session().cancel('Checking 5 files');
    gate.open();
    await checking;
    assert.match(report(), /^Only a part was checked: 2 of 5 files\.$/m);
    assert.match(report(), /^Not checked\n {2}\S+c\.md: cancelled\n[\s\S]+e\.md: cancelled$/m);
    assert.match(report(), /^2 places are flagged in 5 files$/m);
  });

  it('says what is in the way, and goes on when that is mended', async () => {
    let tries = 0;
    answers.set('does not have this operation', () => {
      tries += 1;
      return undefined;
    });
    service.fault({ type: 'status', status: 404 });
    await open(STORY);
    await check();
    assert.equal(tries, 1);
    assert.deepEqual(reports(), []);
  });

  it('names the files that failed, and asks only about these once more', async () => {
    const [a, b] = [await folder().write('a.md', 'A walk.'), await folder().write('b.md', 'He was stabbed.')];
    service.fault({ type: 'status', status: 400, body: '{"error": {"message": "No."}}' });
    let tries = 0;
    answers.set('Only a part was checked', () => (tries++ === 0 ? 'Retry' : undefined));
    await check(a, [a, b]);
    assert.equal(tries, 1);
    assert.equal(service.requests.length, 3);
    assert.match(report(), /^1 place is flagged in 2 files\n/);
  });

  it('believes no answer that has fewer results than lines', async () => {
    const { document } = await open(STORY);
    const short = JSON.stringify({ results: [{ flagged: false, categories: {} }] });
    service.fault({
      type: 'bytes',
      slices: [JSON.stringify({ results: [{ flagged: true, categories: {} }] })],
      contentType: 'application/json',
    });
    service.fault({ type: 'bytes', slices: [short], contentType: 'application/json' });
    await check();
    assert.deepEqual(
      marks(document).map(([text]) => text),
      ['The guest was stabbed.'],
    );
    assert.equal(service.requests.length, 6);
  });
});
