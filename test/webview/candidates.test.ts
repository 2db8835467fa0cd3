import assert from 'node:assert/strict';
import { type CandidatesTestPage, candidate, candidatesPages, mark } from './candidates-page.ts';

const TEXT = 'return parse(text, { strict: true });';
const MARKED = candidate(0, {
  text: TEXT,
  marks: [
    mark(TEXT, ' parse', 0.62, [' decode', 0.2]),
    mark(TEXT, ' strict', 0.41, [' loose', 0.33], ['\n', 0.12], ['\tx', 0.06]),
  ],
});

const PLACES = ['Line 3', 'Line 8'].map((label) => ({ label, promptEnd: '' }));

/** Two candidates for each of two places. */
const IN_PLACES = [0, 1, 2, 3].map((id) =>
  candidate(id, { place: Math.floor(id / 2), number: (id % 2) + 1 }),
);

describe('the candidates', () => {
  const open = candidatesPages();
  const listed = async (page: CandidatesTestPage): Promise<(string | null)[]> =>
    page.items.evaluateAll((items: { ariaLabel: string | null }[]) =>
      items.map(({ ariaLabel }) => ariaLabel),
    );

  it('say what is known of each, and what is not, they do not', async () => {
    const page = await open();
    await page.begin([
      { ...MARKED, confidence: 0.912 },
      candidate(1, { finish: 'length', confidence: null, times: 2 }),
      candidate(2, { finish: 'content_filter', confidence: 1 }),
      candidate(3, { finish: '', state: 'broken', confidence: null }),
      candidate(4, { finish: '', state: 'growing', confidence: 0.5 }),
    ]);
    assert.deepEqual(await listed(page), [
      'Candidate 1, stop, confidence 0.91, 2 unsure tokens',
      'Candidate 2, length: cut at max_tokens, 2 × the same',
      'Candidate 3, content_filter, confidence 1.00',
      'Candidate 4, incomplete',
      'Candidate 5, being written…, confidence 0.50',
    ]);
    await page.page.getByText('best of 4 · complete-1 · 96 tokens').waitFor();
  });

  it('are shown as text, whatever it is', async () => {
    const page = await open();
    const odd = '<img src=x onerror=alert(1)>\n\t${a} [b](command:c) {0}';
    await page.begin(
      [candidate(0, { text: odd, finish: odd.slice(0, 90) })],
      { heading: odd },
      {
        failure: { message: odd, actions: [odd.slice(0, 20)] },
      },
    );
    assert.equal(await page.items.locator('.text').innerText(), odd);
  });

  it('grow where they stand, with their marks, until these are taken back', async () => {
    const page = await open();
    await page.begin([candidate(0, { text: 'one', state: 'growing' })]);
    const rest = { ...candidate(0, { text: ' two', keepText: 3 }), marks: [mark('one two', 'two', 0.4)] };
    await page.post({ type: 'candidates', candidates: [rest], gone: [] });
    assert.equal(await page.items.locator('.text').innerText(), 'one two');
    assert.deepEqual(await page.marks.allInnerTexts(), ['two']);
    await page.post({
      type: 'candidates',
      candidates: [{ ...rest, keepText: 7, text: '', marks: [] }],
      gone: [],
    });
    assert.equal(await page.marks.count(), 0);
    assert.equal(await page.items.locator('.text').innerText(), 'one two');
  });

  it('mark a token without its space, more so where it is more likely wrong than not', async () => {
    const page = await open();
    const text = 'a b\n  ';
    await page.begin([
      { ...MARKED },
      candidate(1, { text, marks: [mark(text, ' b', 0.5), mark(text, '\n', 0.3), mark(text, '  ', 0.3)] }),
    ]);
    const looks = await page.marks.evaluateAll((marks: { className: string; textContent: string }[]) =>
      marks.map(({ className, textContent }) => [textContent, className]),
    );
    assert.deepEqual(looks, [
      ['parse', 'unsure'],
      ['strict', 'doubtful'],
      ['b', 'unsure'],
      ['\n', 'doubtful is-break'],
      ['  ', 'doubtful'],
    ]);
    assert.equal(
      await page.items
        .nth(1)
        .locator('.text')
        .evaluate((text: { textContent: string }) => text.textContent),
      text,
    );
  });

  it('tell what might have stood there when a token is pointed at', async () => {
    const page = await open();
    await page.begin([MARKED]);
    await page.marks.nth(1).hover();
    assert.deepEqual(await page.tipRows(), ['·strict\n41%', '·loose\n33%', '↵\n12%', '→x\n6%']);
    assert.equal(await page.tip.locator('.is-it').innerText(), '·strict\n41%');
    // It stays while it is pointed at itself, and goes with what it is about.
    await page.tip.hover();
    assert.equal(await page.tip.isVisible(), true);
    await page.page.mouse.move(400, 400);
    await page.tip.waitFor({ state: 'hidden' });
  });

  it('tell the token’s own probability where it is not among the likeliest', async () => {
    const page = await open();
    const odds = { ...mark(TEXT, ' parse', 0.1), alternatives: [{ text: ' decode', probability: 0.8 }] };
    await page.begin([candidate(0, { text: TEXT, marks: [odds] })]);
    await page.marks.hover();
    assert.deepEqual(await page.tipRows(), ['·parse\n10%', '·decode\n80%']);
  });

  it('show where a repeated prompt ends, which is no part of them', async () => {
    const page = await open();
    await page.begin([candidate(0, { isEchoed: true }), candidate(1)], {
      places: [{ label: 'Line 31', promptEnd: '…(path) {\n' }],
    });
    assert.deepEqual(await page.page.locator('.echo').allInnerTexts(), ['…(path) {\n']);
    await page.press('c');
    assert.deepEqual(await page.allPosted(), [{ type: 'copy', id: 0 }]);
  });

  it('are inserted and copied by their buttons, but neither half-done nor empty', async () => {
    const page = await open();
    await page.begin([
      candidate(0),
      candidate(1, { text: '', finish: 'stop' }),
      candidate(2, { state: 'growing' }),
      candidate(3, { state: 'broken' }),
    ]);
    for (const number of [1, 2, 3, 4]) {
      await page.button(`Insert candidate ${number}`).click({ force: true });
      await page.button(`Copy candidate ${number}`).click({ force: true });
    }
    assert.deepEqual(await page.allPosted(), [
      { type: 'insert', id: 0 },
      { type: 'copy', id: 0 },
      { type: 'copy', id: 2 },
      { type: 'insert', id: 3 },
      { type: 'copy', id: 3 },
    ]);
    await page.page.getByText('(empty)').waitFor();
  });

  it('can be asked for besides, and stopped, with other amounts', async () => {
    const page = await open();
    await page.begin([candidate(0)], { n: 2, bestOf: 4 });
    await page.button('More').click();
    await page.page.getByLabel('best_of').fill('');
    await page.page.getByLabel('n', { exact: true }).fill('5');
    await page.press('Enter');
    await page.page.getByLabel('n', { exact: true }).fill('0');
    await page.press('Enter');
    await page.state({ isAsking: true });
    // What stands in the fields does not keep anybody from stopping.
    await page.button('Stop').click();
    assert.deepEqual(await page.allPosted(), [
      { type: 'more', n: 2, bestOf: 4 },
      { type: 'more', n: 5, bestOf: null },
      { type: 'stop' },
    ]);
  });

  it('say no more of the answer before, once others are asked for', async () => {
    const page = await open();
    await page.begin([candidate(0)]);
    await page.post({ type: 'said', text: '1 candidate came' });
    const said = page.page.getByRole('status');
    await page.state({ inserted: [0] });
    assert.equal(await said.innerText(), '1 candidate came');
    await page.state({ isAsking: true });
    assert.equal(await said.innerText(), '');
    await page.post({ type: 'said', text: 'being written…' });
    await page.state({ failure: { message: 'It broke.', actions: ['Retry'] } });
    assert.equal(await said.innerText(), '');
  });

  it('are waited for, and missed', async () => {
    const page = await open();
    await page.begin([], {}, { isAsking: true });
    await page.page.getByText('The candidates are on their way…').waitFor();
    await page.page.getByRole('progressbar').waitFor();
    await page.state();
    await page.page.getByText('No candidate came.').waitFor();
    await page.post({ type: 'said', text: 'complete-1 had nothing to add.' });
    assert.deepEqual(await page.said(), ['complete-1 had nothing to add.']);
  });

  it('keep what came when they fail, and lead to what can be done', async () => {
    const page = await open();
    await page.begin(
      [candidate(0)],
      {},
      { failure: { message: 'It broke.', actions: ['Retry', 'Show Log'] } },
    );
    await page.page.getByRole('alert').getByText('It broke.').waitFor();
    await page.button('Show Log').click();
    assert.deepEqual(await page.allPosted(), [{ type: 'act', index: 1 }]);
    assert.equal(await page.items.count(), 1);
  });

  it('begin again where they were, after the page was hidden', async () => {
    const page = await open();
    await page.begin([MARKED]);
    await page.reload();
    await page.begin([MARKED, candidate(1)]);
    assert.equal(await page.items.count(), 2);
    assert.equal(await page.marks.count(), 2);
  });

  it('give the focus on when one turns out to be the same as another', async () => {
    const page = await open();
    await page.begin([candidate(0), candidate(1), candidate(2)]);
    await page.press('ArrowDown');
    await page.post({ type: 'candidates', candidates: [candidate(0, { times: 2 })], gone: [1] });
    assert.match(await page.focused(), /^Candidate 1, .*, 2 × the same$/);
  });
});

