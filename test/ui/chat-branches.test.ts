import assert from 'node:assert/strict';
import { chatEvents, replyWith } from '../host/support/chat-stream.ts';
import { Gate } from '../service/gate.ts';
import { history, lastSent } from './chat-panel.ts';
import { chatForAll } from './chat-session.ts';

describe('A conversation in the chat', () => {
  const chat = chatForAll();

  it('branches where a reply is asked for again, and goes on from the branch that is shown', async () => {
    const { panel, service } = chat();
    replyWith(service, 'First.');
    await panel.ask('Which?');
    replyWith(service, 'Second.');
    await panel.lastReply.getByRole('button', { name: 'Regenerate' }).click();
    await panel.waitForTexts('Which?', 'Second.');
    await panel.waitForEnd(panel.lastReply);
    assert.deepEqual(history(lastSent(service)), ['u: Which?']);
    const pager = panel.pagerOf(panel.lastReply);
    await pager.waitFor('2 of 2');
    await pager.previous();
    await pager.waitFor('1 of 2');
    await panel.waitForTexts('Which?', 'First.');
    await panel.ask('Sure?');
    assert.deepEqual(history(lastSent(service)), ['u: Which?', 'a: First.', 'u: Sure?']);
    await panel.pagerOf(panel.replies.first()).next();
    await panel.waitForTexts('Which?', 'Second.');
  });

  it('branches where an earlier message is edited, and the earlier branch stays', async () => {
    const { panel, service } = chat();
    replyWith(service, 'A1');
    await panel.ask('Q1');
    replyWith(service, 'A2');
    await panel.ask('Q2');
    const question = panel.questions.first();
    await question.hover();
    await question.getByRole('button', { name: 'Edit and Send Again' }).click();
    await panel.waitForDraft('Q1');
    await panel.view.getByText('Editing an earlier message').waitFor();
    replyWith(service, 'B1');
    await panel.send('Q1, changed');
    await panel.waitForTexts('Q1, changed', 'B1');
    await panel.waitForEnd(panel.lastReply);
    assert.deepEqual(history(lastSent(service)), ['u: Q1, changed']);
    const pager = panel.pagerOf(panel.questions.first());
    await pager.waitFor('2 of 2');
    await pager.previous();
    await panel.waitForTexts('Q1', 'A1', 'Q2', 'A2');
    await pager.next();
    await panel.waitForTexts('Q1, changed', 'B1');
  });

  it('gives its last message to be edited by Up in an empty composer, until Escape', async () => {
    const { panel, service } = chat();
    replyWith(service, 'A1');
    await panel.ask('Q1');
    await panel.composer.press('ArrowUp');
    await panel.waitForDraft('Q1');
    await panel.composer.press('Escape');
    await panel.waitForDraft('');
    await panel.view.getByText('Editing an earlier message').waitFor({ state: 'detached' });
    await panel.composer.press('ArrowUp');
    await panel.waitForDraft('Q1');
    await panel.composer.press('End');
    await panel.composer.pressSequentially('!');
    replyWith(service, 'B1');
    await panel.composer.press('Enter');
    await panel.waitForTexts('Q1!', 'B1');
    await panel.pagerOf(panel.questions.first()).waitFor('2 of 2');
  });

  it('has several candidates for a reply, and goes on from the chosen one', async () => {
    const { panel, service, w } = chat();
    await panel.button('Parameters').click();
    await w.quickPick('n').click();
    await w.quickInput.locator('.quick-input-title').filter({ hasText: 'n for this conversation' }).waitFor();
    await w.answerQuickInput('3');
    await w.quickPick('n').filter({ hasText: '3 — this conversation' }).waitFor();
    await w.press('Escape');
    await panel.button('Parameters: 1 set for this conversation').waitFor();

    const gate = new Gate();
    const parts = [
      { text: 'A1 ', index: 0 },
      { text: 'B1 ', index: 1 },
      { text: 'C1 ', index: 2 },
      { text: 'B2', index: 1, finish_reason: 'stop' },
      { text: 'A2', index: 0 },
      { text: 'C2', index: 2, finish_reason: 'stop' },
    ];
    service.fault([
      { type: 'hold', gate },
      { type: 'bytes', slices: chatEvents(parts) },
    ]);
    await panel.send('Which?');
    await gate.waiting();
    gate.release(3);
    await panel.waitForTexts('Which?', 'A1');
    const pager = panel.pagerOf(panel.lastReply);
    await pager.waitFor('1 of 3');
    await pager.next();
    await panel.waitForTexts('Which?', 'B1');
    gate.release(1);
    await panel.waitForTexts('Which?', 'B1 B2');
    gate.open();
    await panel.waitForEnd(panel.lastReply);
    await pager.next();
    await panel.waitForTexts('Which?', 'C1 C2');
    await pager.previous();
    await panel.waitForTexts('Which?', 'B1 B2');
    assert.equal(lastSent(service).n, 3);
    await panel.ask('Sure?');
    assert.deepEqual(history(lastSent(service)), ['u: Which?', 'a: B1 B2', 'u: Sure?']);
  });

  it('branches into a new one that goes its own way', async () => {
    const { panel, service } = chat();
    replyWith(service, 'A1');
    await panel.ask('Tides');
    replyWith(service, 'A2');
    await panel.ask('Q2');
    const reply = panel.replies.first();
    await reply.hover();
    await reply.getByRole('button', { name: 'Branch into a New Conversation' }).click();
    await panel.waitForTexts('Tides', 'A1');
    await panel.title.filter({ hasText: 'Tides (branch)' }).waitFor();
    replyWith(service, 'B2');
    await panel.ask('Other');
    assert.deepEqual(history(lastSent(service)), ['u: Tides', 'a: A1', 'u: Other']);
    await panel.pressInTitle('New Conversation');
    await panel.view
      .locator('.recents')
      .getByRole('button', { name: /^Tides(?! \(branch)/ })
      .click();
    await panel.waitForTexts('Tides', 'A1', 'Q2', 'A2');
  });
});
