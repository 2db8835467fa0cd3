import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SampleService } from '../service/sample-service.ts';
import { answerEdit } from './support/edit-answer.ts';
import { closeEverything, connectedService, openText, rangeOf, setting, until } from './support/inkwell.ts';
import { answerMessages } from './support/questions.ts';
import { proposes, reviewTabs } from './support/review.ts';

const TITLE = 'Fix with Inkwell';
const LINES = Array.from({ length: 80 }, (_, index) => `line ${index}\n`);
const TEXT = LINES.join('');

describe('Fix with Inkwell', () => {
  let service: SampleService;
  let problems: vscode.DiagnosticCollection;
  let symbols: vscode.Disposable | undefined;
  let messages: ReturnType<typeof answerMessages>;

  before(async () => {
    service = await connectedService();
    await setting('edit.model', 'edit-1');
  });

  beforeEach(() => {
    problems = vscode.languages.createDiagnosticCollection('test');
    messages = answerMessages(() => undefined);
  });

  afterEach(async () => {
    problems.dispose();
    symbols?.dispose();
    messages.dispose();
    service.reset();
    await closeEverything();
  });

  after(async () => {
    await setting('edit.model', undefined);
    await service.close();
  });

  /** Marks texts in the document, each with what is wrong about it. */
  function mark({ document }: vscode.TextEditor, marked: Readonly<Record<string, string>>): void {
    problems.set(
      document.uri,
      Object.entries(marked).map(
        ([text, message]) => new vscode.Diagnostic(rangeOf(document, text), message),
      ),
    );
  }

  /** What the light bulb has at a text. */
  async function actionsAt({ document }: vscode.TextEditor, text: string): Promise<vscode.CodeAction[]> {
    const all = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      rangeOf(document, text),
    );
    return all.filter(({ title }) => title === TITLE);
  }

  async function fix(editor: vscode.TextEditor, text: string, answer: string): Promise<void> {
    const [action] = await actionsAt(editor, text);
    assert.ok(action?.command, 'it is not offered');
    answerEdit(service, answer);
    await vscode.commands.executeCommand(action.command.command, ...(action.command.arguments ?? []));
  }

  const sent = () => service.requests[0]?.json as { input: string; instruction: string } | undefined;

  it('is a quick fix for what is marked', async () => {
    const editor = await openText(TEXT);
    mark(editor, { 'line 40': 'This is no line.' });
    const [action, ...more] = await actionsAt(editor, 'line 40');
    assert.equal(more.length, 0);
    assert.equal(action?.kind?.value, vscode.CodeActionKind.QuickFix.value);
    assert.notEqual(action.isPreferred, true, 'Auto Fix must not send anything');
  });

  it('is not offered where nothing is marked', async () => {
    const editor = await openText(TEXT);
    mark(editor, { 'line 40': 'This is no line.' });
    assert.deepEqual(await actionsAt(editor, 'line 50'), []);
  });

  it('tells what is wrong and in which line, and sends the lines around it', async () => {
    const editor = await openText(TEXT);
    mark(editor, { 'line 40': 'This is no line.' });
    const around = LINES.slice(25, 56).join('').trimEnd();
    await fix(editor, 'line 40', around.replace('line 40', 'LINE 40'));
    assert.equal(
      sent()?.instruction,
      'Fix this, and change nothing else: This is no line. (in the line `line 40`)',
    );
    assert.equal(sent()?.input, around);
    await until('the review is in view', () => proposes(TEXT.replace('line 40', 'LINE 40')));
    await vscode.commands.executeCommand('inkwell.applyProposal');
    assert.equal(editor.document.getText(), TEXT.replace('line 40', 'LINE 40'));
  });

  it('sends the innermost thing of several lines that has it', async () => {
    const editor = await openText(TEXT);
    const symbol = (first: number, last: number): vscode.DocumentSymbol => {
      const range = new vscode.Range(first, 2, last, 4);
      return new vscode.DocumentSymbol('it', '', vscode.SymbolKind.Function, range, range);
    };
    const [outer, inner, tiny] = [symbol(30, 60), symbol(38, 44), symbol(40, 40)];
    assert.ok(outer && inner && tiny);
    outer.children = [inner];
    inner.children = [tiny];
    symbols = vscode.languages.registerDocumentSymbolProvider('plaintext', {
      provideDocumentSymbols: () => [outer],
    });
    mark(editor, { 'line 40': 'This is no line.' });
    await fix(editor, 'line 40', 'x');
    assert.equal(sent()?.input, LINES.slice(38, 45).join('').trimEnd());
  });

  it('fixes all that is marked at the place in one request', async () => {
    const editor = await openText(TEXT);
    mark(editor, { 'line 40': 'This is no line.', 'ine 40': 'Nor is this.' });
    await fix(editor, 'line 40', 'x');
    assert.equal(service.requests.length, 1);
    assert.match(sent()?.instruction ?? '', /This is no line\..*; Nor is this\./);
  });

  it('works at the first and at the last line', async () => {
    for (const [text, first] of [
      ['line 0\n', 0],
      ['line 79', 64],
    ] as const) {
      const editor = await openText(TEXT);
      mark(editor, { [text]: 'This is no line.' });
      service.reset();
      await fix(editor, text, 'x');
      assert.ok(sent()?.input.startsWith(`line ${first}\n`), sent()?.input);
      await vscode.commands.executeCommand('inkwell.discardProposal');
      await closeEverything();
    }
  });

  it('says so where the model changes nothing', async () => {
    const editor = await openText('one\n');
    mark(editor, { one: 'This is no line.' });
    await fix(editor, 'one', 'one\n');
    assert.match(messages.shown.map(({ text }) => text).join(), /gave the same text back/);
    assert.equal(reviewTabs().length, 0);
  });
});
