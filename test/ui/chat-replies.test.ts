import assert from 'node:assert/strict';
import { CONTINUE } from '../../src/chat/wire-messages.ts';
import { replyThroughGate, replyWith } from '../host/support/chat-stream.ts';
import { chatRequests, history, lastSent, nextChat } from './chat-panel.ts';
import { chatForAll } from './chat-session.ts';

describe('A reply in the chat', () => {
  const chat = chatForAll();

  it('is asked for by Enter, streams, and tells what it cost', async () => {
    const { panel, service } = chat();
    const gate = replyThroughGate(service, 'The lamp ', 'is lit.');
    await panel.composer.pressSequentially('Is the lamp');
    await panel.composer.press('Shift+Enter');
    await panel.composer.pressSequentially('lit?');
    await panel.waitForDraft('Is the lamp\nlit?');
    await panel.composer.press('Enter');

    await panel.lastReply.getByText('waiting…').waitFor();
    await panel.waitForDraft('');
    await gate.waiting();
    gate.release(1);
    await panel.lastReply.getByText('writing…').waitFor();
    await panel.waitForTexts('Is the lamp\nlit?', 'The lamp');
    gate.open();
    await panel.waitForEnd(panel.lastReply);
    await panel.waitForTexts('Is the lamp\nlit?', 'The lamp is lit.');
    await panel.lastReply.getByText(/^≈ \d+ \+ \d+ tokens$/).waitFor();
    await panel.title.filter({ hasText: 'Is the lamp' }).waitFor();
    assert.deepEqual(history(lastSent(service)), ['u: Is the lamp\nlit?']);
  });

  it('has all that was said before in its request', async () => {
    const { panel, service } = chat();
    replyWith(service, 'Alpha.');
    await panel.ask('One');
    replyWith(service, 'Beta.');
    await panel.ask('Two');
    await panel.ask('Three');
    assert.deepEqual(history(lastSent(service)), ['u: One', 'a: Alpha.', 'u: Two', 'a: Beta.', 'u: Three']);
  });

  it('is stopped by the button before its first word', async () => {
    const { panel, service } = chat();
    const gate = replyThroughGate(service, 'Never.');
    await panel.send('Why?');
    const request = await nextChat(service);
    await gate.waiting();
    await panel.button('Stop').click();
    await panel.waitForEnd(panel.lastReply);
    await panel.lastReply.getByText('stopped').waitFor();
    await request.whenClosed;
    assert.equal(request.closedByClient, true);
    assert.deepEqual(await panel.texts(), ['Why?', '']);
  });

  it('is stopped by Escape in its middle, keeps what came, and goes on when told to', async () => {
    const { panel, service } = chat();
    const gate = replyThroughGate(service, 'The lamp', 'never');
    await panel.send('Is it lit?');
    await gate.waiting();
    gate.release(1);
    await panel.waitForTexts('Is it lit?', 'The lamp');
    await panel.composer.press('Escape');
    await panel.waitForEnd(panel.lastReply);
    await panel.lastReply.getByText('stopped').waitFor();
    assert.deepEqual(await panel.texts(), ['Is it lit?', 'The lamp']);

    replyWith(service, ' is lit.');
    await panel.lastReply.getByRole('button', { name: 'Continue', exact: true }).click();
    await panel.waitForTexts('Is it lit?', 'The lamp is lit.');
    assert.deepEqual(history(lastSent(service)), ['u: Is it lit?', 'a: The lamp', `u: ${CONTINUE}`]);
  });

  it('is stopped between two tries', async () => {
    const { panel, service } = chat();
    service.fault({ type: 'status', status: 503, headers: { 'retry-after': '50' } });
    await panel.send('Why?');
    await panel.lastReply.getByText('trying again in 50 s…').waitFor();
    await panel.composer.press('Escape');
    await panel.lastReply.getByText('stopped').waitFor();
    await panel.waitForEnd(panel.lastReply);
    assert.equal(chatRequests(service).length, 1);

    replyWith(service, 'Because.');
    await panel.ask('And now?');
    assert.deepEqual(history(lastSent(service)), ['u: Why?\n\nAnd now?']);
  });
});
