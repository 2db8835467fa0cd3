import assert from 'node:assert/strict';
import { type CandidatesTestPage, candidate, candidatesPages, mark } from './candidates-page.ts';
import { themeNames } from './theme.ts';
import type { PageOptions } from './webview-page.ts';

const FIRST = 'const text = await readFile(path, "utf8");\nreturn parse(text, { strict: true });';
const THIRD = 'throw new Error(`not implemented: ${path}`';

describe('the candidates are fit for assistive technology', () => {
  const open = candidatesPages();
  const opened = async (options: PageOptions): Promise<CandidatesTestPage> => {
    const page = await open(options);
    await page.begin(
      [
        candidate(0, {
          text: FIRST,
          confidence: 0.91,
          isEchoed: true,
          marks: [
            mark(FIRST, ' parse', 0.62, [' decode', 0.2]),
            mark(FIRST, ' strict', 0.41, [' loose', 0.33], [' reviver', 0.12], [' comments', 0.06]),
          ],
        }),
        candidate(1, { text: 'a-long-word-'.repeat(40), confidence: 0.78, times: 2 }),
        candidate(2, {
          text: THIRD,
          confidence: 0.55,
          finish: 'length',
          marks: [mark(THIRD, 'throw', 0.3, ['return', 0.5]), mark(THIRD, '`not', 0.45)],
        }),
        candidate(3, {
          place: 1,
          number: 1,
          text: 'half an ans',
          state: 'broken',
          finish: '',
          confidence: null,
        }),
        candidate(4, { place: 1, number: 2, text: '', state: 'growing', finish: '' }),
        candidate(5, { place: 1, number: 3, text: '' }),
      ],
      {
        places: [
          { label: 'Line 31', promptEnd: '…async function load(path) {\n  ' },
          { label: 'Line 58', promptEnd: '' },
        ],
      },
      { inserted: [1, null] },
    );
    await page.post({ type: 'said', text: 'Inserted at line 31' });
    return page;
  };

  for (const theme of themeNames) {
    it(`with everything in it, in ${theme}`, async () => {
      const page = await opened({ theme });
      assert.deepEqual(await page.accessibilityProblems(), []);
      await page.press('ArrowRight', 'ArrowRight');
      await page.tip.waitFor();
      assert.deepEqual(await page.accessibilityProblems(), []);
      if (process.env.INKWELL_SCREENSHOTS) {
        await page.screenshot(`candidates-${theme}`);
      }
    });

    it(`while it waits, and when it fails, in ${theme}`, async () => {
      const page = await open({ theme });
      assert.deepEqual(await page.accessibilityProblems(), []);
      await page.begin([], {}, { isAsking: true });
      assert.deepEqual(await page.accessibilityProblems(), []);
      await page.state({
        failure: { message: 'service.test failed: “boom”', actions: ['Retry', 'Show Log'] },
      });
      assert.deepEqual(await page.accessibilityProblems(), []);
      if (process.env.INKWELL_SCREENSHOTS) {
        await page.screenshot(`candidates-failed-${theme}`);
      }
    });
  }

  it('in colours that are forced upon it', async () => {
    const page = await opened({ theme: 'high-contrast', forcedColors: true });
    assert.deepEqual(await page.accessibilityProblems(), []);
  });

  for (const width of [220, 500, 1200]) {
    it(`fits into ${width} pixels, with nothing beyond the edge`, async () => {
      const page = await opened({ size: { width, height: 700 } });
      await page.press('ArrowRight', 'ArrowRight');
      await page.tip.waitFor();
      const beyond = await page.page.evaluate(`
        [...document.querySelectorAll('main *')].filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 0 && element.closest('.visually-hidden') === null && (left < 0 || right > ${width + 0.5});
        }).map((element) => element.outerHTML.slice(0, 100))`);
      assert.deepEqual(beyond, []);
      if (process.env.INKWELL_SCREENSHOTS) {
        await page.screenshot(`candidates-${width}`);
      }
    });
  }
});
