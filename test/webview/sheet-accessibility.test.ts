import assert from 'node:assert/strict';
import { type SheetPage, sheetImage, sheetPages } from './sheet-page.ts';
import { themeNames } from './theme.ts';
import type { PageOptions } from './webview-page.ts';

describe('the contact sheet is fit for assistive technology', () => {
  const open = sheetPages();
  const opened = async (options: PageOptions): Promise<SheetPage> => {
    const page = await open(options);
    await page.begin(
      [
        sheetImage(0, { isKept: true }),
        sheetImage(1, { isGone: true }),
        sheetImage(2, { uri: 'https://files.test/broken.png', name: `${'a-long-name-'.repeat(20)}.png` }),
        sheetImage(3),
      ],
      { prompt: 'a red boat at sea, with a lighthouse behind it '.repeat(20) },
    );
    await page.page.getByText('This image cannot be shown.').waitFor();
    await page.post({ type: 'said', text: 'boat-5.png was discarded. It is in the trash.' });
    return page;
  };

  for (const theme of themeNames) {
    it(`with everything in it, in ${theme}`, async () => {
      const page = await opened({ theme });
      assert.deepEqual(await page.accessibilityProblems(), []);
      await page.post({ type: 'busy', isBusy: true });
      assert.deepEqual(await page.accessibilityProblems(), []);
      if (process.env.INKWELL_SCREENSHOTS) {
        await page.screenshot(`sheet-${theme}`);
      }
    });

    it(`while it loads, and without images, in ${theme}`, async () => {
      const page = await open({ theme });
      assert.deepEqual(await page.accessibilityProblems(), []);
      await page.begin(0);
      assert.deepEqual(await page.accessibilityProblems(), []);
    });
  }

  it('in colours that are forced upon it', async () => {
    const page = await opened({ theme: 'high-contrast', forcedColors: true });
    assert.deepEqual(await page.accessibilityProblems(), []);
  });

  for (const width of [250, 500, 1200]) {
    it(`fits into ${width} pixels, with nothing beyond the edge`, async () => {
      const page = await opened({ size: { width, height: 700 } });
      const beyond = await page.page.evaluate(`
        [...document.querySelectorAll('main *')].filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 0 && element.closest('.visually-hidden') === null && (left < 0 || right > ${width + 0.5});
        }).map((element) => element.outerHTML.slice(0, 100))`);
      assert.deepEqual(beyond, []);
    });
  }
});
