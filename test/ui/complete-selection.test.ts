import assert from 'node:assert/strict';
import { completionEvents } from '../host/support/completion-stream.ts';
import { Gate } from '../service/gate.ts';
import { sharedWindow } from './shared-window.ts';

describe('Complete Selection', () => {
  const session = sharedWindow({ settings: { 'files.readonlyInclude': { '**/notes.md': true } } });

  beforeEach(async () => {
    const { w } = session();
    await w.openFile('story/keeper.md');
    await w.selectLines(1, 1);
  });

  const line = (text: string) => session().w.editor.locator('.view-line').filter({ hasText: text });

  function answerThroughGate(texts: readonly string[]): Gate {
    const gate = new Gate();
    session().service.fault([
      { type: 'hold', gate },
      { type: 'bytes', slices: completionEvents(texts.map((text) => ({ text }))) },
    ]);
    return gate;
  }

  for (const way of ['Escape', 'Cancel'] as const) {
    it(`stops by ${way} and keeps what came`, async () => {
      const { w, service } = session();
      const gate = answerThroughGate(['alpha', 'beta']);
      await w.runCommand('Inkwell: Complete Selection');
      gate.release(1);
      await line('alpha').waitFor();
      const progress = await w.waitForNotification('Completing with complete-1');
      if (way === 'Escape') {
        await w.press('Escape');
      } else {
        await progress.getByRole('button', { name: 'Cancel' }).click();
      }
      await progress.waitFor({ state: 'detached' });
      await service.requests[0]?.whenClosed;
      assert.equal(service.requests[0]?.closedByClient, true);
      assert.match(await w.editorText(), /alpha(?!beta)/);
    });
  }

  it('says what was cut off, and tries again in its place', async () => {
    const { w, service } = session();
    service.fault({
      type: 'bytes',
      slices: completionEvents([{ text: 'alpha' }]).slice(0, 1),
      finish: 'cut',
    });
    await w.runCommand('Inkwell: Complete Selection');
    const failure = await w.waitForNotification('was cut off. What came so far is kept.');
    await line('alpha').waitFor();
    service.fault({ type: 'bytes', slices: completionEvents([{ text: 'omega' }]) });
    await failure.getByRole('button', { name: 'Retry' }).click();
    await line('omega').waitFor();
    assert.doesNotMatch(await w.editorText(), /alpha/);
  });

  it('tries again at every place of several', async () => {
    const { w, service } = session();
    await w.openFile('story/keeper.md');
    await w.goToLine(2);
    await w.runCommand('Add Cursor Below');
    const events = completionEvents([{ text: 'alpha' }]).slice(0, 1);
    service.fault({ type: 'bytes', slices: events, finish: 'cut' }, { times: 2 });
    await w.runCommand('Inkwell: Complete Selection');
    const failure = await w.waitForNotification('was cut off');
    service.fault({ type: 'bytes', slices: completionEvents([{ text: 'omega' }]) }, { times: 2 });
    await failure.getByRole('button', { name: 'Retry' }).click();
    await line('omega').nth(1).waitFor();
    const text = await w.editorText();
    assert.equal(text.match(/omega/g)?.length, 2);
    assert.doesNotMatch(text, /alpha/);
  });

  it('tries again in its place, too, when another tab is shown by then', async () => {
    const { w, service } = session();
    service.fault({
      type: 'bytes',
      slices: completionEvents([{ text: 'alpha' }]).slice(0, 1),
      finish: 'cut',
    });
    await w.runCommand('Inkwell: Complete Selection');
    const failure = await w.waitForNotification('was cut off');
    await w.openFile('src/lamp.ts');
    service.fault({ type: 'bytes', slices: completionEvents([{ text: 'omega' }]) });
    await failure.getByRole('button', { name: 'Retry' }).click();
    await service.nextRequest();
    await service.nextRequest();
    await w.openFile('story/keeper.md');
    await line('omega').waitFor();
    assert.doesNotMatch(await w.editorText(), /alpha/);
  });

  it('leads to another model where the service does not have this one', async () => {
    const { w, service } = session();
    service.fault({
      type: 'status',
      status: 404,
      error: { code: 'model_not_found', message: 'No such model.' },
    });
    await w.runCommand('Inkwell: Complete Selection');
    const failure = await w.waitForNotification('does not have this model');
    service.fault(
      { type: 'bytes', slices: completionEvents([{ text: 'omega' }]) },
      { path: '/v1/completions' },
    );
    await failure.getByRole('button', { name: 'Choose Model' }).click();
    await w.quickPick('org/tuned:complete-1').click();
    await line('omega').waitFor();
    const request = service.requests.at(-1)?.json as { model?: string };
    assert.equal(request.model, 'org/tuned:complete-1');
  });

  it('refuses a read-only document with a clear word, before anything is sent', async () => {
    const { w, service } = session();
    await w.openFile('story/notes.md');
    await w.runCommand('Inkwell: Complete Selection');
    await w.waitForNotification('“notes.md” is read-only');
    assert.equal(service.requests.length, 0);
  });

  it('is in the editor menu', async () => {
    const { w, service } = session();
    service.fault({ type: 'bytes', slices: completionEvents([{ text: 'omega' }]) });
    const firstLine = w.editor.locator('.view-line').first();
    await w.chooseFromMenu(firstLine, 'Complete Selection', { x: 5, y: 5 });
    await line('omega').waitFor();
  });
});

