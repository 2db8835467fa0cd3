import assert from 'node:assert/strict';
import { gradient } from './mask-images.ts';
import { type MaskPage, maskPages, transparentIn } from './mask-page.ts';

describe('the mask editor by keyboard', () => {
  const open = maskPages();
  const opened = async (): Promise<MaskPage> => {
    const page = await open();
    await page.shown(gradient(300, 200));
    return page;
  };
  const press = async (page: MaskPage, ...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      await page.page.keyboard.press(key);
    }
    await page.drawn();
  };

  it('has the canvas in hand at once', async () => {
    const page = await opened();
    assert.equal(
      await page.canvas.evaluate((element) => element === element.ownerDocument.activeElement),
      true,
    );
  });

  it('moves a crosshair, with Shift faster, with Alt by pixels, and says where it is', async () => {
    const page = await opened();
    await press(page, 'ArrowRight');
    assert.equal((await page.said()).at(-1), '158, 100');
    await press(page, 'Shift+ArrowDown');
    assert.equal((await page.said()).at(-1), '158, 140');
    await press(page, 'Alt+ArrowLeft', 'Alt+ArrowUp');
    assert.equal((await page.said()).at(-1), '157, 139');
    await press(page, ...Array.from({ length: 9 }, () => 'Shift+ArrowRight'));
    assert.equal((await page.said()).at(-1), '299, 139', 'it stays inside');
    assert.equal(await page.page.locator('.lines .crosshair').count(), 2);
  });

  it('paints by Space, and a line while it is held', async () => {
    const page = await opened();
    await press(page, ...Array.from({ length: 40 }, () => '['), 'Space');
    assert.deepEqual((await page.said()).slice(-2), ['Painting', 'Painted']);
    const mask = await page.mask();
    assert.deepEqual(mask.at(150, 100), [0, 0, 0, 0]);
    await page.canvas.focus();
    await page.page.keyboard.down('Space');
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowDown');
    await page.page.keyboard.up('Space');
    assert.equal((await page.said()).includes('166, 108, painted'), true);
    const { mask: line } = await page.submitted();
    assert.equal(transparentIn(line), 1 + 16 + 8);
    await page.canvas.focus();
    await press(page, 'Control+z');
    assert.equal(transparentIn((await page.submitted()).mask), 1, 'a line is undone at once');
  });

  it('ends a line whose key is let go elsewhere', async () => {
    const page = await opened();
    await page.page.keyboard.down('Space');
    await press(page, 'ArrowRight');
    await page.prompt.focus();
    await page.page.keyboard.up('Space');
    await page.canvas.focus();
    const before = await page.facts.textContent();
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown');
    assert.equal(await page.facts.textContent(), before);
    await press(page, 'Control+z');
    assert.equal(await page.facts.textContent(), '300×200 · mask 0 %');
  });

  it('sets two corners of a rectangle by Space', async () => {
    const page = await opened();
    await press(page, 'm', 'Space', 'ArrowRight', 'ArrowDown', 'Space');
    assert.deepEqual(
      (await page.said()).includes('Corner set. Move to the opposite one, and press Space.'),
      true,
    );
    assert.equal(transparentIn((await page.submitted()).mask), 9 * 9);
  });

  it('sets the points of a lasso by Space, and closes it by Enter', async () => {
    const page = await opened();
    await press(
      page,
      'l',
      'Space',
      'ArrowRight',
      'Space',
      'ArrowDown',
      'Space',
      'ArrowLeft',
      'Space',
      'Enter',
    );
    assert.equal(transparentIn((await page.submitted()).mask), 8 * 8);
  });

  it('paints a rectangle by numbers', async () => {
    const page = await opened();
    await press(page, 'r');
    const dialog = page.page.getByRole('dialog', { name: 'Rectangle by Numbers' });
    for (const [name, value] of [
      ['X', 10],
      ['Y', 20],
      ['Width', 30],
      ['Height', 40],
    ] as const) {
      await dialog.getByRole('spinbutton', { name, exact: true }).fill(String(value));
    }
    await press(page, 'Enter');
    await dialog.waitFor({ state: 'hidden' });
    const mask = await page.mask();
    assert.deepEqual(mask.at(10, 20), [0, 0, 0, 0]);
    assert.deepEqual(mask.at(39, 59), [0, 0, 0, 0]);
    assert.deepEqual(mask.at(40, 60), [0, 0, 0, 255]);
    assert.equal(transparentIn((await page.submitted()).mask), 1200);
  });

  it('says so when the numbers are none of the image’s, and paints nothing', async () => {
    const page = await opened();
    await page.button('Rectangle by Numbers…').click();
    const dialog = page.page.getByRole('dialog', { name: 'Rectangle by Numbers' });
    for (const value of ['', '-1', '1.5', '300', '1e9']) {
      await dialog.getByRole('spinbutton', { name: 'X', exact: true }).fill(value);
      await dialog.getByRole('button', { name: 'Paint' }).click();
      await dialog.getByRole('alert').filter({ hasText: 'Enter whole pixels' }).waitFor();
    }
    await press(page, 'Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await page.facts.textContent(), '300×200 · mask 0 %');
  });

  it('changes brush, zoom and tool by letters, and says what it is now', async () => {
    const page = await opened();
    await press(page, ']');
    assert.equal((await page.said()).at(-1), 'Brush size: 23 pixels');
    await press(page, '+');
    assert.equal((await page.said()).at(-1), 'Zoom: 125 %');
    await press(page, '0');
    assert.equal((await page.said()).at(-1), 'Zoom: 100 %');
    await press(page, 'e');
    assert.equal((await page.said()).at(-1), 'Tool: Eraser');
    assert.equal(await page.button('Eraser').getAttribute('aria-pressed'), 'true');
    await press(page, 'Control+z');
    assert.equal((await page.said()).at(-1), 'There is nothing to undo');
  });

  it('keeps the crosshair in sight when the picture is larger than the canvas', async () => {
    const page = await opened();
    await press(page, ...Array.from({ length: 16 }, () => '+'));
    await press(page, ...Array.from({ length: 60 }, () => 'Shift+ArrowRight'));
    const stage = await page.canvas.boundingBox();
    const cross = await page.page.locator('.crosshair.above').boundingBox();
    assert.ok(stage && cross);
    assert.ok(cross.x >= stage.x && cross.x + cross.width <= stage.x + stage.width);
  });

  it('leads by Tab through everything, and out again', async () => {
    const page = await open();
    await page.shown(gradient(300, 200), {
      prompts: ['earlier'],
      findings: [{ text: 'Not square.', level: 'warning', conversions: [{ kind: 'pad' }] }],
    });
    await page.button('Brush').focus();
    const names: string[] = [];
    for (;;) {
      const name = (await page.page.evaluate(`(() => {
        const { activeElement: element } = document;
        return element === document.body ? '' : element.getAttribute('aria-label') || element.labels?.[0]?.textContent.trim() || element.textContent.trim();
      })()`)) as string;
      if (name === '' || names.length > 40) {
        break;
      }
      names.push(name.replace(/\s+/g, ' '));
      await page.page.keyboard.press('Tab');
    }
    assert.deepEqual(names, [
      'Brush',
      'Rectangle',
      'Lasso',
      'Eraser',
      'Move',
      'Rectangle by Numbers…',
      'Brush Size 19 px',
      'Undo',
      'Redo',
      'Invert',
      'Clear',
      'Zoom Out',
      '100 %: Show at Full Size',
      'Zoom In',
      'Fit',
      'Use the Image’s Transparency',
      'Choose a Mask File…',
      'Pad to a Square',
      'Mask',
      'Earlier Prompts',
      'Prompt',
      'Count',
      'Size',
      'Edit Image',
      'Cancel',
    ]);
  });
});
