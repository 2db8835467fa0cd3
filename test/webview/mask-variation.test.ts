import assert from 'node:assert/strict';
import type { Finding } from '../../src/images/shared/mask-protocol.ts';
import { gradient } from './mask-images.ts';
import { type MaskPage, maskPages, pixels } from './mask-page.ts';
import { themeNames } from './theme.ts';

const notSquare: Finding = {
  text: 'The image is not square.',
  level: 'warning',
  conversions: [{ kind: 'pad' }, { kind: 'crop' }],
};

describe('the mask editor, for variations', () => {
  const open = maskPages();
  const opened = async (findings: Finding[] = [notSquare]): Promise<MaskPage> => {
    const page = await open();
    await page.shown(gradient(60, 40), { purpose: 'variation', findings, prompt: '', n: 3 });
    return page;
  };
  const sent = async (page: MaskPage) => {
    await page.button('Create Variations').click();
    return page.posted('vary');
  };

  it('has nothing to paint and to describe', async () => {
    const page = await opened();
    for (const name of ['Brush', 'Rectangle', 'Invert', 'Clear', 'Edit Image', 'Choose a Mask File…']) {
      assert.equal(await page.button(name).count(), 0, name);
    }
    assert.equal(await page.prompt.count(), 0);
    assert.equal(await page.facts.textContent(), '60×40');
    const image = page.page.getByRole('application', { name: 'Image' });
    for (const key of ['b', 'r', 'Space', 'e']) {
      await image.press(key);
    }
    await page.drag([5, 5], [30, 30]);
    assert.equal(await page.facts.textContent(), '60×40');
    assert.equal(await page.button('Undo').getAttribute('aria-disabled'), 'true');
    assert.equal(await page.page.locator('dialog[open]').count(), 0);
  });

  it('sends the image as it is, where the person does so', async () => {
    assert.deepEqual(await sent(await opened()), { type: 'vary', n: 3, size: '1024x1024' });
  });

  it('leaves the size to the service where none is written', async () => {
    const page = await opened();
    await page.page.getByRole('combobox', { name: 'Size' }).fill('');
    assert.deepEqual(await sent(page), { type: 'vary', n: 3 });
  });

  it('sends it as it was converted, and shown', async () => {
    const page = await opened();
    await page.button('Pad to a Square').click();
    await page.drawn();
    assert.equal(await page.facts.textContent(), '60×60');
    assert.equal(await page.page.getByText('The image is not square.').count(), 0);
    const { image } = await sent(page);
    assert.ok(image);
    const { width, height, at } = pixels(image);
    assert.deepEqual([width, height, at(0, 0)[3], at(30, 30)[3]], [60, 60, 0, 255]);
  });

  it('is cropped by keys, and that is undone', async () => {
    const page = await opened();
    await page.button('Crop to a Square…').click();
    await page.page.keyboard.press('ArrowRight');
    await page.page.keyboard.press('Enter');
    await page.drawn();
    assert.equal(await page.facts.textContent(), '40×40');
    assert.ok(!(await page.said()).some((text) => text.includes('painted')));
    await page.page.keyboard.press('Control+z');
    await page.drawn();
    assert.equal(await page.facts.textContent(), '60×40');
  });

  it('sends nothing that has to be converted, or is asked for wrongly', async () => {
    const page = await opened([{ ...notSquare, level: 'refused' }]);
    await page.button('Create Variations').click();
    await page.problem.filter({ hasText: 'The service would refuse this image' }).waitFor();
    await page.page.getByRole('spinbutton', { name: 'Count' }).fill('0');
    await page.button('Create Variations').click();
    await page.problem.filter({ hasText: 'Write how many images' }).waitFor();
    assert.deepEqual(await page.postedOf('vary'), []);
  });

  for (const theme of themeNames) {
    it(`is fit for assistive technology, in ${theme}`, async () => {
      const page = await open({ theme });
      await page.shown(gradient(60, 40), { purpose: 'variation', findings: [notSquare], prompt: '' });
      assert.deepEqual(await page.accessibilityProblems(), []);
    });
  }
});
