import assert from 'node:assert/strict';
import { sheetImage, sheetPages } from './sheet-page.ts';

describe('the contact sheet', () => {
  const open = sheetPages();

  it('shows what was asked for, and each image with its name and dimensions', async () => {
    const page = await open();
    await page.begin([
      sheetImage(0),
      sheetImage(1, { name: 'raft.jpg', width: 1024, height: 512 }),
      sheetImage(2, { width: 0 }),
    ]);
    assert.deepEqual(await page.page.locator('.asked p').allTextContents(), [
      'a red boat',
      'image-1 · 512x512',
    ]);
    assert.deepEqual(await page.page.getByRole('figure').locator('figcaption').allTextContents(), [
      'boat-1.png60×40',
      'raft.jpg1024×512',
      'boat-3.png',
    ]);
    await page.page.waitForFunction('[...document.images].every(({ naturalWidth }) => naturalWidth === 60)');
  });

  it('tells what the person does with which image', async () => {
    const page = await open();
    await page.begin(2);
    await page.button('Open boat-2.png').click();
    await page.button('Copy Path of boat-2.png').click();
    await page.button('Create Variations of boat-2.png').click();
    await page.button('Discard boat-2.png').click();
    await page.button('Insert boat-1.png').click();
    await page.button('Regenerate').click();
    await page.button('Discard All').click();
    assert.deepEqual(await page.allPosted(), [
      { type: 'open', id: 1 },
      { type: 'copyPath', id: 1 },
      { type: 'vary', id: 1 },
      { type: 'discard', id: 1 },
      { type: 'insert', id: 0, alt: 'a red boat' },
      { type: 'regenerate' },
      { type: 'discardAll' },
    ]);
  });

  it('inserts with the text that is in the field, which the host keeps', async () => {
    const page = await open();
    await page.begin(1);
    await page.page.getByRole('textbox', { name: 'Alt text of boat-1.png' }).fill('“a” <boat>');
    await page.button('Insert boat-1.png').click();
    assert.deepEqual(await page.allPosted(), [
      { type: 'alt', id: 0, alt: '“a” <boat>' },
      { type: 'insert', id: 0, alt: '“a” <boat>' },
    ]);
  });

  it('keeps an image, says so, and discards the rest only', async () => {
    const page = await open();
    await page.begin(2);
    await page.button('Keep boat-2.png').click();
    assert.equal(await page.button('Keep boat-2.png').getAttribute('aria-pressed'), 'true');
    await page.button('Discard the Rest').waitFor();
    await page.button('Keep boat-1.png').click();
    await page.button('Discard the Rest').click({ force: true });
    await page.button('Keep boat-1.png').click();
    assert.deepEqual(await page.said(), [
      'boat-2.png is kept',
      'boat-1.png is kept',
      'boat-1.png is not kept',
    ]);
    assert.deepEqual(await page.allPosted(), [
      { type: 'keep', id: 1, isKept: true },
      { type: 'keep', id: 0, isKept: true },
      { type: 'keep', id: 0, isKept: false },
    ]);
  });

  it('says and shows what the host has done', async () => {
    const page = await open();
    await page.begin(2);
    const said = 'boat-1.png was discarded. It is in the trash.';
    await page.post({ type: 'discarded', ids: [0] });
    await page.post({ type: 'said', text: said });
    assert.deepEqual(await page.said(), [said]);
    await page.page.getByText(said).waitFor({ state: 'visible' });
    assert.equal(await page.figures.count(), 1);
  });

  it('shows an image as gone, with all its actions but one off, until it is there again', async () => {
    const page = await open();
    await page.begin(2);
    await page.post({ type: 'gone', id: 0, isGone: true });
    await page.figures.first().getByText('The file is no longer there.').waitFor();
    for (const button of await page.figures.first().getByRole('button').all()) {
      const isOff = (await button.getAttribute('aria-label')) !== 'Discard boat-1.png';
      assert.equal(await button.getAttribute('aria-disabled'), String(isOff));
      await button.click({ force: true });
    }
    assert.deepEqual(await page.allPosted(), [{ type: 'discard', id: 0 }], 'it can be taken out');
    await page.forgetPosted();
    await page.post({ type: 'gone', id: 0, isGone: false });
    await page.figures.first().locator('img').waitFor();
    await page.button('Open boat-1.png').click();
    assert.deepEqual(await page.allPosted(), [{ type: 'open', id: 0 }]);
    assert.deepEqual(await page.said(), ['boat-1.png is no longer there', 'boat-1.png is there again']);
  });

  it('shows an image as it is now, where somebody has changed it', async () => {
    const page = await open();
    await page.begin([sheetImage(0, { uri: 'https://files.test/broken.png' }), sheetImage(1)]);
    await page.page.getByText('This image cannot be shown.').waitFor();
    await page.post({
      type: 'changed',
      id: 0,
      uri: 'https://files.test/boat.png?v=1',
      width: 30,
      height: 20,
    });
    await page.page.waitForFunction(
      '[...document.images].map(({ src }) => src).includes("https://files.test/boat.png?v=1")',
    );
    assert.equal(await page.figures.first().locator('figcaption').textContent(), 'boat-1.png30×20');
    assert.deepEqual(await page.said(), ['boat-1.png was changed: it is shown as it is now']);
  });

  it('takes more images in behind the others, and leads to them', async () => {
    const page = await open({ size: { width: 300, height: 400 } });
    await page.begin(2);
    await page.page.getByRole('textbox', { name: 'Alt text of boat-1.png' }).fill('mine');
    await page.button('Keep boat-1.png').click();
    await page.begin([sheetImage(0, { alt: 'mine', isKept: true }), sheetImage(1), sheetImage(2)]);
    assert.equal(
      await page.page.getByRole('textbox', { name: 'Alt text of boat-1.png' }).inputValue(),
      'mine',
    );
    assert.equal(await page.button('Keep boat-1.png').getAttribute('aria-pressed'), 'true');
    assert.equal(await page.focused(), 'Keep boat-1.png', 'the focus stays');
    const box = await page.figures.nth(2).boundingBox();
    assert.ok(box && box.y >= 0 && box.y < 400, 'it is in view');
  });

  it('says of an image that it cannot be shown, which can be discarded still', async () => {
    const page = await open();
    await page.begin([sheetImage(0, { uri: 'https://files.test/broken.png' })]);
    await page.page.getByText('This image cannot be shown.').waitFor();
    await page.button('Discard boat-1.png').click();
    assert.deepEqual(await page.allPosted(), [{ type: 'discard', id: 0 }]);
  });

  it('asks for no other images while some are being made', async () => {
    const page = await open();
    await page.begin(1);
    await page.post({ type: 'busy', isBusy: true });
    await page.button('Regenerate').click({ force: true });
    await page.button('Create Variations of boat-1.png').click({ force: true });
    assert.deepEqual(await page.allPosted(), []);
    await page.post({ type: 'busy', isBusy: false });
    await page.button('Regenerate').click();
    assert.deepEqual(await page.allPosted(), [{ type: 'regenerate' }]);
    assert.deepEqual(await page.said(), ['Other images are being made…', '']);
  });

  it('shows names, prompts and words as text, whatever is in them', async () => {
    const page = await open();
    const odd = `"><img src=x onerror=alert(1)>\n'\u202egnp.exe {0} \${1}`;
    await page.begin([sheetImage(0, { name: odd, alt: odd })], { prompt: odd, details: [odd] });
    await page.post({ type: 'said', text: odd });
    assert.equal(await page.page.locator('img').count(), 1);
    assert.equal(await page.page.locator('.name').textContent(), odd);
    assert.equal(await page.page.locator('.prompt').textContent(), odd);
    await page.button('Insert '.concat(odd).replaceAll(/\s+/g, ' ')).click();
    // The field is of one line.
    assert.deepEqual(await page.allPosted(), [{ type: 'insert', id: 0, alt: odd.replace('\n', '') }]);
  });

  it('has something to say where there are no images', async () => {
    const page = await open();
    await page.page.getByText('Loading the images…').waitFor();
    await page.begin(0, { prompt: '', details: [] });
    await page.page.getByText('There are no images here any more.').waitFor();
    assert.equal(await page.button('Discard All').count(), 0);
    await page.button('Regenerate').click();
    assert.deepEqual(await page.allPosted(), [{ type: 'regenerate' }]);
  });

  it('leaves messages alone that it does not understand', async () => {
    const page = await open();
    await page.begin(1);
    for (const message of [
      null,
      'x',
      { type: 'init' },
      { type: 'discarded', ids: ['0'] },
      { type: 'gone', id: -1 },
    ]) {
      await page.postRaw(message);
    }
    assert.equal(await page.figures.count(), 1);
    await page.post({ type: 'discarded', ids: [7] });
    await page.post({ type: 'gone', id: 7, isGone: true });
    assert.equal(await page.figures.count(), 1);
    assert.equal(page.problems.splice(0).length, 5, 'each is told in the console');
  });
});
