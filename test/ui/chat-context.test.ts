import assert from 'node:assert/strict';
import { replyWith } from '../host/support/chat-stream.ts';
import { chatRequests, history, lastSent } from './chat-panel.ts';
import { chatForAll } from './chat-session.ts';

describe('A conversation that is longer than its model’s context', () => {
  const chat = chatForAll({ settings: { 'inkwell.contextLength': { '*': 200 } } });

  /** About so many tokens. */
  const long = (tokens: number): string => 'lamp '.repeat(tokens).trim();

  it('says before it is sent what will be left out, and leaves it out', async () => {
    const { panel, service } = chat();
    replyWith(service, 'A1');
    await panel.ask(`Q1 ${long(60)}`);
    replyWith(service, 'A2');
    await panel.ask(`Q2 ${long(20)}`);
    await panel.meter.waitFor();
    assert.equal(await panel.log.locator('.left-out').count(), 0);

    await panel.composer.fill(`Q3 ${long(60)}`);
    await panel.log.locator('.left-out').filter({ hasText: '2 earlier messages are not sent' }).waitFor();
    assert.match(
      (await panel.meter.getAttribute('title')) ?? '',
      /The 2 oldest messages will be left out\.$/,
    );
    assert.match((await panel.meter.innerText()).trim(), /^≈ 1\d\d \/ 200$/);

    replyWith(service, 'A3');
    await panel.composer.press('Enter');
    const reply = panel.replies.nth(2);
    await panel.waitForEnd(reply);
    assert.deepEqual(history(lastSent(service)), [`u: Q2 ${long(20)}`, 'a: A2', `u: Q3 ${long(60)}`]);
    await reply.getByText('2 earlier messages were not sent.').waitFor();
  });

  it('is not sent where its last message alone is too long, and says what to do', async () => {
    const { panel, service, w } = chat();
    await panel.composer.fill(long(300));
    await panel.view.locator('.meter.is-full').waitFor();
    const reply = await panel.ask(long(300));
    await reply.locator('.failure').filter({ hasText: 'too long for the model' }).waitFor();
    assert.equal(chatRequests(service).length, 0);
    await reply.getByRole('button', { name: 'Set Context Length' }).click();
    await w.page.locator('.settings-editor').waitFor();
  });

  it('is sent once more with less when the service finds it too long, and explained after that', async () => {
    const { panel, service } = chat();
    const refusal = {
      type: 'status',
      status: 400,
      error: {
        code: 'context_length_exceeded',
        message:
          "This model's maximum context length is 120 tokens. Please reduce the length of the messages.",
      },
    } as const;
    replyWith(service, 'A1');
    await panel.ask(`Q1 ${long(40)}`);
    service.fault(refusal);
    replyWith(service, 'A2');
    await panel.ask(`Q2 ${long(40)}`);
    assert.deepEqual(chatRequests(service).slice(1).map(history), [
      [`u: Q1 ${long(40)}`, 'a: A1', `u: Q2 ${long(40)}`],
      [`u: Q2 ${long(40)}`],
    ]);
    await panel.lastReply.getByText('2 earlier messages were not sent.').waitFor();

    service.fault(refusal, { times: 2 });
    const reply = await panel.ask('Q3');
    await reply.locator('.failure').filter({ hasText: 'also with its oldest messages left out' }).waitFor();
    await reply.getByRole('button', { name: 'Set Context Length' }).waitFor();
    assert.equal(chatRequests(service).length, 5);
  });
});