describe('Complete Selection with n', () => {
  const session = sharedWindow({
    settings: { 'inkwell.completion.parameters': { n: 2 } },
  });

  it('inserts the first answer and offers the others in its place', async () => {
    const { w, service } = session();
    service.fault({
      type: 'bytes',
      slices: completionEvents([
        { text: 'primero', index: 0 },
        { text: 'segun', index: 1 },
        { text: 'do', index: 1 },
      ]),
    });
    await w.openFile('story/keeper.md');
    await w.selectLines(1, 1);
    await w.runCommand('Inkwell: Complete Selection');
    await w.quickPick('segundo').click();
    await w.editor.locator('.view-line').filter({ hasText: 'segundo' }).waitFor();
    assert.doesNotMatch(await w.editorText(), /primero/);
  });
});

describe('Complete Selection with a hostile model name', () => {
  const session = sharedWindow({
    theme: 'high-contrast',
    settings: { 'inkwell.completion.model': '[press](command:workbench.action.closeAllEditors)' },
  });

  it('makes no link of it in a notification', async () => {
    const { w, service } = session();
    const gate = new Gate();
    service.fault([
      { type: 'hold', gate },
      { type: 'bytes', slices: completionEvents([{ text: '' }]) },
    ]);
    await w.openFile('story/keeper.md');
    await w.selectLines(1, 1);
    await w.runCommand('Inkwell: Complete Selection');
    const links = '.notification-list-item-message a';
    const progress = await w.waitForNotification('Completing with [press]');
    assert.equal(await progress.locator(links).count(), 0);
    gate.open();
    const empty = await w.waitForNotification('had nothing to add');
    assert.equal(await empty.locator(links).count(), 0);
  });
});

describe('Complete Selection with n and echo', () => {
  const session = sharedWindow({
    settings: {
      'inkwell.completion.parameters': { n: 2, echo: true },
    },
  });

  it('takes the repeated prompt away from every answer', async () => {
    const { w, service } = session();
    const prompt = "# The Keeper's Last Winter";
    service.fault({
      type: 'bytes',
      slices: completionEvents([
        { text: `${prompt} primero`, index: 0 },
        { text: prompt, index: 1 },
        { text: ' segundo', index: 1 },
      ]),
    });
    await w.openFile('story/keeper.md');
    await w.selectLines(1, 1);
    await w.runCommand('Inkwell: Complete Selection');
    await w.quickPick('segundo').click();
    await w.editor.locator('.view-line').filter({ hasText: 'segundo' }).waitFor();
    assert.equal((await w.editorText()).split('\n')[0], `${prompt} segundo`);
  });
});
