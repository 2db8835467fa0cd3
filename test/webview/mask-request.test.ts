import assert from 'node:assert/strict';
import type { MaskInit } from '../../src/images/shared/mask-protocol.ts';
import { gradient } from './mask-images.ts';
import { type MaskPage, maskPages, transparentIn } from './mask-page.ts';

describe('the request of the mask editor', () => {
  const open = maskPages();
  const opened = async (init: Partial<MaskInit> = {}): Promise<MaskPage> => {
    const page = await open();
    await page.shown(gradient(40, 40), init);
    await page.button('Invert').click();
    return page;
  };
  const count = (page: MaskPage) => page.page.getByRole('spinbutton', { name: 'Count' });
  const size = (page: MaskPage) => page.page.getByRole('combobox', { name: 'Size' });

  it('sends prompt, count and size as they were proposed or changed', async () => {
    const page = await opened({ prompt: '', n: 2, size: '512x512' });
    await page.prompt.fill(' a boat\nat sea ');
    const { mask, ...first } = await page.submitted();
    assert.deepEqual(first, { type: 'submit', prompt: 'a boat\nat sea', n: 2, size: '512x512' });
    assert.equal(transparentIn(mask), 1600);
    await count(page).fill('4');
    await size(page).fill(' 640X480 ');
    const second = await page.submitted();
    assert.deepEqual([second.n, second.size], [4, '640x480']);
  });

  it('leaves the size to the service where none is written', async () => {
    const page = await opened();
    await size(page).fill(' ');
    const { mask: _, ...sent } = await page.submitted();
    assert.deepEqual(sent, { type: 'submit', prompt: 'a red boat', n: 1 });
    assert.equal(await size(page).getAttribute('placeholder'), 'default');
  });

  it('leaves count and size to the service where that is proposed, and refuses what is no count', async () => {
    const page = await opened({ n: undefined, size: undefined });
    const { mask: _, ...sent } = await page.submitted();
    assert.deepEqual(sent, { type: 'submit', prompt: 'a red boat' });
    await count(page).focus();
    await page.page.keyboard.type('-');
    await page.button('Edit Image').click();
    await page.problem.filter({ hasText: 'Write how many images are to be made: 1 or more.' }).waitFor();
    assert.equal((await page.postedOf('submit')).length, 1);
    await count(page).fill('3');
    assert.equal((await page.submitted()).n, 3);
  });

  const wrong: Record<string, [field: 'prompt' | 'count' | 'size', value: string, words: string]> = {
    'no prompt': ['prompt', ' \n ', 'Write a prompt first.'],
    'no count': ['count', '', 'Write how many images are to be made: 1 or more.'],
    'a count of 0': ['count', '0', 'Write how many images are to be made: 1 or more.'],
    'half an image': ['count', '1.5', 'Write how many images are to be made: 1 or more.'],
    'half a size': [
      'size',
      '1024',
      'Write the size as width x height, such as 1024x1024, or leave it empty.',
    ],
    'a size of 0': [
      'size',
      '0x512',
      'Write the size as width x height, such as 1024x1024, or leave it empty.',
    ],
    'a huge size': [
      'size',
      '1024x999999',
      'Write the size as width x height, such as 1024x1024, or leave it empty.',
    ],
  };
  for (const [name, [field, value, words]] of Object.entries(wrong)) {
    it(`sends nothing, and leads to what is wrong: ${name}`, async () => {
      const page = await opened();
      const input = { prompt: page.prompt, count: count(page), size: size(page) }[field];
      await input.fill(value);
      await page.button('Edit Image').click();
      await page.problem.filter({ hasText: words }).waitFor();
      assert.equal(await input.evaluate((element) => element === element.ownerDocument.activeElement), true);
      assert.deepEqual(await page.postedOf('submit'), []);
    });
  }

  const mended: Record<
    string,
    [field: 'prompt' | 'count' | 'size', wrong: string, still: string, right: string]
  > = {
    'the prompt': ['prompt', '', ' ', ' a'],
    'the count': ['count', '0', '-1', '11'],
    'the size': ['size', '1024', '1024x', '1024x1'],
  };
  for (const [name, [field, wrongValue, still, right]] of Object.entries(mended)) {
    it(`takes back what it says against ${name} once it is mended, and not before`, async () => {
      const page = await opened();
      const input = { prompt: page.prompt, count: count(page), size: size(page) }[field];
      await input.fill(wrongValue);
      await page.button('Edit Image').click();
      await page.problem.filter({ hasText: /./ }).waitFor();
      await input.fill(still);
      await page.drawn();
      assert.notEqual(await page.problem.textContent(), '');
      await input.fill(right);
      await page.drawn();
      assert.equal(await page.problem.textContent(), '');
    });
  }

  it('keeps what the service has said while another prompt is written', async () => {
    const page = await opened();
    await page.post({ type: 'error', text: 'The service refused the prompt.' });
    await page.problem.filter({ hasText: 'The service refused' }).waitFor();
    await page.prompt.fill('a blue boat');
    await page.drawn();
    assert.equal(await page.problem.textContent(), 'The service refused the prompt.');
  });

  it('sends nothing while nothing is painted, and takes that back after the first stroke', async () => {
    const page = await opened();
    await page.button('Clear').click();
    await page.button('Edit Image').click();
    await page.problem.filter({ hasText: 'Nothing is painted.' }).waitFor();
    assert.deepEqual(await page.postedOf('submit'), []);
    const at = await page.onPage(20, 20);
    await page.page.mouse.move(at.x, at.y);
    await page.page.mouse.down();
    await page.page.mouse.move(at.x + 5, at.y);
    await page.drawn();
    // It would move the picture away from under the pointer.
    assert.notEqual(await page.problem.textContent(), '');
    await page.page.mouse.up();
    await page.drawn();
    assert.equal(await page.problem.textContent(), '');
  });

  it('offers to edit without a mask where nothing is painted, and leaves the focus where it can be tried again', async () => {
    const page = await opened();
    const offer = page.button('Edit without a Mask');
    await page.button('Clear').click();
    assert.equal(await offer.count(), 0);
    await page.button('Edit Image').click();
    await offer.press('Enter');
    const { mask, prompt, n } = await page.posted('submit');
    assert.deepEqual([mask, prompt, n], [undefined, 'a red boat', 1]);
    await page.drawn();
    assert.equal(await offer.count(), 0);
    const submit = page.button('Edit Image');
    assert.equal(await submit.evaluate((element) => element === element.ownerDocument.activeElement), true);
    await page.post({ type: 'idle' });
    // The next time, it is asked again.
    await submit.click();
    await offer.waitFor();
    assert.equal((await page.postedOf('submit')).length, 1);
    assert.deepEqual(await page.accessibilityProblems(), []);
  });

  it('says without a mask, too, what has to be converted first', async () => {
    const page = await opened({
      findings: [{ text: 'It is no PNG.', level: 'refused', conversions: [{ kind: 'png' }] }],
    });
    await page.button('Clear').click();
    await page.button('Edit Image').click();
    await page.button('Edit without a Mask').click();
    await page.drawn();
    await page.problem.filter({ hasText: 'convert' }).waitFor();
    assert.equal(await page.button('Edit without a Mask').count(), 0);
    assert.deepEqual(await page.postedOf('submit'), []);
  });

  it('shows no progress and no error in the midst of a stroke', async () => {
    const page = await opened();
    const at = await page.onPage(20, 20);
    await page.page.mouse.move(at.x, at.y);
    await page.page.mouse.down();
    await page.post({ type: 'busy', text: 'Sending…' });
    await page.drawn();
    const progress = page.page.getByRole('progressbar', { name: 'Sending…' });
    assert.equal(await progress.count(), 0);
    assert.deepEqual(await page.onPage(20, 20), at);
    await page.page.mouse.up();
    await progress.waitFor();
  });

  it('refuses a mask that would be too large a file', async () => {
    const page = await opened({ maskBytes: 50 });
    await page.button('Edit Image').click();
    await page.problem.filter({ hasText: 'The mask’s file is too large.' }).waitFor();
    assert.deepEqual(await page.postedOf('submit'), []);
  });

  it('only warns of what most services refuse', async () => {
    const page = await opened();
    const remarks = page.page.locator('.remarks');
    await page.prompt.fill('x'.repeat(1000));
    assert.equal(await remarks.textContent(), '');
    await page.prompt.fill('😀'.repeat(1001));
    await count(page).fill('11');
    assert.equal(
      await remarks.textContent(),
      '1001 characters: many services take at most 1000. Many services make at most 10 images at once.',
    );
    assert.equal((await page.submitted()).n, 11);
  });

  it('takes an earlier prompt, and gives back what was written by Undo', async () => {
    const page = await opened({ prompt: 'mine', prompts: ['a red boat', 'two\nlines'] });
    const earlier = page.page.getByRole('combobox', { name: 'Earlier Prompts' });
    await earlier.selectOption({ index: 2 });
    assert.equal(await page.prompt.inputValue(), 'two\nlines');
    await page.page.keyboard.press('Control+z');
    assert.equal(await page.prompt.inputValue(), 'mine');
    assert.equal(await earlier.inputValue(), 'Earlier Prompts');
  });

  it('submits by Ctrl+Enter in the prompt, and breaks the line by Enter', async () => {
    const page = await opened();
    await page.prompt.fill('a');
    await page.page.keyboard.press('Enter');
    await page.page.keyboard.type('b');
    await page.page.keyboard.press('Control+Enter');
    assert.equal((await page.posted('submit')).prompt, 'a\nb');
  });

  it('shows how the request goes, sends no other meanwhile, and can stop it', async () => {
    const page = await opened();
    await page.button('Edit Image').click();
    await page.posted('submit');
    assert.equal(await page.button('Edit Image').getAttribute('aria-disabled'), 'true');
    await page.post({ type: 'busy', text: 'Sending…', done: 0.5 });
    const progress = page.page.getByRole('progressbar', { name: 'Sending…' });
    await progress.waitFor();
    assert.equal(await progress.evaluate((element) => Reflect.get(element, 'position')), 0.5);
    await page.button('Edit Image').click({ force: true });
    await page.prompt.press('Control+Enter');
    await page.button('Stop').click();
    await page.posted('cancelRequest');
    assert.equal((await page.postedOf('submit')).length, 1);
    await page.post({ type: 'idle' });
    await progress.waitFor({ state: 'detached' });
    assert.equal(await page.focused(), 'Edit Image');
    await page.submitted();
  });

  it('says why a request has failed, and keeps all that was painted and written', async () => {
    const page = await opened();
    await page.prompt.fill('a long thought');
    await page.button('Edit Image').click();
    await page.posted('submit');
    await page.post({ type: 'error', text: 'The service refused the key.' });
    await page.page.getByRole('alert').filter({ hasText: 'The service refused the key.' }).waitFor();
    assert.equal(await page.facts.textContent(), '40×40 · mask 100 %');
    const again = await page.submitted();
    assert.equal(again.prompt, 'a long thought');
    assert.equal(await page.problem.textContent(), '');
  });

  it('closes by Cancel, and tells whether a mask would be lost', async () => {
    const page = await opened();
    await page.button('Cancel').click();
    assert.deepEqual(await page.posted('cancel'), { type: 'cancel', isPainted: true });
    await page.button('Clear').click();
    await page.button('Cancel').click();
    assert.deepEqual(await page.posted('cancel', 2), { type: 'cancel', isPainted: false });
  });
});
