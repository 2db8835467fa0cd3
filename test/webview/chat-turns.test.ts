import assert from 'node:assert/strict';
import type { Turn } from '../../src/chat/shared/protocol.ts';
import { chatPages } from './chat-page.ts';
import { everything, question, reply, stateMessage, viewState } from './chat-states.ts';

/** Text that would do harm, or break the view, wherever it is taken for anything but text. */
const HOSTILE =
  '<img src=x onerror="alert(1)"><script>alert(2)</script>$1 {0} &amp; \u202eשלום\u0000\ud800<b>';

const withTurns = (...turns: Turn[]) => viewState({ conversation: { turns } });

describe('a message in the chat view', () => {
  const open = chatPages();

  it('is an article with a heading: who says it', async () => {
    const page = await open({ state: withTurns(question('a', 'Why?'), reply('b', 'Because.')) });
    const articles = page.log.getByRole('article');
    assert.equal(await articles.count(), 2);
    await page.log
      .getByRole('article', { name: 'You' })
      .getByRole('heading', { name: 'You', level: 2 })
      .waitFor();
    await page.log.getByRole('article', { name: 'chat-1' }).getByText('Because.').waitFor();
  });

  it('of a model without a name is a reply', async () => {
    const page = await open({ state: withTurns(reply('a', 'Yes.', { model: undefined })) });
    await page.log.getByRole('heading', { name: 'Reply' }).waitFor();
  });

  it('of the person keeps its line breaks and spaces, and links and marks in it are text', async () => {
    const text = 'one\n\n  two https://example.org\n**three** <b>four</b> [x](command:y)';
    const page = await open({ state: withTurns(question('a', text)) });
    const plain = page.turn('a').locator('.plain');
    assert.equal(await plain.textContent(), text);
    assert.equal(await plain.evaluate((element: { innerText: string }) => element.innerText), text);
    assert.equal(await page.turn('a').locator('a, b, strong').count(), 0);
  });

  it('is text, whatever it, its names, its notes or its error contain', async () => {
    const chip = { id: 'x', label: HOSTILE, title: HOSTILE };
    const error = {
      message: HOSTILE,
      requestId: HOSTILE,
      remedies: [{ remedy: 'retry' as const, label: HOSTILE }],
    };
    const state = viewState({
      conversation: {
        title: HOSTILE,
        notSaved: HOSTILE,
        turns: [
          question('a', HOSTILE, { attachments: [chip] }),
          reply('b', '', { model: HOSTILE, status: HOSTILE, state: 'waiting', notes: [HOSTILE] }),
          reply('c', HOSTILE, { state: 'failed', error }),
        ],
      },
      composer: { text: HOSTILE, attachments: [chip] },
      choices: { model: HOSTILE, system: HOSTILE, parameters: 1 },
      meter: { used: 1, limit: 2, isEstimate: true, leftOut: 0, title: HOSTILE },
    });
    const page = await open({ state });
    await page.post({ type: 'announce', text: HOSTILE });
    assert.equal(await page.page.locator('main img, main script, main b').count(), 0);
    // The browser's own notion of a NUL or half a pair in text that passes as JSON is the text itself.
    assert.equal(await page.turn('a').locator('.plain').textContent(), HOSTILE);
    assert.equal(await page.turn('b').locator('h2').textContent(), HOSTILE);
    assert.equal(await page.turn('c').locator('.request-id').textContent(), HOSTILE);
    assert.equal(await page.turn('c').locator('.remedies button').textContent(), HOSTILE);
    const width = await page.page.evaluate('document.documentElement.scrollWidth');
    assert.equal(width, 360);
  });

  it('of the person is folded when it is long, and unfolds', async () => {
    const text = Array.from({ length: 40 }, (_, i) => `line ${i}`).join('\n');
    const page = await open({ state: withTurns(question('a', text)) });
    const plain = page.turn('a').locator('.plain');
    assert.equal(await plain.textContent(), `${text.split('\n').slice(0, 12).join('\n')}…`);
    await page.button('Show More').click();
    assert.equal(await plain.textContent(), text);
    assert.equal(await page.button('Show Less').getAttribute('aria-expanded'), 'true');
    await page.page.keyboard.press('Enter');
    await page.button('Show More').waitFor();
    await page.post(stateMessage(withTurns(question('a', 'x'.repeat(1300)))));
    assert.equal(await plain.textContent(), 'x'.repeat(1300));
    await page.post(stateMessage(withTurns(question('a', '😀'.repeat(1300)))));
    assert.equal(await plain.textContent(), `${'😀'.repeat(600)}…`);
  });

  it('shows what it is at', async () => {
    const states = ['waiting', 'writing', 'stopped', 'interrupted', 'elsewhere'] as const;
    const page = await open({ state: withTurns(...states.map((state) => reply(state, 'Text', { state }))) });
    const words = ['waiting…', 'writing…', 'stopped', 'interrupted', 'written in another window…'];
    for (const [i, state] of states.entries()) {
      assert.equal(await page.turn(state).locator('.status').textContent(), words[i]);
    }
    await page.post({
      type: 'turn',
      conversation: 'c1',
      turn: reply('waiting', '', { state: 'waiting', status: 'Trying again in 3 s' }),
    });
    assert.equal(await page.turn('waiting').locator('.status').textContent(), 'Trying again in 3 s');
    await page.post({ type: 'turn', conversation: 'c1', turn: reply('waiting', 'There.') });
    assert.equal(await page.turn('waiting').locator('.status').count(), 0);
  });

  it('that failed says why and what can be done, below what came', async () => {
    const page = await open({ state: everything() });
    const turn = page.turn('m4');
    assert.equal(await turn.locator('.failure strong').textContent(), 'The connection was cut.');
    assert.equal(
      await turn.locator('.failure p').textContent(),
      'The connection was cut. What came so far is kept above.',
    );
    assert.match((await turn.locator('.reply-text').textContent()) ?? '', /a spy shows that$/);
    assert.deepEqual(await turn.locator('.remedies button').allTextContents(), [
      'Retry',
      'Continue from Here',
      'Show Log',
    ]);
    assert.equal(await turn.locator('.request-id').textContent(), 'req_8c1f');
    // Continue is among the remedies, and is not there twice.
    assert.equal(await turn.getByRole('button', { name: 'Continue', exact: true }).count(), 0);
  });

  it('that was written says what it cost, exactly or about', async () => {
    const usage = { prompt: 412, completion: 168 };
    const page = await open({
      state: withTurns(
        reply('a', 'A', { usage }),
        reply('b', 'B', { usage: { ...usage, isEstimate: true } }),
      ),
    });
    assert.equal(await page.turn('a').locator('.usage').textContent(), '412 + 168 tokens');
    assert.equal(
      await page.turn('a').locator('.usage').getAttribute('title'),
      '412 tokens were sent, 168 were received',
    );
    assert.equal(await page.turn('b').locator('.usage').textContent(), '≈ 412 + 168 tokens');
  });

  it('says what else is to be known of it', async () => {
    const page = await open({
      state: withTurns(
        reply('a', 'A', { notes: ['One.', 'Two.'], leftOut: 1 }),
        reply('b', 'B', { leftOut: 3 }),
      ),
    });
    assert.deepEqual(await page.turn('a').locator('.notes p').allTextContents(), [
      'One.',
      'Two.',
      '1 earlier message was not sent.',
    ]);
    assert.deepEqual(await page.turn('b').locator('.notes p').allTextContents(), [
      '3 earlier messages were not sent.',
    ]);
  });

  it('offers what can be done with it only when it can', async () => {
    const names = async (id: string) =>
      page
        .turn(id)
        .locator('.actions button')
        .evaluateAll((all: { ariaLabel: string }[]) => all.map(({ ariaLabel }) => ariaLabel));
    const page = await open({
      state: withTurns(
        question('user', 'Q'),
        reply('done', 'A'),
        reply('short', 'A', { canContinue: true }),
        reply('empty', '', { state: 'stopped' }),
        reply('elsewhere', 'A', { state: 'elsewhere' }),
        reply('writing', 'A', { state: 'writing' }),
      ),
    });
    assert.deepEqual(await names('user'), ['Edit and Send Again', 'Copy']);
    assert.deepEqual(await names('done'), ['Copy', 'Regenerate', 'Branch into a New Conversation']);
    assert.deepEqual(await names('short'), [
      'Copy',
      'Regenerate',
      'Continue',
      'Branch into a New Conversation',
    ]);
    assert.deepEqual(await names('empty'), ['Regenerate', 'Branch into a New Conversation']);
    assert.deepEqual(await names('elsewhere'), []);
    assert.deepEqual(await names('writing'), []);
  });

  it('offers nothing that would add to a conversation that can only be read', async () => {
    const { conversation } = everything();
    const page = await open({ state: viewState({ conversation: { ...conversation, isReplying: false } }) });
    const status = { type: 'status', conversation: 'c1', title: '', leftOut: 0, isReplying: false } as const;
    const adding = page.log.getByRole('button', { name: /^(Edit|Regenerate|Continue|Retry)/ });
    assert.ok((await adding.count()) > 3);
    await page.post({ ...status, readOnly: 'It is from a newer Inkwell.' });
    await page.page.getByText('It is from a newer Inkwell.').waitFor();
    assert.equal(await adding.count(), 0);
    assert.equal(await page.composer.count(), 0);
    assert.ok((await page.log.getByRole('button', { name: 'Copy', exact: true }).count()) > 3);
    await page.button('Show Log').waitFor();
    await page.post(status);
    assert.ok((await adding.count()) > 3);
  });

  it('shows its actions to the mouse and to the focus, and has them for screen readers always', async () => {
    const page = await open({
      state: withTurns(question('a', 'A'), reply('b', 'B'), reply('c', 'C')),
      reducedMotion: true,
    });
    const opacity = (id: string) =>
      page.page.evaluate(
        `getComputedStyle(document.querySelector('[data-turn="${id}"] .actions button')).opacity`,
      );
    const button = page.turn('b').getByRole('button', { name: 'Copy' });
    assert.equal(await opacity('b'), '0');
    assert.equal(await opacity('c'), '1');
    assert.equal(await button.count(), 1);
    await page.turn('b').hover();
    assert.equal(await opacity('b'), '1');
    await page.page.mouse.move(0, 0);
    assert.equal(await opacity('b'), '0');
    await button.focus();
    assert.equal(await opacity('b'), '1');
  });

  it('shows its actions always in high contrast', async () => {
    for (const theme of ['high-contrast', 'high-contrast-light'] as const) {
      const page = await open({
        theme,
        state: withTurns(reply('b', 'B'), reply('c', 'C')),
        reducedMotion: true,
      });
      assert.equal(
        await page.page.evaluate(`getComputedStyle(document.querySelector('.actions button')).opacity`),
        '1',
      );
    }
  });

  it('keeps what was drawn when something else changes', async () => {
    const page = await open({ state: withTurns(question('a', 'A'), reply('b', 'B'), reply('c', 'C')) });
    await page.page.evaluate(`
      globalThis.changed = [];
      for (const turn of document.querySelectorAll('.turn')) {
        new MutationObserver(() => changed.push(turn.dataset.turn))
          .observe(turn, { subtree: true, childList: true, characterData: true, attributes: true });
      }`);
    await page.post(
      stateMessage(withTurns(question('a', 'A'), reply('b', 'B'), reply('c', 'C', { notes: ['Changed.'] }))),
      { type: 'turn', conversation: 'c1', turn: question('d', 'D') },
    );
    await page.drawn();
    assert.deepEqual(await page.page.evaluate('[...new Set(changed)]'), ['c']);
  });

  it('comes last when it is new, and goes when the state has it no more', async () => {
    const page = await open({ state: withTurns(question('a', 'A'), reply('b', 'B')) });
    await page.post({ type: 'turn', conversation: 'c1', turn: question('c', 'C') });
    const ids = () =>
      page.log
        .locator('.turn')
        .evaluateAll((all: { dataset: { turn: string } }[]) => all.map(({ dataset }) => dataset.turn));
    assert.deepEqual(await ids(), ['a', 'b', 'c']);
    await page.post(stateMessage(withTurns(question('c', 'C'), question('a', 'A'), reply('x', 'X'))));
    assert.deepEqual(await ids(), ['c', 'a', 'x']);
  });
});

