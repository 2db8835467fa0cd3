import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { chatParts, replyThroughGate, replyWith } from '../host/support/chat-stream.ts';
import { chatRequests, history, lastSent } from './chat-panel.ts';
import { chatForAll } from './chat-session.ts';
import type { Workbench } from './workbench.ts';

/** A button of a failed reply. */
const remedy = (reply: Locator, name: string): Locator =>
  reply.locator('.failure').getByRole('button', { name, exact: true });

const failure = (reply: Locator, text: string): Locator =>
  reply.locator('.failure').filter({ hasText: text });

/** What Set Key asks for. */
async function enterKey(w: Workbench, key: string): Promise<void> {
  await w.quickInput.locator('.quick-input-title').filter({ hasText: '2/2' }).waitFor();
  await w.answerQuickInput(key);
}

describe('A reply that fails in the chat', () => {
  const chat = chatForAll();

  it('keeps what came of it, and is tried again beside that or goes on from there', async () => {
    const { panel, service } = chat();
    service.fault({ type: 'bytes', slices: chatParts(['The lamp ', 'is']), finish: 'cut' });
    const reply = await panel.ask('Is it lit?');
    await failure(reply, 'was cut off').waitFor();
    assert.deepEqual(await panel.texts(), ['Is it lit?', 'The lamp is']);

    replyWith(service, 'Yes.');
    await remedy(reply, 'Retry').click();
    await panel.waitForTexts('Is it lit?', 'Yes.');
    await panel.waitForEnd(panel.lastReply);
    const pager = panel.pagerOf(panel.lastReply);
    await pager.waitFor('2 of 2');
    await pager.previous();
    await panel.waitForTexts('Is it lit?', 'The lamp is');

    replyWith(service, ' lit.');
    await remedy(panel.lastReply, 'Continue from Here').click();
    await panel.waitForTexts('Is it lit?', 'The lamp is lit.');
    await panel.waitForEnd(panel.lastReply);
    await panel.lastReply.locator('.failure').waitFor({ state: 'detached' });
    assert.deepEqual(history(lastSent(service)).slice(0, 2), ['u: Is it lit?', 'a: The lamp is']);
  });

  it('asks for another key when the service refuses this one, and then goes on', async () => {
    const { panel, service, w } = chat();
    service.fault({ type: 'status', status: 401, error: { message: 'Incorrect API key provided' } });
    const reply = await panel.ask('Is it lit?');
    await failure(reply, 'refused the key').waitFor();
    replyWith(service, 'Yes.');
    await remedy(reply, 'Set Key').click();
    await enterKey(w, 'sk-sample');
    await panel.waitForTexts('Is it lit?', 'Yes.');
    await panel.waitForEnd(panel.lastReply);
    // Nothing had come, so there is nothing to keep beside the new reply.
    assert.equal(await panel.pagerOf(panel.lastReply).element.count(), 0);
  });

  it('asks for another model when the service does not have this one, and then goes on', async () => {
    const { panel, service, w } = chat();
    service.fault({
      type: 'status',
      status: 404,
      error: { message: 'The model chat-1 does not exist', code: 'model_not_found', param: 'model' },
    });
    const reply = await panel.ask('Is it lit?');
    await failure(reply, 'does not have this model').waitFor();
    replyWith(service, 'Yes.');
    await remedy(reply, 'Choose Model').click();
    await w.quickPick('chat-1-long').click();
    await panel.waitForTexts('Is it lit?', 'Yes.');
    assert.equal(lastSent(service).model, 'chat-1-long');
    await panel.lastReply.getByRole('heading', { name: 'chat-1-long' }).waitFor();
  });

  it('is tried again by itself when the service is busy', async () => {
    const { panel, service } = chat();
    service.fault({ type: 'status', status: 429, headers: { 'retry-after-ms': '50' } });
    replyWith(service, 'Yes.');
    await panel.ask('Is it lit?');
    await panel.waitForTexts('Is it lit?', 'Yes.');
    assert.equal(chatRequests(service).length, 2);
  });

  it('says that a web page came in place of a stream', async () => {
    const { panel, service } = chat();
    service.fault({ type: 'html' });
    const reply = await panel.ask('Is it lit?');
    await failure(reply, 'a web page, “Sign in”').waitFor();
    replyWith(service, 'Yes.');
    await remedy(reply, 'Retry').click();
    await panel.waitForTexts('Is it lit?', 'Yes.');
  });

  it('says what the service says in the middle of a stream, and keeps what came before', async () => {
    const { panel, service } = chat();
    service.fault({ type: 'errorEvent', afterEvents: 5, error: { message: 'The tide is out' } });
    const reply = await panel.ask('Is it lit?');
    await failure(reply, 'The tide is out').waitFor();
    const [, text] = await panel.texts();
    assert.notEqual(text, '');
    await remedy(reply, 'Continue from Here').waitFor();
  });

  it('ends cleanly when the key is forgotten in its middle, after which the next says what to do', async () => {
    const { panel, service, w } = chat();
    const gate = replyThroughGate(service, 'The lamp ', 'is lit.');
    await panel.send('Is it lit?');
    await gate.waiting();
    gate.release(1);
    await panel.waitForTexts('Is it lit?', 'The lamp');
    await w.runCommand('Inkwell: Forget API Key');
    await w.dialog('Forget the API key').getByRole('button', { name: 'Forget' }).click();
    await w.waitForNotification('is forgotten');
    gate.open();
    await panel.waitForEnd(panel.lastReply);
    await panel.waitForTexts('Is it lit?', 'The lamp is lit.');

    const next = await panel.ask('And now?');
    await failure(next, 'refused the key').waitFor();
    replyWith(service, 'No.');
    await remedy(next, 'Set Key').click();
    await enterKey(w, 'sk-sample');
    await panel.waitForTexts('Is it lit?', 'The lamp is lit.', 'And now?', 'No.');
  });

  it('says that the quota is spent, and shows the log', async () => {
    const { panel, service, w } = chat();
    const error = { message: 'You exceeded your current quota', code: 'insufficient_quota' };
    service.fault({ type: 'status', status: 429, error });
    const reply = await panel.ask('Is it lit?');
    await failure(reply, 'The quota of this key').waitFor();
    assert.equal(chatRequests(service).length, 1);
    await remedy(reply, 'Set Key').waitFor();
    await remedy(reply, 'Show Log').click();
    const log = w.page.locator('.part.panel .view-lines');
    const id = service.requests.at(-1)?.requestId;
    await log
      .filter({ hasText: new RegExp(`POST\\s/v1/chat/completions\\s·\\s429\\s·\\s${id}\\b`) })
      .waitFor();
  });
});