describe('the candidates by keyboard', () => {
  const open = candidatesPages();

  it('begin with the first, and lead to all by arrows, ends and numbers', async () => {
    const page = await open();
    await page.begin(IN_PLACES, { places: PLACES }, { inserted: [null, null] });
    const at = async (): Promise<unknown> =>
      page.page.evaluate('document.activeElement.closest("li").dataset.id');
    assert.equal(await at(), '0');
    for (const [key, id] of [
      ['ArrowUp', '0'],
      ['ArrowDown', '1'],
      ['ArrowDown', '2'],
      ['End', '3'],
      ['ArrowDown', '3'],
      ['1', '2'],
      ['9', '2'],
      ['Home', '0'],
      ['2', '1'],
    ] as const) {
      await page.press(key);
      assert.equal(await at(), id, key);
    }
    assert.deepEqual(await page.escapedKeys(), [], 'VS Code takes none of these keys');
    assert.deepEqual(await page.allPosted(), []);
  });

  it('have every action in the tab order', async () => {
    const page = await open();
    await page.begin([candidate(0), candidate(1)]);
    await page.page.getByLabel('n', { exact: true }).focus();
    const order = [];
    for (let count = 0; count < 7; count += 1) {
      await page.press('Tab');
      order.push(await page.focused());
    }
    assert.deepEqual(order.slice(1), [
      'More',
      'Candidate 1, stop, confidence 0.90',
      'Insert candidate 1',
      'Copy candidate 1',
      'Insert candidate 2',
      'Copy candidate 2',
    ]);
  });

  it('are inserted by Enter and copied by C, also from a token', async () => {
    const page = await open();
    await page.begin([MARKED, candidate(1)]);
    await page.press('Enter', 'c', 'ArrowRight', 'Enter', 'ControlOrMeta+c', 'ArrowDown', 'Enter');
    assert.deepEqual(
      (await page.allPosted()).map((message) => [message.type, 'id' in message && message.id]),
      [
        ['insert', 0],
        ['copy', 0],
        ['insert', 0],
        ['copy', 0],
        ['insert', 1],
      ],
    );
  });

  it('leave it to the browser to copy what is selected by hand', async () => {
    const page = await open();
    await page.begin([candidate(0)]);
    await page.page.evaluate('getSelection().selectAllChildren(document.querySelector(".text"))');
    await page.press('ControlOrMeta+c');
    assert.deepEqual(await page.allPosted(), []);
  });

  it('lead along the unsure tokens, each with what might have stood there', async () => {
    const page = await open();
    await page.begin([MARKED, candidate(1)]);
    await page.press('ArrowRight', 'ArrowRight', 'ArrowRight');
    assert.equal(await page.focused(), 'strict');
    assert.equal(
      await page.page.evaluate(
        'document.getElementById(document.activeElement.getAttribute("aria-describedby")).innerText.includes("·loose")',
      ),
      true,
    );
    await page.press('ArrowLeft');
    assert.equal(await page.focused(), 'parse');
    await page.press('ArrowLeft');
    assert.match(await page.focused(), /^Candidate 1/);
    assert.equal(await page.tip.isVisible(), false);
    await page.press('ArrowDown', 'ArrowRight');
    assert.match(await page.focused(), /^Candidate 2/, 'which has none');
  });

  it('are left by Escape: first what is said of a token, then what is on its way, then the page', async () => {
    const page = await open();
    await page.begin([MARKED], {}, { isAsking: true });
    await page.press('ArrowRight', 'Escape');
    assert.match(await page.focused(), /^Candidate 1/);
    assert.deepEqual(await page.allPosted(), []);
    await page.press('Escape');
    await page.state();
    await page.press('Escape');
    assert.deepEqual(await page.allPosted(), [{ type: 'stop' }, { type: 'close' }]);
  });

  it('type numbers and letters into the fields', async () => {
    const page = await open();
    await page.begin([candidate(0), candidate(1)]);
    const field = page.page.getByLabel('best_of');
    await field.focus();
    await page.press('1', '2', 'ArrowUp');
    assert.equal(await field.inputValue(), '13');
    await page.press('Enter');
    assert.deepEqual(await page.allPosted(), [{ type: 'more', n: 3, bestOf: 13 }]);
  });

  it('go on to the place that has nothing yet once one was inserted', async () => {
    const page = await open();
    await page.begin(IN_PLACES, { places: PLACES }, { inserted: [null, null] });
    await page.press('2');
    await page.state({ inserted: [1, null] });
    assert.equal(await page.page.evaluate('document.activeElement.dataset.id'), '2');
    assert.match((await page.items.nth(1).getAttribute('aria-label')) ?? '', /, inserted$/);
  });
});
