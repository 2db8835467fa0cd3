import assert from 'node:assert/strict';
import { replyThroughGate, replyWith } from '../host/support/chat-stream.ts';
import { ChatPanel, history, lastSent } from './chat-panel.ts';
import { chatForAll } from './chat-session.ts';
import { openAnotherWindow } from './open-workbench.ts';

describe('Two windows with the same conversation', () => {
  const chat = chatForAll();

  it('show each other’s messages, and lose none', async () => {
    const { panel, service, w } = chat();
    replyWith(service, 'One.');
    await panel.ask('Count');
    const other = await openAnotherWindow(w);
    try {
      const there = new ChatPanel(other);
      await there.open();
      await there.waitForTexts('Count', 'One.');

      // What one window writes grows in the other one.
      const gate = replyThroughGate(service, 'Two, ', 'three.');
      await panel.send('Go on');
      await gate.waiting();
      gate.release(1);
      await there.waitForTexts('Count', 'One.', 'Go on', 'Two,');
      await there.lastReply.getByText('writing in another window…').waitFor();
      gate.open();
      await there.waitForTexts('Count', 'One.', 'Go on', 'Two, three.');
      await there.waitForEnd(there.lastReply);

      replyWith(service, 'Four.');
      await there.ask('And on');
      assert.deepEqual(history(lastSent(service)), [
        'u: Count',
        'a: One.',
        'u: Go on',
        'a: Two, three.',
        'u: And on',
      ]);
      await panel.waitForTexts('Count', 'One.', 'Go on', 'Two, three.', 'And on', 'Four.');

      // Both at once make branches of the same message: neither is lost.
      const [here, elsewhere] = [replyThroughGate(service, 'Here.'), replyThroughGate(service, 'There.')];
      await panel.send('From here');
      await here.waiting();
      await there.waitForTexts('Count', 'One.', 'Go on', 'Two, three.', 'And on', 'Four.', 'From here', '');
      await there.pagerOf(there.questions.last()).element.waitFor({ state: 'detached' });
      await there.questions.last().getByRole('button', { name: 'Edit and Send Again' }).click();
      await there.waitForDraft('From here');
      await there.send('From there');
      await elsewhere.waiting();
      here.open();
      elsewhere.open();
      for (const [name, each] of Object.entries({ panel, there })) {
        const pager = each.pagerOf(each.questions.last());
        await pager.waitFor('2 of 2').catch((error: Error) => {
          throw new Error(`${name}: ${error.message}`);
        });
        await each.waitForTexts(
          'Count',
          'One.',
          'Go on',
          'Two, three.',
          'And on',
          'Four.',
          'From there',
          'There.',
        );
        await pager.previous();
        await each.waitForTexts(
          'Count',
          'One.',
          'Go on',
          'Two, three.',
          'And on',
          'Four.',
          'From here',
          'Here.',
        );
        await pager.next();
      }
    } finally {
      await other.close();
    }
  });
});
