import assert from 'node:assert/strict';
import * as v from 'valibot';
import * as vscode from 'vscode';
import {
  type CandidateChange,
  type CandidatesPageMessage,
  candidatesHostMessage,
} from '../../src/completion/shared/candidates-protocol.ts';
import { completionEvents } from './support/completion-stream.ts';
import { openText, rangeOf, select, setting, undo, until } from './support/inkwell.ts';
import { sessionWith } from './support/session.ts';
import { folderForEach } from './support/test-folder.ts';
import { webviewPages } from './support/webview-pages.ts';
import { standInForWindow } from './support/window-stand-in.ts';

describe('Complete with Candidates', () => {
  let pages: ReturnType<typeof webviewPages>;
  const session = sessionWith({
    beforeEach: async () => {
      pages = webviewPages();
    },
    afterEach: async () => {
      pages.dispose();
      const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      await until('no page has a tab', () =>
        tabs().every(({ input }) => !(input instanceof vscode.TabInputWebview)),
      );
      if (vscode.window.visibleTextEditors.length > 0) {
        await vscode.commands.executeCommand('workbench.action.focusFirstEditorGroup');
      }
      await setting('completion.parameters', undefined);
      await setting('completion.model', 'complete-1');
    },
  });

  const folder = folderForEach();

  /** In a file: an untitled document may get the name of the one before, and for a moment its text. */
  const open = (content: string): Promise<vscode.TextEditor> => folder().open('one.txt', content);

  const told = () =>
    pages.last('inkwell.candidates').told.map((each) => v.parse(candidatesHostMessage, each));
  const say = (message: CandidatesPageMessage): void => pages.last('inkwell.candidates').say(message);
  const isClosed = (): boolean => pages.last('inkwell.candidates').isClosed;
  const state = () => told().findLast((each) => each.type === 'state');
  const sent = (at = 0): unknown => session().service.requests[at]?.json;
  const said = (): string[] => told().flatMap((each) => (each.type === 'said' ? each.text : []));

  /** The candidates as the page has them by now. */
  function candidates(): CandidateChange[] {
    const all = new Map<number, CandidateChange>();
    for (const message of told()) {
      if (message.type === 'init') {
        all.clear();
      } else if (message.type === 'candidates') {
        for (const change of message.candidates) {
          const before = all.get(change.id);
          all.set(change.id, {
            ...change,
            text: (before?.text ?? '').slice(0, change.keepText) + change.text,
            marks: [...(before?.marks ?? []).slice(0, change.keepMarks), ...change.marks],
          });
        }
        for (const id of message.gone) {
          all.delete(id);
        }
      }
    }
    return [...all.values()].sort((a, b) => a.place - b.place || a.number - b.number);
  }

  function answer(...texts: readonly string[]): void {
    const whole = texts.map((text, index) => ({ text, index, finish_reason: 'stop' }));
    session().service.fault({ type: 'bytes', slices: completionEvents(whole) });
  }

  /** Runs the command, and waits until all has come. */
  async function complete(): Promise<void> {
    await vscode.commands.executeCommand('inkwell.completeWithCandidates');
    say({ type: 'ready' });
  }

  it('asks for three with the probabilities of their tokens, and shows what the service tells of them', async () => {
    const editor = await open('const text = "The tide comes in at night"');
    select(editor, 'The tide');
    await complete();
    assert.deepEqual(sent(), {
      model: 'complete-1',
      prompt: 'The tide',
      max_tokens: 256,
      n: 3,
      logprobs: 5,
      stream: true,
    });
    const all = candidates();
    assert.ok(all.length > 1 && all.every(({ text, state: its }) => text !== '' && its === 'whole'));
    assert.ok(all.every(({ confidence }) => confidence !== null && confidence > 0.3 && confidence < 1));
    assert.ok(all.some(({ marks }) => marks.some(({ alternatives }) => alternatives.length === 5)));
    assert.match(state()?.details.join() ?? '', /^complete-1,\d+ tokens$/);
    assert.equal(
      editor.document.getText(),
      'const text = "The tide comes in at night"',
      'nothing is written yet',
    );
  });

  it('inserts the chosen one as one step, with the cursor behind it and the page gone', async () => {
    answer('alpha', 'beta\r\nbeta', 'gamma');
    const editor = await open('one two three');
    select(editor, 'one', { cursor: true });
    await complete();
    assert.deepEqual(
      candidates().map(({ text }) => text),
      ['alpha', 'beta\r\nbeta', 'gamma'],
    );
    assert.deepEqual(sent(), {
      model: 'complete-1',
      prompt: 'one',
      suffix: ' two three',
      max_tokens: 256,
      n: 3,
      logprobs: 5,
      stream: true,
    });
    say({ type: 'insert', id: 1 });
    await until('the page is closed', isClosed);
    assert.equal(editor.document.getText(), 'onebeta\nbeta two three');
    assert.equal(vscode.window.activeTextEditor?.document, editor.document);
    assert.deepEqual(
      vscode.window.activeTextEditor?.selection.active,
      rangeOf(editor.document, 'beta\nbeta').end,
    );
    await undo();
    assert.equal(editor.document.getText(), 'one two three');
  });

  it('serves several places by one request, each by its own, and one in place of another', async () => {
    answer('A', 'B', 'X', 'Y');
    await setting('completion.parameters', { n: 2, logprobs: null, stop: ['\n', ';'] });
    const editor = await open('one two three');
    editor.selections = ['one', 'three'].map((text) => {
      const { start, end } = rangeOf(editor.document, text);
      return new vscode.Selection(start, end);
    });
    await complete();
    assert.deepEqual(sent(), {
      model: 'complete-1',
      prompt: ['one', 'three'],
      max_tokens: 256,
      n: 2,
      stop: ['\n', ';'],
      stream: true,
    });
    assert.deepEqual(
      candidates().map(({ place, text }) => [place, text]),
      [
        [0, 'A'],
        [0, 'B'],
        [1, 'X'],
        [1, 'Y'],
      ],
    );
    const inserted = async (id: number, text: string): Promise<void> => {
      say({ type: 'insert', id });
      await until(`there stands ${text}`, () => editor.document.getText() === text);
    };
    await inserted(0, 'oneA two three');
    await until('the page knows', () => state()?.inserted[0] === 0);
    await inserted(1, 'oneB two three');
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'zero '));
    await inserted(3, 'zero oneB two threeY');
    await until('the page is closed', isClosed);
  });

  it('knows that an inserted one was taken back', async () => {
    answer('A', 'X');
    await setting('completion.parameters', { n: 1 });
    const editor = await open('one two');
    editor.selections = [3, 7].map((at) => new vscode.Selection(0, at, 0, at));
    await complete();
    say({ type: 'insert', id: 0 });
    await until('the page knows', () => state()?.inserted[0] === 0);
    await vscode.window.showTextDocument(editor.document, editor.viewColumn);
    await undo();
    await until('the page knows again', () => state()?.inserted[0] === null);
    say({ type: 'insert', id: 1 });
    await until('the other is there', () => editor.document.getText() === 'one twoX');
    await until('the page knows that, too', () => state()?.inserted[1] === 1);
    assert.equal(isClosed(), false, 'one place has nothing yet');
  });

  it('follows the place through edits', async () => {
    answer('ALPHA', 'BETA');
    const editor = await open('one two three');
    select(editor, 'two', { cursor: true });
    await complete();
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(0, 0), 'zero\n');
      edit.delete(rangeOf(editor.document, ' three'));
    });
    say({ type: 'insert', id: 0 });
    await until('the page is closed', isClosed);
    assert.equal(editor.document.getText(), 'zero\none twoALPHA');
  });

  it('asks for the best of several without a stream, and for more as the page says', async () => {
    await setting('completion.parameters', { n: 4, best_of: 2, stream: true, max_tokens: 6 });
    const editor = await open('The tide comes in');
    select(editor, 'The tide');
    await complete();
    assert.deepEqual(sent(), {
      model: 'complete-1',
      prompt: 'The tide',
      n: 2,
      best_of: 2,
      stream: false,
      max_tokens: 6,
      logprobs: 5,
    });
    assert.deepEqual(state()?.details, ['best of 2', 'complete-1', '12 tokens']);
    assert.match(said()[0] ?? '', /^n was lowered to 2/);
    const before = candidates().length;
    answer('first', 'second');
    say({ type: 'more', n: 2, bestOf: null });
    await until('more have come', () => candidates().length === before + 2);
    assert.equal(
      vscode.workspace.getConfiguration('inkwell').get<{ n: number }>('completion.parameters')?.n,
      4,
    );
    assert.deepEqual(
      [sent(1)].map((each) => Object.entries(each ?? {}).find(([name]) => name === 'best_of')),
      [undefined],
    );
  });

  it('does without probabilities where they are refused, and remembers that', async () => {
    const error = { message: 'This model does not support logprobs.', param: null };
    // What is remembered is of one model.
    await setting('completion.model', 'complete-1-older');
    const editor = await open('The tide comes in');
    session().service.fault({ type: 'status', status: 400, error });
    select(editor, 'The tide');
    await complete();
    assert.equal(session().service.requests.length, 2);
    assert.ok(!('logprobs' in Object(sent(1))));
    assert.ok(candidates().length > 0 && candidates().every(({ confidence }) => confidence === null));
    assert.ok(said().some((text) => text.includes('does not tell how sure')));
    say({ type: 'more', n: 1, bestOf: null });
    await until('it was asked again', () => session().service.requests.length === 3);
    assert.ok(!('logprobs' in Object(sent(2))));
  });

  it('does without the suffix where that is refused, says so once, and remembers it', async () => {
    const error = { message: 'suffix is not currently supported' };
    // What is remembered is of one model.
    await setting('completion.model', 'instruct-1');
    const editor = await open('one two three');
    session().service.fault({ type: 'status', status: 400, error });
    answer('alpha');
    select(editor, 'one', { cursor: true });
    await complete();
    assert.deepEqual(
      candidates().map(({ text }) => text),
      ['alpha'],
    );
    answer('beta');
    say({ type: 'more', n: 1, bestOf: null });
    await until('more have come', () => candidates().length === 2);
    const suffixes = session().service.requests.map(({ json }) => Object(json).suffix);
    assert.deepEqual(suffixes, [' two three', undefined, undefined]);
    await until('it is told of', () => said().length === 2);
    assert.match(said()[0] ?? '', /takes no suffix/);
    assert.doesNotMatch(said()[1] ?? '', /takes no suffix/);
  });

  it('does not insert a prompt that is repeated', async () => {
    await setting('completion.parameters', { echo: true, n: 1, max_tokens: 8 });
    const editor = await open('The tide comes in');
    select(editor, 'The tide');
    await complete();
    const [only] = candidates();
    assert.ok(only?.isEchoed && !only.text.includes('The tide') && only.confidence !== null);
    assert.ok(told().some((each) => each.type === 'init' && each.places[0]?.promptEnd === 'The tide'));
    say({ type: 'insert', id: only.id });
    await until('the page is closed', isClosed);
    assert.equal(editor.document.getText(), `The tide${only.text} comes in`);
  });

  it('keeps what came of an answer that broke off, and tries again besides', async () => {
    const events = completionEvents([{ text: 'half an', index: 0 }]).slice(0, 1);
    session().service.fault({ type: 'bytes', slices: events, finish: 'cut' });
    const editor = await open('one two');
    select(editor, 'one');
    await complete();
    assert.match(state()?.failure?.message ?? '', /cut off. What came so far is kept/);
    assert.deepEqual(
      candidates().map(({ text, state: its }) => [text, its]),
      [['half an', 'broken']],
    );
    answer('alpha');
    say({ type: 'act', index: state()?.failure?.actions.indexOf('Retry') ?? -1 });
    await until('another has come', () => candidates().some(({ text }) => text === 'alpha'));
    await until('the failure is gone', () => state()?.failure === null && state()?.isAsking === false);
    say({ type: 'insert', id: 0 });
    await until('the page is closed', isClosed);
    assert.equal(editor.document.getText(), 'onehalf an two');
  });

  it('says why nothing was sent, and why the service sent nothing', async () => {
    await setting('completion.parameters', { temperature: 1, top_p: 1 });
    const editor = await open('one two');
    select(editor, 'one');
    await complete();
    assert.match(state()?.failure?.message ?? '', /^Nothing was sent: temperature and top_p/);
    assert.deepEqual(state()?.failure?.actions, ['Retry', 'Open Setting']);
    await setting('completion.parameters', undefined);
    answer('alpha');
    say({ type: 'act', index: 0 });
    await until('it goes with the settings as they are now', () => candidates().length === 1);
    session().service.fault({ type: 'bytes', slices: ['data: [DONE]\n\n'] });
    await vscode.window.showTextDocument(editor.document, editor.viewColumn);
    await complete();
    assert.deepEqual(said(), ['complete-1 had nothing to add.']);
    assert.equal(state()?.failure, null);
  });

  it('sends nothing, and shows no page, with an amount that cannot be right', async () => {
    await setting('completion.parameters', { n: 2.5 });
    const editor = await open('one two');
    select(editor, 'one');
    await vscode.commands.executeCommand('inkwell.completeWithCandidates');
    const { actions } = session().said('Nothing was sent: n must be a whole number, 1 or more.');
    assert.ok(actions.includes('Open Setting'));
    assert.deepEqual([pages.opened.length, session().service.requests.length], [0, 0]);
  });

  it('asks for as many as are set, once the person has passed by the advice', async () => {
    await setting('completion.parameters', { n: 5000, max_tokens: 1 });
    answer('alpha');
    session().answers.set('Most services take at most 128 for n.', 'Send Anyway');
    const editor = await open('one two');
    select(editor, 'one');
    await complete();
    assert.equal(Object(sent()).n, 5000);
    assert.ok(told().some((each) => each.type === 'init' && each.n === 5000));
  });

  for (const way of ['Stop', 'the palette', 'the tab'] as const) {
    it(`is given up by ${way}`, async () => {
      session().service.fault({
        type: 'bytes',
        slices: completionEvents([{ text: 'al' }]).slice(0, 1),
        finish: 'stall',
      });
      const editor = await open('one two');
      select(editor, 'one');
      const completing = vscode.commands.executeCommand('inkwell.completeWithCandidates');
      await until('something has come', () => pages.opened.length > 0 && candidates().length > 0);
      // Escape in an editor is about what streams into documents.
      await vscode.commands.executeCommand('inkwell.stopCompletion', 'document');
      assert.equal(candidates()[0]?.state, 'growing');
      if (way === 'Stop') {
        say({ type: 'stop' });
      } else if (way === 'the palette') {
        await vscode.commands.executeCommand('inkwell.stopCompletion');
      } else {
        pages.last('inkwell.candidates').close();
      }
      await completing;
      const [request] = session().service.requests;
      await request?.whenClosed;
      assert.equal(request?.closedByClient, true);
      if (way !== 'the tab') {
        assert.deepEqual([candidates()[0]?.state, state()?.failure], ['broken', null]);
        assert.equal(isClosed(), false);
      }
    });
  }

  it('leads back to the notebook whose cell it is for, where that is', async () => {
    const { Code } = vscode.NotebookCellKind;
    const data = new vscode.NotebookData([new vscode.NotebookCellData(Code, 'a = 1', 'python')]);
    const notebook = await vscode.workspace.openNotebookDocument('jupyter-notebook', data);
    const shown: unknown[] = [];
    // A cell’s editor is in no column.
    const standIn = standInForWindow({
      activeTextEditor: {
        document: notebook.cellAt(0).document,
        selections: [new vscode.Selection(0, 5, 0, 5)],
      },
      activeNotebookEditor: { notebook, viewColumn: vscode.ViewColumn.One },
      showNotebookDocument: async (...given: unknown[]) => shown.push(...given),
    });
    try {
      await complete();
      say({ type: 'close' });
      await until('the page is closed', isClosed);
    } finally {
      standIn.dispose();
    }
    assert.deepEqual(shown, [notebook, { preserveFocus: false, viewColumn: vscode.ViewColumn.One }]);
  });

  /** Each look is a way to the window and back, so that this does not spin; the test's own time ends it. */
  async function copied(text: string): Promise<void> {
    while ((await vscode.env.clipboard.readText()) !== text) {
      assert.equal(isClosed(), false);
    }
  }

  it('does not lose a text that the document does not take', async () => {
    answer('alpha', 'beta');
    const editor = await open('one two');
    select(editor, 'one');
    await complete();
    session().answers.set('takes no edits', 'Copy');
    await vscode.window.showTextDocument(editor.document, editor.viewColumn);
    await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
    say({ type: 'insert', id: 1 });
    await copied('beta');
    session().said('takes no edits');
    assert.equal(editor.document.getText(), 'one two');
    await vscode.window.showTextDocument(editor.document, editor.viewColumn);
    await vscode.commands.executeCommand('workbench.action.files.resetActiveEditorReadonlyInSession');
    say({ type: 'insert', id: 1 });
    await until('it takes it now', () => editor.document.getText() === 'onebeta two');
    await undo();
    await editor.document.save();
  });

  it('does not lose a text whose document was closed', async () => {
    answer('alpha');
    const editor = await openText('one two');
    select(editor, 'one');
    await complete();
    session().answers.set('was closed', 'Copy');
    await vscode.window.showTextDocument(editor.document, editor.viewColumn);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until('the document is closed', () => editor.document.isClosed);
    say({ type: 'insert', id: 0 });
    await copied('alpha');
    session().said('was closed');
    assert.equal(isClosed(), false);
  });
});
