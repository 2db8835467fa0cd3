import assert from 'node:assert/strict';
import { until } from '../until.ts';
import { gradient, png } from './mask-images.ts';
import { type MaskPage, maskPages, type Pixels, transparentIn } from './mask-page.ts';

const TRANSPARENT = [0, 0, 0, 0];
const OPAQUE = [0, 0, 0, 255];

/** What is to be painted, pixel by pixel. */
function assertPainted({ width, height, at }: Pixels, isPainted: (x: number, y: number) => boolean): void {
  const wrong: string[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const found = at(x, y).join();
      if (found !== (isPainted(x, y) ? TRANSPARENT : OPAQUE).join()) {
        wrong.push(`${x}, ${y}: ${found}`);
      }
    }
  }
  assert.deepEqual(wrong.slice(0, 10), [], `${wrong.length} pixels are wrong`);
}

/** Within the rectangle from the first corner to just before the second. */
function within(left: number, top: number, right: number, bottom: number) {
  return (x: number, y: number) => x >= left && y >= top && x < right && y < bottom;
}

describe('the canvas of the mask editor', () => {
  const open = maskPages();
  const opened = async (width = 300, height = 200): Promise<MaskPage> => {
    const page = await open();
    await page.shown(gradient(width, height));
    return page;
  };
  const setSize = async (page: MaskPage, size: number): Promise<void> => {
    await page.canvas.focus();
    const reached = async () => (await page.page.locator('.toolbar .size').textContent()) === `${size} px`;
    for (let presses = 0; presses < 80 && !(await reached()); presses++) {
      const shown = Number.parseInt((await page.page.locator('.toolbar .size').textContent()) ?? '', 10);
      await page.page.keyboard.press(shown > size ? '[' : ']');
      await page.drawn();
    }
    assert.ok(await reached(), `The brush cannot be ${size} px.`);
  };

  it('paints with the brush exactly what lies under it, with a hard edge', async () => {
    const page = await opened();
    await setSize(page, 11);
    await page.drag([100.5, 50.5]);
    assertPainted(await page.mask(), (x, y) => Math.hypot(x - 100, y - 50) <= 5.5);
    await page.drag([100.5, 50.5], [180.5, 50.5]);
    const mask = await page.mask();
    const gap = (x: number) => Math.max(0, x - 180, 100 - x);
    assertPainted(mask, (x, y) => Math.hypot(gap(x), y - 50) <= 5.5);
  });

  it('paints single pixels with the least brush', async () => {
    const page = await opened();
    await setSize(page, 1);
    await page.drag([10.2, 20.8]);
    assertPainted(await page.mask(), (x, y) => x === 10 && y === 20);
  });

  it('paints up to and over the edges of the image', async () => {
    const page = await opened(64, 64);
    await setSize(page, 14);
    await page.drag([-10, 0], [32, 0], [70, 70]);
    const mask = await page.mask();
    assert.deepEqual([mask.width, mask.height], [64, 64]);
    assert.deepEqual(mask.at(0, 0), TRANSPARENT);
    assert.deepEqual(mask.at(63, 63), TRANSPARENT);
    assert.deepEqual(mask.at(0, 63), OPAQUE);
  });

  it('paints a rectangle, in whichever direction', async () => {
    const page = await opened();
    await page.button('Rectangle').click();
    await page.drag([120, 90], [100, 50]);
    assertPainted(await page.mask(), within(100, 50, 120, 90));
    await page.drag([5, 5], [5, 5]);
    assert.equal(transparentIn((await page.submitted()).mask), 20 * 40, 'a click is no rectangle');
  });

  it('fills a line that was drawn freely', async () => {
    const page = await opened();
    await page.button('Lasso').click();
    await page.drag([40, 40], [80, 40], [80, 90], [40, 90], [40, 60]);
    assertPainted(await page.mask(), within(40, 40, 80, 90));
  });

  it('fills a polygon of clicks, closed by a click on its beginning or by Enter', async () => {
    const page = await opened();
    await page.button('Lasso').click();
    for (const point of [
      [20, 20],
      [60, 20],
      [60, 60],
      [20, 60],
      [21, 21],
    ] as const) {
      await page.drag(point);
    }
    for (const point of [
      [100, 20],
      [140, 20],
      [140, 60],
      [100, 60],
    ] as const) {
      await page.drag(point);
    }
    await page.page.keyboard.press('Enter');
    const [first, second] = [within(20, 20, 60, 60), within(100, 20, 140, 60)];
    assertPainted(await page.mask(), (x, y) => first(x, y) || second(x, y));
  });

  it('gives a line up by Escape', async () => {
    const page = await opened();
    await page.button('Lasso').click();
    for (const point of [
      [20, 20],
      [60, 20],
      [60, 60],
    ] as const) {
      await page.drag(point);
    }
    await page.page.keyboard.press('Escape');
    await page.page.keyboard.press('Enter');
    await page.drawn();
    assert.equal(await page.facts.textContent(), '300×200 · mask 0 %');
  });

  it('stays where it is during the first stroke, also where the toolbar has no room to spare', async () => {
    const page = await opened();
    const brinks = (await page.page.evaluate(`(() => {
      const main = document.querySelector('.mask-editor');
      const heightAt = (width) => {
        main.style.width = width + 'px';
        return document.querySelector('.toolbar').offsetHeight;
      };
      const found = [];
      for (let width = 1000; width > 300; width--) {
        if (heightAt(width) < heightAt(width - 1)) {
          found.push(width);
        }
      }
      return found;
    })()`)) as number[];
    assert.notEqual(brinks.length, 0);
    const stageTop = async () => (await page.canvas.boundingBox())?.y;
    for (const width of brinks) {
      await page.page.evaluate(`document.querySelector('.mask-editor').style.width = '${width}px'`);
      await page.drawn();
      const before = await stageTop();
      const { x, y } = await page.onPage(20.5, 20.5);
      await page.page.mouse.move(x, y);
      await page.page.mouse.down();
      await page.drawn();
      assert.equal(await page.facts.textContent(), '300×200 · mask < 1 %');
      const during = await stageTop();
      await page.page.mouse.up();
      await page.drawn();
      assert.deepEqual([during, await stageTop()], [before, before], `at ${width} px`);
      await page.button('Undo').click();
      await page.drawn();
    }
  });

  it('takes away with the eraser', async () => {
    const page = await opened();
    await page.button('Invert').click();
    await setSize(page, 11);
    await page.button('Eraser').click();
    await page.drag([100.5, 50.5]);
    assertPainted(await page.mask(), (x, y) => Math.hypot(x - 100, y - 50) > 5.5);
  });

  it('undoes and redoes each thing, by keys and buttons', async () => {
    const page = await opened();
    const shares: (string | null)[] = [];
    const note = async () => {
      await page.drawn();
      shares.push(await page.facts.textContent());
    };
    await page.button('Rectangle').click();
    await page.drag([0, 0], [150, 200]);
    await note();
    await page.drag([0, 0], [300, 100]);
    await note();
    await page.button('Invert').click();
    await note();
    await page.button('Clear').click();
    await note();
    assert.deepEqual(
      shares,
      [50, 75, 25, 0].map((share) => `300×200 · mask ${share} %`),
    );
    for (const share of [25, 75, 50, 0]) {
      await page.canvas.press('Control+z');
      await page.drawn();
      assert.equal(await page.facts.textContent(), `300×200 · mask ${share} %`);
    }
    assert.equal(await page.button('Undo').getAttribute('aria-disabled'), 'true');
    for (const share of [50, 75]) {
      await page.button('Redo').click();
      await page.drawn();
      assert.equal(await page.facts.textContent(), `300×200 · mask ${share} %`);
    }
    await page.canvas.press('Control+Shift+Z');
    assertPainted(await page.mask(), within(150, 100, 300, 200));
    await page.button('Rectangle').click();
    await page.drag([0, 0], [10, 10]);
    assert.equal(await page.button('Redo').getAttribute('aria-disabled'), 'true');
  });

  it('leaves Undo to the text that is being written', async () => {
    const page = await opened();
    await page.button('Invert').click();
    await page.prompt.fill('');
    await page.page.keyboard.type('blue');
    await page.page.keyboard.press('Control+z');
    await page.drawn();
    assert.notEqual(await page.prompt.inputValue(), 'blue');
    assert.equal(await page.facts.textContent(), '300×200 · mask 100 %');
  });

  it('zooms about the pointer, moves, and paints the same pixels as before', async () => {
    const page = await opened();
    const { mouse, keyboard } = page.page;
    const at = await page.onPage(150, 100);
    await mouse.move(at.x, at.y);
    await keyboard.down('Control');
    await mouse.wheel(0, -1000);
    await keyboard.up('Control');
    await page.drawn();
    const now = await page.onPage(150, 100);
    assert.ok(Math.hypot(now.x - at.x, now.y - at.y) <= 1.5, 'what was under the pointer still is');
    assert.match((await page.page.locator('.percent').textContent()) ?? '', /^6\d\d %$/);
    await mouse.wheel(40, 30);
    await page.drawn();
    const moved = await page.onPage(150, 100);
    assert.deepEqual([Math.round(moved.x - now.x), Math.round(moved.y - now.y)], [-40, -30]);
    await page.button('Rectangle').click();
    await page.drag([150.5, 100.5], [160.5, 104.5]);
    assertPainted(await page.mask(), within(150, 100, 161, 105));
  });

  it('is moved by the middle button, and by its own tool', async () => {
    const page = await opened();
    await page.canvas.press('+');
    await page.button('Zoom In').click({ clickCount: 6 });
    await page.drawn();
    const { mouse } = page.page;
    for (const button of ['middle', 'left'] as const) {
      if (button === 'left') {
        await page.button('Move').click();
      }
      const before = await page.onPage(150, 100);
      await mouse.move(400, 300);
      await mouse.down({ button });
      await mouse.move(420, 310);
      await mouse.up({ button });
      await page.drawn();
      const after = await page.onPage(150, 100);
      assert.deepEqual([Math.round(after.x - before.x), Math.round(after.y - before.y)], [20, 10], button);
    }
    assert.equal(await page.facts.textContent(), '300×200 · mask 0 %');
    await page.button('Fit').click();
    await page.drawn();
    assert.equal(await page.page.locator('.percent').textContent(), '100 %');
  });

  it('fits what is larger than the window, also when that changes', async () => {
    const page = await opened(3000, 1000);
    const inside = async () => {
      const picture = await page.page.locator('.picture').boundingBox();
      const stage = await page.canvas.boundingBox();
      return (
        picture !== null &&
        stage !== null &&
        picture.x > stage.x &&
        picture.y > stage.y &&
        picture.x + picture.width < stage.x + stage.width &&
        picture.y + picture.height < stage.y + stage.height &&
        picture.width > 0.8 * stage.width
      );
    };
    assert.equal(await inside(), true);
    await page.page.setViewportSize({ width: 500, height: 600 });
    await until('the picture fits again', inside);
  });

  it('shows even a single painted pixel of a large image', async () => {
    const page = await opened(3000, 1500);
    const look = async () => {
      await page.drawn();
      return (await page.page.evaluate(`
        (() => {
          const canvas = document.querySelector('canvas.mask');
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          return data.some((byte) => byte !== 0);
        })()`)) as boolean;
    };
    assert.equal(await look(), false);
    await setSize(page, 1);
    await page.drag([1501, 701]);
    assert.equal(await look(), true);
    assert.equal(await page.facts.textContent(), '3000×1500 · mask < 1 %');
  });

  it('outlines the mask by black beside white, on every image', async () => {
    for (const grey of [0, 128, 255]) {
      const page = await open();
      await page.shown(png(100, 100, () => [grey, grey, grey, 255]));
      await page.button('Rectangle').click();
      await page.drag([20, 20], [80, 80]);
      const colours = (await page.page.evaluate(`
        (() => {
          const canvas = document.querySelector('canvas.mask');
          const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          const count = { black: 0, white: 0 };
          for (let index = 0; index < data.length; index += 4) {
            if (data[index + 3] === 255) count[data[index] === 0 ? 'black' : 'white'] += 1;
          }
          return count;
        })()`)) as { black: number; white: number };
      assert.ok(colours.black > 200 && colours.white > 200, JSON.stringify(colours));
    }
  });

  it('draws no more than what has changed as it would draw all of it', async () => {
    const page = await opened();
    const shot = async () => {
      await page.drawn();
      return (await page.page.evaluate(`document.querySelector('canvas.mask').toDataURL()`)) as string;
    };
    await page.drag([40, 40], [120, 60], [90, 150], [200, 30]);
    await page.button('Eraser').click();
    await page.drag([60, 20], [100, 160]);
    await page.canvas.press('Control+z');
    await page.canvas.press('Control+Shift+Z');
    const byParts = await shot();
    await page.canvas.press('+');
    await page.canvas.press('1');
    await page.canvas.press('0');
    assert.equal(await shot(), byParts);
  });
});
