import assert from 'node:assert/strict';
import type { Finding } from '../../src/images/shared/mask-protocol.ts';
import { gradient } from './mask-images.ts';
import { type MaskPage, maskPages } from './mask-page.ts';
import { themeNames } from './theme.ts';
import type { PageOptions } from './webview-page.ts';

const findings: Finding[] = [
  { text: 'The image is not square.', level: 'refused', conversions: [{ kind: 'pad' }, { kind: 'crop' }] },
  { text: 'The image is large.', level: 'warning', conversions: [{ kind: 'scale', edge: 256 }] },
];

describe('the mask editor is fit for assistive technology', () => {
  const open = maskPages();
  const opened = async (options: PageOptions): Promise<MaskPage> => {
    const page = await open(options);
    await page.shown(gradient(300, 200), { findings, prompts: ['a red boat'], prompt: 'x'.repeat(1001) });
    await page.drag([50, 50], [120, 120]);
    return page;
  };

  for (const theme of themeNames) {
    it(`with everything in it, in ${theme}`, async () => {
      const page = await opened({ theme });
      assert.deepEqual(await page.accessibilityProblems(), []);
      await page.post({ type: 'error', text: 'The service refused the key.' });
      await page.drawn();
      assert.deepEqual(await page.accessibilityProblems(), []);
      await page.post({ type: 'busy', text: 'Sending…' });
      await page.drawn();
      assert.deepEqual(await page.accessibilityProblems(), []);
      if (process.env.INKWELL_SCREENSHOTS) {
        await page.screenshot(`mask-${theme}`);
      }
    });

    it(`with its dialog, while it crops, and without an image, in ${theme}`, async () => {
      const page = await opened({ theme });
      await page.button('Crop to a Square…').click();
      await page.drawn();
      assert.deepEqual(await page.accessibilityProblems(), []);
      await page.button('Rectangle by Numbers…').click();
      assert.deepEqual(await page.accessibilityProblems(), []);
      const blank = await open({ theme });
      assert.deepEqual(await blank.accessibilityProblems(), []);
    });
  }

  it('in colours that are forced upon it', async () => {
    const page = await opened({ theme: 'high-contrast', forcedColors: true });
    assert.deepEqual(await page.accessibilityProblems(), []);
  });

  it('does not move where motion is not wanted', async () => {
    const page = await opened({ reducedMotion: true });
    await page.post({ type: 'busy', text: 'Sending…' });
    await page.drawn();
    const moving = await page.page.evaluate(`
      [...document.querySelectorAll('*')].filter((element) => {
        const { transitionDuration, animationName, visibility } = getComputedStyle(element);
        const isEndless = element.matches('progress:indeterminate') && visibility !== 'hidden';
        return transitionDuration !== '0s' || animationName !== 'none' || isEndless;
      }).map(({ outerHTML }) => outerHTML.slice(0, 80))`);
    assert.deepEqual(moving, []);
  });

  it('fits into a narrow tab, with everything in reach', async () => {
    const page = await opened({ size: { width: 320, height: 700 } });
    const beyond = await page.page.evaluate(`
      [...document.querySelectorAll('main *')].filter((element) => {
        const { right, width } = element.getBoundingClientRect();
        return width > 0 && element.closest('.stage, .visually-hidden, option') === null && right > 320.5;
      }).map((element) => element.outerHTML.slice(0, 100))`);
    assert.deepEqual(beyond, []);
    const stage = await page.canvas.boundingBox();
    assert.ok(stage && stage.height >= 150);
    await page.button('Edit Image').click();
    await page.problem.filter({ hasText: 'The service would refuse this image.' }).waitFor();
  });
});
