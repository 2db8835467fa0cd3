import assert from 'node:assert/strict';
import { until } from '../until.ts';
import { segments, type TranscriptPage, transcriptPages } from './transcript-page.ts';

describe('the segments of a transcript', () => {
  const open = transcriptPages();
  const texts = (page: TranscriptPage): Promise<string[]> =>
    page.page.locator('.segment .text').allTextContents();
  /** The text of the row that is at the top of the view. */
  const topmost = (page: TranscriptPage): Promise<string> =>
    page.page.evaluate(`(() => {
      const { top, left } = document.querySelector('.scroller').getBoundingClientRect();
      return document.elementFromPoint(left + 200, top + 40).closest('.segment').querySelector('.text').textContent;
    })()`) as Promise<string>;

  it('show what is in them as text, whatever it is', async () => {
    const page = await open();
    const hostile = [
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      '\u202eright to left\u202c \u200f',
      '\u001b[31mred\u001b[0m \u0007',
      '{0} ${1} $&',
      '\ud800',
      'a\nb',
    ];
    await page.begin(
      hostile.map((text, index) => ({ start: index, end: index + 1, text, isEditable: true })),
    );
    assert.deepEqual(await texts(page), hostile);
    assert.equal(await page.page.locator('main script, main img').count(), 0);
  });

  it('change without the others being touched', async () => {
    const page = await open();
    await page.begin(130);
    const kept = await page.row(80).elementHandle();
    const expected = segments(130).map(({ text }) => text);
    const check = async (at: number, removed: number, added: number): Promise<void> => {
      const given = segments(added, 900);
      expected.splice(at, removed, ...given.map(({ text }) => text));
      await page.change(at, removed, given);
      assert.deepEqual(await texts(page), expected);
    };
    await check(40, 1, 1);
    await check(40, 0, 2);
    await check(0, 0, 3);
    await check(0, 5, 1);
    await check(45, 20, 0);
    assert.equal(await kept?.evaluate((row) => row.isConnected), true);
    await check(0, expected.length, 0);
    await page.page.getByText('The transcript has no segments').waitFor();
    await check(0, 0, 1000);
    await check(10, 0, 500);
    await check(3, 1400, 2);
  });

  it('stay where they are in view when others change above', async () => {
    const page = await open();
    await page.begin(1000);
    await page.page.evaluate("document.querySelector('.scroller').scrollTop = 15000");
    await page.drawn();
    const before = await topmost(page);
    await page.change(10, 0, segments(7, 5000));
    await page.drawn();
    assert.equal(await topmost(page), before);
    await page.change(10, 7, []);
    await page.drawn();
    assert.equal(await topmost(page), before);
    await page.change(10, 0, segments(700, 5000));
    await page.drawn();
    assert.equal(await topmost(page), before);
  });

  it('keep the focus in the list when the one that has it goes', async () => {
    const page = await open();
    await page.begin(5);
    await page.time(2).focus();
    await page.change(2, 1, []);
    assert.equal(await page.focused(), '0:12.0 – 0:16.0: Words of segment 3.');
  });

  it('are gone through and edited, a hundred thousand of them', async () => {
    const page = await open();
    await page.beginMany(100_000);
    await page.time(0).focus();
    await page.press('End');
    await until('the last one has the focus', async () =>
      (await page.focused()).endsWith('Words of segment 99999.'),
    );
    await page.press('F2');
    await page.field.waitFor();
  });

  it('play nothing while their text is selected, to be copied', async () => {
    const page = await open();
    await page.begin(3);
    const box = await page.row(1).locator('.text').boundingBox();
    assert.ok(box);
    const { mouse } = page.page;
    await mouse.move(box.x + 8, box.y + 12);
    await mouse.down();
    await mouse.move(box.x + 70, box.y + 12, { steps: 4 });
    await mouse.up();
    assert.notEqual(await page.page.evaluate('getSelection().toString()'), '');
    assert.equal(await page.sound('paused'), true);
  });

  it('are told what is odd about them, and what the file says instead of them', async () => {
    const page = await open();
    await page.begin(2, { remarks: ['Segments that overlap: 1.'] });
    await page.page.getByText('Segments that overlap: 1.').waitFor();
    await page.begin(0, { text: '<b>All</b> of it', problem: 'The file has no segments.' });
    await page.page.getByText('<b>All</b> of it').waitFor();
    await page.page.getByText('The file has no segments.').waitFor();
    await page.button('Reopen as Text').click();
    await page.posted('openAsText');
  });

  it('stay while the file is no JSON for a moment', async () => {
    const page = await open();
    await page.begin(2);
    await page.post({
      type: 'change',
      at: 2,
      removed: 0,
      segments: [],
      summary: [],
      remarks: [],
      problem: 'The file is no JSON.',
    });
    await page.page.getByText('The file is no JSON.').waitFor();
    assert.equal((await texts(page)).length, 2);
    await page.change(2, 0, []);
    await page.page.getByText('The file is no JSON.').waitFor({ state: 'detached' });
  });

  it('are exported and copied by the buttons below', async () => {
    const page = await open();
    await page.begin(2);
    for (const format of ['srt', 'vtt', 'txt', 'md']) {
      await page.button(`Export as ${format}`).click();
    }
    await page.button('Copy Text').click();
    assert.deepEqual(
      (await page.allPosted()).map((message) => ('format' in message ? message.format : message.type)),
      ['srt', 'vtt', 'txt', 'md', 'copyText'],
    );
    await page.post({ type: 'said', text: 'The text was copied.' });
    assert.equal((await page.said()).at(-1), 'The text was copied.');
  });

  it('are not shown from what no host would send', async () => {
    const page = await open();
    for (const message of [
      null,
      { type: 'state' },
      { type: 'state', name: 'x', segments: [{ start: -1, text: 'x', isEditable: true }], isReadOnly: false },
      { type: 'change', at: 0.5, removed: 0, segments: [], summary: [], remarks: [] },
    ]) {
      await page.postRaw(message);
    }
    assert.equal(await page.rows.count(), 0);
    assert.equal(page.problems.splice(0).length, 4);
  });
});