describe('a reply that grows in the chat view', () => {
  const open = chatPages();
  const writing = reply('b', 'One', { state: 'writing' });

  it('shows each piece once, and then is the whole', async () => {
    const page = await open({ state: withTurns(question('a', 'A'), writing) });
    await page.post(
      { type: 'grown', conversation: 'c1', turn: 'b', at: 3, text: ' two' },
      { type: 'grown', conversation: 'c1', turn: 'b', at: 7, text: ' three' },
      { type: 'turn', conversation: 'c1', turn: reply('b', 'One two three') },
    );
    await page.turn('b').getByText('One two three', { exact: true }).waitFor();
    assert.deepEqual(await page.postedOf('refresh'), []);
  });

  it('asks once for everything when it has missed something, and once more the next time', async () => {
    const page = await open({ state: withTurns(writing) });
    const grown = { type: 'grown', conversation: 'c1', turn: 'b', at: 5, text: '!' } as const;
    await page.post(grown, grown, { ...grown, turn: 'unknown', at: 0 });
    assert.equal((await page.postedOf('refresh')).length, 1);
    await page.post(stateMessage(withTurns(reply('b', 'One two', { state: 'writing' }))), grown);
    assert.equal((await page.postedOf('refresh')).length, 2);
    await page.turn('b').getByText('One two', { exact: true }).waitFor();
  });

  it('takes nothing that belongs to another conversation', async () => {
    const page = await open({ state: withTurns(writing) });
    await page.post(
      { type: 'grown', conversation: 'c2', turn: 'b', at: 3, text: ' two' },
      { type: 'turn', conversation: 'c2', turn: question('z', 'Z') },
      { type: 'status', conversation: 'c2', title: 'Other', leftOut: 0, isReplying: true },
    );
    assert.equal(await page.log.locator('.turn').count(), 1);
    assert.equal(await page.turn('b').locator('.reply-text').textContent(), 'One');
    assert.deepEqual(await page.postedOf('refresh'), []);
    await page.button('Send').waitFor();
  });

  it('begins anew when it is another text, and goes on when it is continued', async () => {
    const page = await open({ state: withTurns(reply('b', 'One two', { state: 'stopped' })) });
    await page.post({ type: 'turn', conversation: 'c1', turn: reply('b', 'One two', { state: 'writing' }) });
    await page.post({ type: 'grown', conversation: 'c1', turn: 'b', at: 7, text: ' three' });
    await page.turn('b').getByText('One two three', { exact: true }).waitFor();
    await page.post({ type: 'turn', conversation: 'c1', turn: reply('b', '', { state: 'waiting' }) });
    await page.post({ type: 'grown', conversation: 'c1', turn: 'b', at: 0, text: 'Four' });
    await page.turn('b').getByText('Four', { exact: true }).waitFor();
    assert.equal((await page.turn('b').locator('.reply-text').textContent())?.trim(), 'Four');
  });
});

describe('what is checked before it is sent', () => {
  const open = chatPages();

  it('is said, can be stopped, and stays in the composer', async () => {
    const state = viewState({ composer: { text: 'Why?' } });
    const page = await open({ state });
    const status = { type: 'status', conversation: 'c1', title: '', leftOut: 0 } as const;
    await page.post({ ...status, isReplying: true, checking: 'Checking it…' });
    await page.page.getByText('Checking it…').waitFor();
    assert.equal(await page.composer.inputValue(), 'Why?');
    await page.page.getByRole('button', { name: 'Stop' }).waitFor();
    await page.post({ ...status, isReplying: false });
    await page.page.getByRole('button', { name: 'Send' }).waitFor();
    assert.equal(await page.page.getByText('Checking it…').count(), 0);
  });
});
