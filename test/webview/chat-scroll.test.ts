import assert from 'node:assert/strict';
import type { Turn } from '../../src/chat/shared/protocol.ts';
import { until } from '../until.ts';
import { type ChatPage, chatPages } from './chat-page.ts';
import { question, reply, stateMessage, viewState } from './chat-states.ts';

/** More than fits: questions and replies of several lines. */
function turns(count: number): Turn[] {
  return Array.from({ length: count }, (_, i) => {
    const text = `Message ${i}. ${'Some words that fill a line or two of it. '.repeat(1 + (i % 7))}`;
    return i % 2 === 0 ? question(`m${i}`, text) : reply(`m${i}`, `${text}\n\n- one\n- two\n\nEnd of ${i}.`);
  });
}

const long = viewState({ conversation: { turns: turns(40) } });

/** Pixels to the end. */
async function distance(page: ChatPage): Promise<number> {
  return page.log.evaluate(
    (log: { scrollHeight: number; scrollTop: number; clientHeight: number }) =>
      log.scrollHeight - log.scrollTop - log.clientHeight,
  );
}

/** Where the top of a message is, below that of the list. */
async function topOf(page: ChatPage, turn: string): Promise<number> {
  const [list, box] = [await page.log.boundingBox(), await page.turn(turn).boundingBox()];
  return Math.round((box?.y ?? Number.NaN) - (list?.y ?? Number.NaN));
}

async function scrollUp(page: ChatPage, pixels = 700): Promise<void> {
  await page.log.hover();
  await page.page.mouse.wheel(0, -pixels);
  await until('it has scrolled', async () => (await distance(page)) > Math.min(pixels, 300) - 20);
  await page.drawn();
}

describe('the list of messages', () => {
  const open = chatPages();
  /** A conversation in which a reply is about to be written. */
  const writing = async (): Promise<{ page: ChatPage; grow: (text: string) => Promise<void> }> => {
    const all = [...turns(20), reply('w', '', { state: 'waiting' })];
    const page = await open({ state: viewState({ conversation: { turns: all, isReplying: true } }) });
    await page.drawn();
    let at = 0;
    return {
      page,
      grow: async (text) => {
        await page.post({ type: 'grown', conversation: 'c1', turn: 'w', at, text });
        at += text.length;
        await page.drawn();
      },
    };
  };

  it('shows the end when a conversation is opened', async () => {
    const page = await open({ state: long });
    await page.drawn();
    assert.ok((await distance(page)) < 2);
    assert.equal(await page.button('Scroll to End').count(), 0);
    await page.post(stateMessage(viewState({ conversation: { id: 'c2', turns: turns(30) } })));
    await page.drawn();
    assert.ok((await distance(page)) < 2);
  });

  it('follows the end while a reply grows', async () => {
    const { page, grow } = await writing();
    for (let i = 0; i < 20; i++) {
      await grow(`Paragraph ${i} of it, which is long enough for more than a line of the view.\n\n`);
      assert.ok((await distance(page)) < 2, `after paragraph ${i}`);
    }
  });

  it('stays where the person scrolls up to, until the person comes back to the end', async () => {
    const { page, grow } = await writing();
    await grow('Text.\n\n'.repeat(30));
    await scrollUp(page, 200);
    const before = await topOf(page, 'w');
    await grow('More.\n\n'.repeat(30));
    assert.equal(await topOf(page, 'w'), before);
    assert.ok((await distance(page)) > 400);
    await page.page.mouse.wheel(0, 5000);
    await until('the end is in view', async () => (await distance(page)) < 2);
    await page.drawn();
    await grow('Even more.\n\n'.repeat(30));
    assert.ok((await distance(page)) < 2);
  });

  it('stays by a single small step up', async () => {
    const { page, grow } = await writing();
    await grow('Text.\n\n'.repeat(30));
    await page.log.hover();
    await page.page.mouse.wheel(0, -20);
    await until('it has scrolled', async () => (await distance(page)) >= 15);
    await page.drawn();
    await grow('More.\n\n'.repeat(10));
    assert.ok((await distance(page)) > 100);
  });

  it('offers the way to the end while that is out of sight, and follows it then', async () => {
    const { page, grow } = await writing();
    await grow('Text.\n\n'.repeat(30));
    await scrollUp(page);
    await page.button('Scroll to End').click();
    await page.drawn();
    assert.ok((await distance(page)) < 2);
    assert.equal(await page.button('Scroll to End').count(), 0);
    assert.equal(await page.page.evaluate('document.activeElement.tagName'), 'TEXTAREA');
    await grow('More.\n\n'.repeat(30));
    assert.ok((await distance(page)) < 2);
  });

  it('goes to the end when the person sends', async () => {
    const page = await open({ state: { ...long, composer: { text: 'Q', attachments: [] } } });
    await scrollUp(page);
    await page.composer.press('Enter');
    await page.post({ type: 'turn', conversation: 'c1', turn: question('new', 'Q') });
    await page.drawn();
    assert.ok((await distance(page)) < 2);
  });

  it('keeps what is in view when the view becomes narrower, wider, or lower', async () => {
    const page = await open({ state: long });
    await page.page.setViewportSize({ width: 200, height: 640 });
    await page.drawn();
    assert.ok((await distance(page)) < 2);
    await page.page.setViewportSize({ width: 360, height: 640 });
    await scrollUp(page, 1500);
    const { top, id } = await topmost(page);
    for (const [width, height] of [
      [220, 640],
      [500, 640],
      [500, 300],
    ] as const) {
      await page.page.setViewportSize({ width, height });
      await page.drawn();
      assert.equal((await topmost(page)).id, id, `${width}×${height}`);
    }
    await page.page.setViewportSize({ width: 360, height: 640 });
    await page.drawn();
    const now = await topOf(page, id);
    assert.ok(Math.abs(now - top) <= 4, `${id} was at ${top} and is at ${now}`);
  });

  it('comes back as it was when the view is hidden and shown', async () => {
    const page = await open({ state: long });
    await scrollUp(page, 1500);
    const { top, id } = await topmost(page);
    await page.page.evaluate('window.dispatchEvent(new Event("pagehide"))');
    await page.reload();
    await page.drawn();
    const now = await topOf(page, id);
    assert.ok(Math.abs(now - top) <= 2, `${id} was at ${top} and is at ${now}`);
    await page.button('Scroll to End').waitFor();
  });

  it('comes back to each conversation where the person was', async () => {
    const page = await open({ state: long });
    await scrollUp(page, 1500);
    const { top, id } = await topmost(page);
    await page.post(stateMessage(viewState({ conversation: { id: 'c2', turns: turns(3) } })));
    await page.drawn();
    await page.post(stateMessage(long));
    await page.drawn();
    const now = await topOf(page, id);
    assert.ok(Math.abs(now - top) <= 2, `${id} was at ${top} and is at ${now}`);
  });

  it('is not moved by a state that shows the same', async () => {
    const page = await open({ state: long });
    await scrollUp(page, 1500);
    const { top, id } = await topmost(page);
    await page.post(stateMessage(structuredClone(long)));
    await page.drawn();
    assert.equal(await topOf(page, id), top);
  });

  it('shows what it kept of garbage as if there were nothing', async () => {
    const page = await open({ state: long });
    for (const garbage of [
      '[]',
      '{"places":[["c1",{"at":{"turn":"gone","above":3},"isUnfolded":false}]]}',
      '"x"',
    ]) {
      await page.page.evaluate(`sessionStorage.setItem('state', ${JSON.stringify(garbage)})`);
      await page.reload();
      await page.drawn();
      assert.ok((await distance(page)) < 2);
    }
  });
});

