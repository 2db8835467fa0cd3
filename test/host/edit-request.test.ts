import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { EditsSupport } from '../../src/connection/edits-support.ts';
import type { EditTask } from '../../src/edit/edit-task.ts';
import { InstructionHistory } from '../../src/edit/instruction-history.ts';
import { askForInstruction } from '../../src/edit/instruction-picker.ts';
import { passEditPreflight } from '../../src/edit/preflight.ts';
import { requestEdit, requireEditModel } from '../../src/edit/request-edit.ts';
import { ModelChoice } from '../../src/models/model-choice.ts';
import { parseBaseUrl } from '../../src/service/base-url.ts';
import { Client } from '../../src/service/client.ts';
import { type SampleService, startSampleService } from '../service/sample-service.ts';
import { MemoryState } from '../unit/edit/memory-state.ts';
import { closeEverything, setting, until } from './support/inkwell.ts';
import { answerMessages } from './support/questions.ts';

describe('The question for an instruction', () => {
  let globalState: MemoryState;
  let history: InstructionHistory;
  let picker: vscode.QuickPick<vscode.QuickPickItem> | undefined;
  const original = Object.getOwnPropertyDescriptor(vscode.window, 'createQuickPick');
  const { createQuickPick } = vscode.window;

  before(() => {
    const value = (): vscode.QuickPick<vscode.QuickPickItem> => {
      picker = createQuickPick();
      return picker;
    };
    Object.defineProperty(vscode.window, 'createQuickPick', { value, configurable: true, writable: true });
  });

  beforeEach(async () => {
    globalState = new MemoryState();
    history = new InstructionHistory(globalState);
    await setting('edit.instructions', [{ label: 'Types', instruction: 'Add types.' }]);
  });

  afterEach(async () => {
    await setting('edit.instructions', undefined);
    await closeEverything();
  });

  after(() => {
    if (original) {
      Object.defineProperty(vscode.window, 'createQuickPick', original);
    }
  });

  /** Asks, and gives the answer with the list that is shown. */
  function ask(): { asked: Promise<string | undefined>; shown: vscode.QuickPick<vscode.QuickPickItem> } {
    const asked = askForInstruction({ globalState }, { title: 'Edit 12 lines of “a.ts”' });
    assert.ok(picker);
    return { asked, shown: picker };
  }

  const labels = ({ items }: vscode.QuickPick<vscode.QuickPickItem>): string[] =>
    items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator).map(({ label }) => label);
  const isActive = (shown: vscode.QuickPick<vscode.QuickPickItem>, label: string): Promise<void> =>
    until(`“${label}” is active`, () => shown.activeItems[0]?.label === label);
  const accept = (): Thenable<unknown> =>
    vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
  const dismiss = (): Thenable<unknown> => vscode.commands.executeCommand('workbench.action.closeQuickOpen');

  async function leave(shown: vscode.QuickPick<vscode.QuickPickItem>): Promise<void> {
    shown.value = '';
    await dismiss();
  }

  it('says what is going to be edited, and offers the settings’ instructions and the earlier ones', async () => {
    await history.add('Sort the lines');
    const { asked, shown } = ask();
    assert.equal(shown.title, 'Edit 12 lines of “a.ts”');
    assert.deepEqual(labels(shown), ['Types', 'Sort the lines']);
    await isActive(shown, 'Types');
    await accept();
    assert.equal(await asked, 'Add types.');
    assert.deepEqual(history.list(), ['Add types.', 'Sort the lines']);
  });

  it('uses what was typed, however well others match', async () => {
    await history.add('add');
    await history.add('add a test');
    await history.add('add types');
    const { asked, shown } = ask();
    shown.value = 'add t';
    await isActive(shown, 'add t');
    await accept();
    assert.equal(await asked, 'add t');
    assert.equal(history.list()[0], 'add t');
  });

  it('uses what was chosen below what was typed', async () => {
    await history.add('add a test');
    const { asked, shown } = ask();
    shown.value = 'add';
    await isActive(shown, 'add');
    await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
    await until('another row is active', () => shown.activeItems[0]?.label !== 'add');
    const [chosen] = shown.activeItems;
    await accept();
    assert.equal(await asked, chosen?.label === 'Types' ? 'Add types.' : 'add a test');
  });

  it('uses what was typed a moment ago, before it has a row', async () => {
    await history.add('add a test');
    const { asked, shown } = ask();
    await isActive(shown, 'Types');
    shown.value = 'add';
    await accept();
    assert.equal(await asked, 'add');
  });

  it('uses an earlier instruction with its lines', async () => {
    await history.add('one\ntwo');
    const { asked, shown } = ask();
    await isActive(shown, 'Types');
    await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
    await isActive(shown, 'one ↵ two');
    await accept();
    assert.equal(await asked, 'one\ntwo');
  });

  it('has what was typed and not used the next time, and not what was used', async () => {
    const first = ask();
    first.shown.value = 'half an instr';
    await isActive(first.shown, 'half an instr');
    await dismiss();
    assert.equal(await first.asked, undefined);
    assert.deepEqual(history.list(), []);
    const second = ask();
    assert.equal(second.shown.value, 'half an instr');
    await isActive(second.shown, 'half an instr');
    await accept();
    assert.equal(await second.asked, 'half an instr');
    const third = ask();
    assert.equal(third.shown.value, '');
    await isActive(third.shown, 'Types');
    await leave(third.shown);
    assert.equal(await third.asked, undefined);
  });
});

