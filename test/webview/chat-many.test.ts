import assert from 'node:assert/strict';
import type { Turn } from '../../src/chat/shared/protocol.ts';
import { until } from '../until.ts';
import { chatPages } from './chat-page.ts';
import { question, reply, stateMessage, viewState } from './chat-states.ts';

function turns(count: number): Turn[] {
  return Array.from({ length: count }, (_, i) =>
    i % 2 === 0 ? question(`m${i}`, `Question ${i}`) : reply(`m${i}`, `Answer **${i}**\n\n- one\n- two`),
  );
}

describe('a conversation of a thousand messages', () => {
  const open = chatPages();

  it('is all there, and Markdown where somebody comes near', async () => {
    const page = await open({ state: viewState({ conversation: { turns: turns(1000) } }) });
    assert.equal(await page.log.getByRole('article').count(), 1000);
    await page.turn('m999').locator('strong').waitFor();
    assert.equal(await page.turn('m1').locator('.reply-text').textContent(), 'Answer **1**\n\n- one\n- two');
    assert.equal(await page.turn('m1').locator('strong').count(), 0);
    await page.turn('m1').scrollIntoViewIfNeeded();
    await page.turn('m1').locator('strong').waitFor();
    assert.equal(await page.turn('m501').locator('strong').count(), 0);
  });

  it('keeps its place when it is opened again far up', async () => {
    const state = viewState({ conversation: { turns: turns(1000) } });
    const page = await open({ state });
    await page.turn('m400').evaluate((element: { scrollIntoView(): void }) => element.scrollIntoView());
    await page.turn('m401').locator('strong').waitFor();
    await page.drawn();
    const before = await page.turn('m400').boundingBox();
    await page.page.evaluate('window.dispatchEvent(new Event("blur"))');
    await page.reload();
    await page.turn('m401').locator('strong').waitFor();
    await page.drawn();
    const box = await page.turn('m400').boundingBox();
    assert.ok(Math.abs((box?.y ?? 0) - (before?.y ?? 0)) <= 2, `${before?.y} became ${box?.y}`);
  });

  it('draws one message when one changes', async () => {
    const all = turns(1000);
    const page = await open({ state: viewState({ conversation: { turns: all } }) });
    await page.turn('m999').locator('strong').waitFor();
    await page.page.evaluate(`
      globalThis.changed = new Set();
      new MutationObserver((records) => {
        for (const { target } of records) {
          changed.add((target.closest ? target : target.parentElement).closest('.turn')?.dataset.turn ?? 'list');
        }
      }).observe(document.querySelector('.turns'), { subtree: true, childList: true, characterData: true, attributes: true });`);
    await page.post({ type: 'turn', conversation: 'c1', turn: reply('m501', 'New') });
    await page.post(
      stateMessage(
        viewState({
          conversation: { turns: all.map((turn) => (turn.id === 'm501' ? reply('m501', 'New') : turn)) },
        }),
      ),
    );
    await until('it is told', async () => (await page.page.evaluate('changed.size')) === 1);
    assert.deepEqual(await page.page.evaluate('[...changed]'), ['m501']);
  });
});