describe('messages that are not sent', () => {
  const open = chatPages();
  const state = viewState({ conversation: { turns: turns(6), leftOut: 2 } });
  const shown = (page: ChatPage) => page.log.getByRole('article').count();

  it('are folded away behind a line that says how many they are', async () => {
    const page = await open({ state });
    assert.equal(await shown(page), 4);
    const line = page.log.locator('.left-out');
    assert.equal(
      (await line.textContent())?.replace(/\s+/g, ' '),
      '2 earlier messages are not sent (context 4096) · Show',
    );
    await page.button('Show').click();
    assert.equal(await shown(page), 6);
    await page.button('Hide').click();
    assert.equal(await shown(page), 4);
    assert.equal(await page.button('Show').getAttribute('aria-expanded'), 'false');
  });

  it('stay unfolded when the view is hidden and shown', async () => {
    const page = await open({ state });
    await page.button('Show').click();
    await page.page.evaluate('window.dispatchEvent(new Event("blur"))');
    await page.reload();
    assert.equal(await shown(page), 6);
  });

  it('are not taken away from somebody who is reading: only the line moves', async () => {
    const page = await open({ state: viewState({ conversation: { turns: turns(6) } }) });
    assert.equal(await page.log.locator('.left-out').count(), 0);
    const status = { type: 'status', conversation: 'c1', title: '', isReplying: false } as const;
    await page.post({ ...status, leftOut: 1 });
    assert.equal(await shown(page), 6);
    assert.equal(
      await page.page.evaluate('document.querySelector(".left-out").previousElementSibling.dataset.turn'),
      'm0',
    );
    assert.equal(
      await page.log.locator('.left-out').textContent(),
      '1 earlier message is not sent (context 4096)',
    );
    await page.post({ ...status, leftOut: 4 }, { type: 'meter' });
    assert.equal(
      await page.page.evaluate('document.querySelector(".left-out").nextElementSibling.dataset.turn'),
      'm4',
    );
    assert.equal(await page.log.locator('.left-out').textContent(), '4 earlier messages are not sent');
    await page.post({ ...status, leftOut: 0 });
    assert.equal(await page.log.locator('.left-out').count(), 0);
  });
});

interface Listed {
  readonly dataset: { readonly turn: string };
  getBoundingClientRect(): { top: number; bottom: number };
}

/** The first message in view, and where its top is. */
async function topmost(page: ChatPage): Promise<{ id: string; top: number }> {
  const y = (await page.log.boundingBox())?.y ?? 0;
  const id = await page.log
    .locator('.turn')
    .evaluateAll(
      (all: Listed[], top: number) =>
        all.find((turn) => turn.getBoundingClientRect().bottom > top)?.dataset.turn ?? '',
      y,
    );
  return { id, top: await topOf(page, id) };
}