describe('A request for an edit', () => {
  let service: SampleService;
  let client: Client;
  let messages: ReturnType<typeof answerMessages>;
  let answer: string | undefined;
  const task: EditTask = {
    input: 'const foo = 1;\n',
    instruction: 'Rename foo to bar',
    before: '',
    after: '',
    language: 'typescript',
    fileName: 'a.ts',
  };

  before(async () => {
    service = await startSampleService();
    client = new Client({ baseUrl: service.baseUrl, apiKey: service.apiKey ?? undefined });
  });

  beforeEach(() => {
    answer = undefined;
    messages = answerMessages(() => answer);
  });

  afterEach(async () => {
    messages.dispose();
    service.reset();
    for (const name of ['edit.model', 'edit.parameters', 'chat.model', 'contextLength']) {
      await setting(name, undefined);
    }
  });

  after(async () => {
    await client.close();
    await service.close();
  });

  const services = () => {
    const log = { info: () => {} };
    return { log, editsSupport: new EditsSupport(new MemoryState()) };
  };
  const connected = () => ({ client, base: parseBaseUrl(service.baseUrl) });

  it('is sent with the parameters of the settings', async () => {
    await setting('edit.parameters', { temperature: 0, n: 2, top_p: null });
    const { signal } = new AbortController();
    const { texts } = await requestEdit(services(), connected(), 'edit-1', task, undefined, { signal });
    assert.deepEqual(texts, [{ text: 'const bar = 1;\n' }]);
    assert.deepEqual(service.requests[0]?.json, {
      model: 'edit-1',
      input: task.input,
      instruction: task.instruction,
      temperature: 0,
      n: 2,
    });
  });

  it('goes to the chat model only where none is set for edits and the service has none', async () => {
    // Never asked here, so that it needs no connection.
    const models = new ModelChoice(undefined as never);
    const known = { ...services(), models };
    await known.editsSupport.remember(connected().base);
    await setting('chat.model', 'chat-1');
    assert.equal(await requireEditModel(known, connected()), 'chat-1');
    await setting('edit.model', 'edit-1');
    assert.equal(await requireEditModel(known, connected()), 'edit-1');
  });

  describe('that may be refused', () => {
    const pass = (input: string, more = {}): Promise<boolean> =>
      passEditPreflight([{ ...task, input }], {
        ...services(),
        connected: connected(),
        model: 'edit-1',
        scope: undefined,
        ...more,
      });

    it('asks nothing when nothing speaks against it', async () => {
      assert.equal(await pass('short'), true);
      assert.deepEqual(messages.shown, []);
    });

    it('says how long the text is, and is sent only after a yes', async () => {
      await setting('contextLength', { 'edit-1': 20 });
      assert.equal(await pass(' word'.repeat(50)), false);
      const [shown] = messages.shown;
      assert.match(shown?.text ?? '', /have ≈ \d+ tokens, but edit-1 is taken to work with 20\./);
      assert.deepEqual(shown?.actions, ['Send Anyway', 'Open Setting']);
      answer = 'Send Anyway';
      assert.equal(await pass(' word'.repeat(50)), true);
    });

    it('says when a chat will have no room for its answer', async () => {
      await setting('contextLength', { '*': 20 });
      const { editsSupport } = services();
      assert.equal(await pass(' word'.repeat(12), { editsSupport }), true);
      await editsSupport.remember(connected().base);
      assert.equal(await pass(' word'.repeat(12), { editsSupport }), false);
      assert.match(messages.shown[0]?.text ?? '', /its answer included, which may be cut off/);
    });

    it('speaks of all texts at once', async () => {
      await setting('contextLength', { '*': 20 });
      const tasks = [' word'.repeat(30), 'a', ' word'.repeat(60)].map((input) => ({ ...task, input }));
      const preflight = { ...services(), connected: connected(), model: 'edit-1', scope: undefined };
      assert.equal(await passEditPreflight(tasks, preflight), false);
      assert.equal(messages.shown.length, 1);
      assert.match(messages.shown[0]?.text ?? '', /^2 of 3 texts are too long/);
    });

    it('advises on what most services refuse', async () => {
      await setting('edit.parameters', { n: 50 });
      assert.equal(await pass('short'), false);
      assert.match(messages.shown[0]?.text ?? '', /at most 20 for n/);
    });
  });
});
