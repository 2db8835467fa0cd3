import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Gate } from '../service/gate.ts';
import type { SampleService } from '../service/sample-service.ts';
import { answerThroughGate } from './support/completion-stream.ts';
import {
  closeEverything,
  connectedService,
  dismissed,
  openText,
  rangeOf,
  select,
  undo,
  until,
} from './support/inkwell.ts';

const PIECES = ['alpha ', 'beta ', 'gamma ', 'delta'];
const ANSWER = PIECES.join('');

describe('Complete Selection, while the document is edited', () => {
  let service: SampleService;
  let gate: Gate;
  let editor: vscode.TextEditor;
  let completing: Thenable<unknown>;

  before(async () => {
    service = await connectedService();
  });

  /** Half of the answer is in the document, the other half is held back. */
  beforeEach(async () => {
    gate = answerThroughGate(service, PIECES);
    editor = await openText('top\none two three\nbottom\n');
    select(editor, 'one two');
    completing = vscode.commands.executeCommand('inkwell.completeSelection');
    gate.release(2);
    await until('half of the answer is there', () => text().includes('alpha beta '));
  });

  afterEach(async () => {
    service.reset();
    await closeEverything();
  });

  after(() => service.close());

  const text = (): string => editor.document.getText();

  async function rest(): Promise<void> {
    gate.open();
    await completing;
  }

  async function assertStopped(): Promise<void> {
    await completing;
    await service.requests[0]?.whenClosed;
    assert.equal(service.requests[0]?.closedByClient, true, 'the request is aborted');
  }

  /** As keys do, so that the cursor's own rules apply. */
  async function type(at: vscode.Position, typed: string): Promise<void> {
    editor.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand('type', { text: typed });
  }

  it('goes on where it was when somebody types above', async () => {
    await type(new vscode.Position(0, 0), 'new line\n');
    await rest();
    assert.equal(text(), `new line\ntop\none two${ANSWER} three\nbottom\n`);
  });

  it('goes on where it was when somebody types below', async () => {
    await type(new vscode.Position(2, 6), '!');
    await rest();
    assert.equal(text(), `top\none two${ANSWER} three\nbottom!\n`);
  });

  it('goes on where it was when somebody changes the prompt itself', async () => {
    await editor.edit((builder) => builder.replace(rangeOf(editor.document, 'one'), 'twenty-one'));
    await rest();
    assert.equal(text(), `top\ntwenty-one two${ANSWER} three\nbottom\n`);
  });

  it('goes on when text right behind is deleted', async () => {
    await editor.edit((builder) => builder.delete(rangeOf(editor.document, ' three')));
    await rest();
    assert.equal(text(), `top\none two${ANSWER}\nbottom\n`);
  });

  it('stops when somebody types inside what was streamed', async () => {
    await type(rangeOf(editor.document, 'alpha').end, '!');
    await assertStopped();
    assert.match(text(), /^top\none twoalpha!? beta {2}three\nbottom\n$/);
  });

  it('stops when an edit reaches into what was streamed', async () => {
    await editor.edit((builder) => builder.replace(rangeOf(editor.document, 'twoalpha'), 'x'));
    await assertStopped();
    assert.equal(text(), 'top\none x beta  three\nbottom\n');
  });

  it('stops when somebody types where the next text would go', async () => {
    await type(rangeOf(editor.document, 'beta ').end, '!');
    await assertStopped();
    assert.equal(text(), 'top\none twoalpha beta ! three\nbottom\n');
  });

  it('stops when a cursor is put into what was streamed', async () => {
    editor.selection = new vscode.Selection(
      rangeOf(editor.document, 'alpha').end,
      rangeOf(editor.document, 'alpha').end,
    );
    await assertStopped();
    assert.equal(text(), 'top\none twoalpha beta  three\nbottom\n');
  });

  it('stops at undo, which takes away what came', async () => {
    await undo();
    await assertStopped();
    assert.equal(text(), 'top\none two three\nbottom\n');
  });

  it('stops by command and keeps what came', async () => {
    await vscode.commands.executeCommand('inkwell.stopCompletion');
    await assertStopped();
    assert.equal(text(), 'top\none twoalpha beta  three\nbottom\n');
    await undo();
    assert.equal(text(), 'top\none two three\nbottom\n');
  });

  it('undoes in the order of things when somebody typed in between', async () => {
    await type(new vscode.Position(0, 0), 'X');
    await rest();
    assert.equal(text(), `Xtop\none two${ANSWER} three\nbottom\n`);
    for (const left of [3, 2, 1]) {
      if (text() === 'top\none two three\nbottom\n') {
        break;
      }
      assert.ok(left > 0);
      await undo();
    }
    assert.equal(text(), 'top\none two three\nbottom\n', 'every step can be undone and nothing is left over');
  });

  it('writes the rest when the document is shown again', async () => {
    const { document } = editor;
    await openText('another');
    gate.open();
    await service.requests[0]?.whenClosed;
    await completing;
    assert.equal(document.getText(), `top\none two${ANSWER} three\nbottom\n`);
  });

  it('stops when the document is closed', async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await dismissed(completing);
    await service.requests[0]?.whenClosed;
    assert.equal(service.requests[0]?.closedByClient, true);
  });

  it('lets two completions stream into one document', async () => {
    const second = answerThroughGate(service, ['UPPER ', 'CASE']);
    select(editor, 'top');
    const other = vscode.commands.executeCommand('inkwell.completeSelection');
    second.release(1);
    await until('the second streams', () => text().includes('UPPER '));
    gate.release(1);
    await until('the first goes on', () => text().includes('gamma '));
    second.open();
    await other;
    await rest();
    assert.equal(text(), `topUPPER CASE\none two${ANSWER} three\nbottom\n`);
  });
});

describe('Complete Selection, when the stream breaks', () => {
  let service: SampleService;

  before(async () => {
    service = await connectedService();
  });

  afterEach(async () => {
    service.reset();
    await closeEverything();
  });

  after(() => service.close());

  async function completeBroken(): Promise<string> {
    const editor = await openText('def add(a, b):');
    select(editor, 'def add(a, b):');
    await dismissed(vscode.commands.executeCommand('inkwell.completeSelection'));
    return editor.document.getText();
  }

  it('keeps what came before a cut', async () => {
    service.fault({ type: 'cut', at: { afterEvents: 3 } });
    const text = await completeBroken();
    assert.ok(text.startsWith('def add(a, b):') && text.length > 'def add(a, b):'.length, text);
  });

  it('keeps what came before an error event', async () => {
    service.fault({ type: 'errorEvent', afterEvents: 2 });
    assert.notEqual(await completeBroken(), 'def add(a, b):');
  });

  it('keeps what came before the stream fell silent', async () => {
    await vscode.workspace.getConfiguration('inkwell').update('timeouts', { idle: 0.2 }, true);
    service.fault({ type: 'stallAfter', events: 2 });
    assert.notEqual(await completeBroken(), 'def add(a, b):');
    await vscode.workspace.getConfiguration('inkwell').update('timeouts', undefined, true);
  });

  it('leaves the document alone when there is no answer', async () => {
    for (const status of [400, 401, 403, 404, 413, 422, 501]) {
      service.fault({ type: 'status', status });
      assert.equal(await completeBroken(), 'def add(a, b):', `status ${status}`);
    }
    service.fault({ type: 'html' });
    assert.equal(await completeBroken(), 'def add(a, b):');
  });
});
