import assert from 'node:assert/strict';
import { sheetImage, sheetPages } from './sheet-page.ts';

describe('the contact sheet by keyboard', () => {
  const open = sheetPages();

  it('has every action in the tab order, image by image', async () => {
    const page = await open();
    await page.begin(2);
    assert.equal(await page.focused(), 'Open boat-1.png', 'it begins with the first image');
    await page.press('Shift+Tab', 'Shift+Tab');
    const order = [await page.focused()];
    for (let count = 0; count < 15; count += 1) {
      await page.press('Tab');
      order.push(await page.focused());
    }
    const ofImage = (name: string): string[] => [
      `Open ${name}`,
      `Alt text of ${name}`,
      `Keep ${name}`,
      `Insert ${name}`,
      `Copy Path of ${name}`,
      `Create Variations of ${name}`,
      `Discard ${name}`,
    ];
    assert.deepEqual(order, [
      'Regenerate',
      'Discard All',
      ...ofImage('boat-1.png'),
      ...ofImage('boat-2.png'),
    ]);
  });

  it('inserts by Enter where that was asked for', async () => {
    const page = await open();
    await page.begin(2, { isToInsert: true });
    assert.equal(await page.focused(), 'Insert boat-1.png');
    await page.press('ArrowRight', 'Enter');
    assert.deepEqual(await page.posted('insert'), { type: 'insert', id: 1, alt: sheetImage(1).alt });
  });

  it('moves between images by arrows, in rows', async () => {
    const page = await open({ size: { width: 640, height: 700 } });
    await page.begin(7);
    await page.button('Open boat-1.png').focus();
    const steps: [key: string, name: string][] = [
      ['ArrowLeft', 'boat-1.png'],
      ['ArrowUp', 'boat-1.png'],
      ['ArrowRight', 'boat-2.png'],
      ['ArrowDown', 'boat-5.png'],
      ['ArrowDown', 'boat-5.png'],
      ['ArrowLeft', 'boat-4.png'],
      ['ArrowDown', 'boat-7.png'],
      ['ArrowRight', 'boat-7.png'],
      ['ArrowUp', 'boat-4.png'],
      ['End', 'boat-7.png'],
      ['Home', 'boat-1.png'],
    ];
    for (const [key, name] of steps) {
      await page.press(key);
      assert.equal(await page.focused(), `Open ${name}`, key);
    }
    await page.button('Discard boat-2.png').focus();
    await page.press('ArrowRight');
    assert.equal(await page.focused(), 'Open boat-3.png');
    assert.deepEqual(await page.escapedKeys(), [], 'VS Code takes none of these keys');
  });

  it('opens by Enter, and discards by Delete', async () => {
    const page = await open();
    await page.begin(3);
    await page.button('Open boat-2.png').focus();
    await page.press('Enter', 'Delete', 'Meta+Backspace');
    assert.deepEqual(await page.allPosted(), [
      { type: 'open', id: 1 },
      { type: 'discard', id: 1 },
      { type: 'discard', id: 1 },
    ]);
  });

  it('discards nothing by keys that are meant for a field or another action', async () => {
    const page = await open();
    await page.begin(2);
    await page.button('Keep boat-1.png').focus();
    await page.press('Delete');
    const field = page.page.getByRole('textbox', { name: 'Alt text of boat-1.png' });
    await field.focus();
    await page.press('Home', 'Delete', 'ArrowRight', 'Delete');
    assert.equal(await field.inputValue(), ' ed boat');
    await page.button('Open boat-1.png').focus();
    await page.press('Control+Delete', 'Shift+Delete', 'Backspace');
    assert.deepEqual(
      (await page.allPosted()).filter(({ type }) => type !== 'alt'),
      [],
    );
  });

  it('goes on to the next image from one that was discarded, and in the end to what is left', async () => {
    const page = await open();
    await page.begin(3);
    await page.button('Open boat-2.png').focus();
    await page.post({ type: 'discarded', ids: [1] });
    assert.equal(await page.focused(), 'Open boat-3.png');
    await page.post({ type: 'discarded', ids: [2] });
    assert.equal(await page.focused(), 'Open boat-1.png');
    await page.post({ type: 'discarded', ids: [0] });
    assert.equal(await page.focused(), 'Regenerate');
    await page.page.getByText('There are no images here any more.').waitFor();
  });

  it('stays where it is when another image goes', async () => {
    const page = await open();
    await page.begin(3);
    await page.page.getByRole('textbox', { name: 'Alt text of boat-3.png' }).fill('half writ');
    await page.post({ type: 'discarded', ids: [0] });
    assert.equal(await page.focused(), 'Alt text of boat-3.png');
    await page.press('t', 'e', 'n');
    assert.equal(
      await page.page.getByRole('textbox', { name: 'Alt text of boat-3.png' }).inputValue(),
      'half written',
    );
  });

  it('does nothing with an image that is gone but take it out', async () => {
    const page = await open();
    await page.begin([sheetImage(0, { isGone: true }), sheetImage(1)]);
    await page.button('Open boat-1.png. The file is no longer there.').focus();
    await page.press('Enter', 'Delete', 'ArrowRight');
    assert.equal(await page.focused(), 'Open boat-2.png');
    assert.deepEqual(await page.allPosted(), [{ type: 'discard', id: 0 }]);
  });

  it('goes on from an image that another took the name of', async () => {
    const page = await open();
    await page.begin(3);
    await page.button('Discard boat-2.png').focus();
    await page.begin([sheetImage(0), sheetImage(2), sheetImage(3)]);
    assert.equal(await page.focused(), 'Open boat-3.png');
  });

  it('begins again where it was, after the window asked something', async () => {
    const page = await open();
    await page.begin(3);
    await page.button('Create Variations of boat-2.png').focus();
    // As the browser does when another frame gets the focus.
    await page.page.evaluate('document.activeElement.blur()');
    await page.page.evaluate('window.dispatchEvent(new Event("focus"))');
    await page.page.waitForFunction('document.activeElement !== document.body');
    assert.equal(await page.focused(), 'Create Variations of boat-2.png');
    await page.button('Open boat-2.png').focus();
    await page.page.evaluate('document.activeElement.blur()');
    await page.post({ type: 'discarded', ids: [1] });
    assert.equal(await page.focused(), 'Open boat-3.png', 'or at the next');
  });
});
