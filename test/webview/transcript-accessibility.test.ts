import assert from 'node:assert/strict';
import { themeNames } from './theme.ts';
import { segments, type TranscriptPage, transcriptPages } from './transcript-page.ts';
import type { PageOptions } from './webview-page.ts';

describe('the transcript editor is fit for assistive technology', () => {
  const open = transcriptPages();
  const opened = async (options: PageOptions): Promise<TranscriptPage> => {
    const page = await open(options);
    await page.begin(
      [
        ...segments(4),
        {
          start: 16,
          end: 3600,
          text: `${'averylongword'.repeat(30)} and so on `.repeat(3),
          isEditable: true,
        },
        { text: 'No time.', isEditable: true },
        { start: 20, end: 24, text: '', isEditable: false },
        { start: 24, end: 28, text: 'שלום, עולם', isEditable: true },
        ...segments(60, 7),
      ],
      { remarks: ['Segments that overlap: 1.'] },
    );
    return page;
  };

  for (const theme of themeNames) {
    it(`with everything in it, in ${theme}`, async () => {
      const page = await opened({ theme });
      await page.time(2).click();
      await page.current.waitFor();
      await page.press('Space');
      assert.deepEqual(await page.accessibilityProblems(), []);
      await page.time(1).press('F2');
      await page.field.waitFor();
      assert.deepEqual(await page.accessibilityProblems(), []);
      if (process.env.INKWELL_SCREENSHOTS) {
        await page.screenshot(`transcript-${theme}`);
      }
    });

    it(`while it loads, without segments, and without audio, in ${theme}`, async () => {
      const page = await open({ theme });
      assert.deepEqual(await page.accessibilityProblems(), []);
      await page.begin(0, { problem: 'The file is no JSON: it is a poem.' }, { audio: '' });
      assert.deepEqual(await page.accessibilityProblems(), []);
      await page.begin(3, {}, { audio: '' });
      assert.deepEqual(await page.accessibilityProblems(), []);
      if (process.env.INKWELL_SCREENSHOTS) {
        await page.screenshot(`transcript-silent-${theme}`);
      }
    });
  }

  it('in colours that are forced upon it', async () => {
    const page = await opened({ theme: 'high-contrast', forcedColors: true });
    assert.deepEqual(await page.accessibilityProblems(), []);
  });

  for (const width of [320, 500, 1200]) {
    it(`fits into ${width} pixels, with nothing beyond the edge`, async () => {
      const page = await opened({ size: { width, height: 600 } });
      const beyond = await page.page.evaluate(`
        [...document.querySelectorAll('main *')].filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 0 && element.closest('.visually-hidden') === null && (left < 0 || right > ${width + 0.5});
        }).map((element) => element.outerHTML.slice(0, 100))`);
      assert.deepEqual(beyond, []);
      if (process.env.INKWELL_SCREENSHOTS) {
        await page.screenshot(`transcript-${width}`);
      }
    });
  }
});
