import assert from 'node:assert/strict';
import type { ViewState } from '../../src/chat/shared/protocol.ts';
import { chatPages } from './chat-page.ts';
import { everything, question, reply, stateMessage, viewState } from './chat-states.ts';
import { themeNames } from './theme.ts';

const recents = [
  { id: 'r1', title: 'Earlier', when: 'yesterday' },
  { id: 'r2', title: '', when: 'last week' },
];

const states: Record<string, ViewState> = {
  'the start page': viewState({ recents }),
  'the welcome': viewState({ isConnected: false, recents }),
  'a conversation with everything in it': everything(),
  'a conversation that cannot be added to': viewState({
    conversation: {
      ...everything().conversation,
      isReplying: false,
      readOnly: 'Newer.',
      damaged: 'Torn.',
      notSaved: 'Full.',
    },
  }),
  'a conversation without a connection': { ...everything(), isConnected: false },
  editing: viewState({
    conversation: { turns: [question('a', 'long\n'.repeat(50)), reply('b', 'B')] },
    composer: { text: 'A', editing: 'a' },
  }),
};

describe('the chat view is fit for assistive technology', () => {
  const open = chatPages();

  for (const theme of themeNames) {
    for (const [name, state] of Object.entries(states)) {
      it(`${name}, in ${theme}`, async () => {
        const page = await open({ theme, state, size: { width: 360, height: 900 } });
        await page.drawn();
        assert.deepEqual(await page.accessibilityProblems(), []);
      });
    }
  }

  it('where its actions are shown', async () => {
    for (const theme of themeNames) {
      const page = await open({ theme, state: everything(), size: { width: 500, height: 1400 } });
      await page.turn('m2').hover();
      await page.turn('m3').getByRole('button', { name: 'Copy' }).focus();
      await page.button('Show').click();
      await page.drawn();
      assert.deepEqual(await page.accessibilityProblems(), [], theme);
    }
  });

  it('in colours that are forced upon it', async () => {
    const page = await open({ theme: 'high-contrast', state: everything(), forcedColors: true });
    await page.drawn();
    assert.deepEqual(await page.accessibilityProblems(), []);
  });

  it('has headings for the conversation and for each message', async () => {
    const page = await open({ state: everything() });
    assert.equal(await page.page.getByRole('heading', { level: 1 }).textContent(), 'Rename loader tests');
    assert.deepEqual(await page.log.getByRole('heading', { level: 2 }).allTextContents(), [
      'You',
      'chat-1',
      'You',
      'chat-1',
      'You',
      'chat-1',
    ]);
    await page.post({ type: 'status', conversation: 'c1', title: 'Other', leftOut: 2, isReplying: false });
    assert.equal(await page.page.getByRole('heading', { level: 1 }).textContent(), 'Other');
  });

  it('announces nothing of a growing reply by itself, and once what the host says', async () => {
    const page = await open({ state: everything() });
    assert.equal(await page.log.getAttribute('aria-live'), 'off');
    await page.page.evaluate(`
      globalThis.said = [];
      const region = document.querySelector('[role=status]');
      new MutationObserver((all) => {
        for (const { addedNodes } of all) {
          said.push(...[...addedNodes].map((node) => node.textContent));
        }
      }).observe(region, { childList: true, subtree: true });`);
    await page.post({
      type: 'grown',
      conversation: 'c1',
      turn: 'm6',
      at: everything().conversation.turns[7]?.text.length ?? 0,
      text: '!',
    });
    await page.post({ type: 'announce', text: 'The reply has ended.' });
    await page.post({ type: 'announce', text: 'The reply has ended.' });
    await page.post(stateMessage(everything()));
    assert.deepEqual(await page.page.evaluate('said'), ['The reply has ended.', 'The reply has ended.']);
  });

  it('does not move where motion is not wanted', async () => {
    const page = await open({ state: everything(), reducedMotion: true });
    const moving = await page.page.evaluate(`
      [...document.querySelectorAll('*')].filter((element) => {
        const { transitionDuration, animationName } = getComputedStyle(element);
        return transitionDuration !== '0s' || animationName !== 'none';
      }).map(({ className }) => className)`);
    assert.deepEqual(moving, []);
  });
});

describe('the chat view', () => {
  const open = chatPages();

  it('fits into 170 pixels, with everything in reach', async () => {
    for (const state of Object.values(states)) {
      const page = await open({ state, size: { width: 170, height: 600 } });
      await page.drawn();
      const beyond = await page.page.evaluate(`
        [...document.querySelectorAll('main *')].filter((element) => {
          const { right, width } = element.getBoundingClientRect();
          const scrolls = element.closest('pre, .visually-hidden, .label, [role=region]') !== null;
          return width > 0 && !scrolls && right > 170.5;
        }).map((element) => element.outerHTML.slice(0, 100))`);
      assert.deepEqual(beyond, []);
    }
  });

  it('has the size of letters that the person has set', async () => {
    const size = () => page.page.evaluate('getComputedStyle(document.querySelector("main")).fontSize');
    const page = await open({ state: viewState({ fontSize: 18 }) });
    assert.equal(await size(), '18px');
    await page.post({ type: 'fontSize', fontSize: 0 });
    assert.equal(await size(), '13px');
  });

  it('drops what it cannot understand, and goes on', async () => {
    const page = await open({ state: viewState() });
    await page.postRaw(
      'nonsense',
      null,
      { type: 'unknown' },
      { type: 'state', state: {} },
      { type: 'turn', turn: 3 },
    );
    await page.post({ type: 'connected', isConnected: false });
    await page.button('Connect to a Service…').waitFor();
    assert.equal(page.problems.length, 5);
    assert.ok(page.problems.every((problem) => problem.startsWith('The page got what it cannot understand')));
    page.problems.length = 0;
  });

  it('shows nothing but the place to write in until it knows more', async () => {
    const page = await open();
    assert.equal(await page.page.getByRole('main').textContent(), '');
    await page.post(stateMessage(viewState()));
    await page.composer.waitFor();
  });

  it('shows what came with the page at once, and tells that it listens once', async () => {
    const page = await open({ state: everything() });
    assert.equal((await page.postedOf('ready')).length, 1);
    assert.equal(await page.log.getByRole('article').count(), 6);
    assert.equal(await page.page.evaluate('document.body.dataset.state'), undefined);
  });
});
