import assert from 'node:assert/strict';
import { until } from '../until.ts';
import { segments, type TranscriptPage, transcriptPages } from './transcript-page.ts';

describe('the text of a segment', () => {
  const open = transcriptPages();
  const opened = async (): Promise<TranscriptPage> => {
    const page = await open();
    await page.begin(6);
    return page;
  };
  /** Edits segment 1 by the keyboard. */
  const editing = async (page: TranscriptPage): Promise<void> => {
    await page.time(1).focus();
    await page.press('F2');
    await page.field.waitFor();
  };
  /** Answers as the host does once the document has changed. */
  const written = async (page: TranscriptPage, text: string): Promise<void> => {
    await page.change(1, 1, [{ start: 4, end: 8, text, isEditable: true }]);
    await page.post({ type: 'edited', isDone: true });
  };
  const typesOf = async (page: TranscriptPage): Promise<string[]> =>
    (await page.allPosted()).map(({ type }) => type);

  for (const [name, begin] of [
    ['F2', (page: TranscriptPage) => page.time(1).press('F2')],
    ['a double click', (page: TranscriptPage) => page.row(1).locator('.text').dblclick()],
    [
      'its button',
      async (page: TranscriptPage) => {
        await page.row(1).hover();
        await page.row(1).getByRole('button', { name: 'Edit Text: 0:04.0 – 0:08.0' }).click();
      },
    ],
    [
      'its button by the keyboard',
      async (page: TranscriptPage) => {
        await page.time(1).focus();
        await page.press('Tab', 'Enter');
      },
    ],
  ] as const) {
    it(`is edited in place by ${name}`, async () => {
      const page = await opened();
      await begin(page);
      await page.field.waitFor();
      assert.equal(await page.field.inputValue(), 'Words of segment 1.');
      assert.equal(await page.focused(), 'Text of 0:04.0 – 0:08.0');
    });
  }

  it('is not heard for a double click, unless something was heard before', async () => {
    const page = await opened();
    await page.row(1).locator('.text').dblclick();
    await page.field.waitFor();
    await until('it is silent', () => page.sound<boolean>('paused'));
    await page.press('Escape', 'Space');
    await page.time(3).dblclick();
    assert.equal(await page.field.count(), 0);
    await page.row(2).locator('.text').dblclick();
    await page.field.waitFor();
    assert.equal(await page.sound('paused'), false);
  });

  it('is told to the host with the first letter, and with what follows after a pause', async () => {
    const page = await opened();
    await editing(page);
    await page.page.keyboard.type('A');
    assert.deepEqual(await page.posted('edit'), {
      type: 'edit',
      index: 1,
      was: 'Words of segment 1.',
      text: 'Words of segment 1.A',
    });
    await page.page.keyboard.type('BC');
    await written(page, 'Words of segment 1.A');
    const { was, text } = await page.posted('edit', 2);
    assert.deepEqual([was, text], ['Words of segment 1.A', 'Words of segment 1.ABC']);
    assert.equal(await page.field.inputValue(), 'Words of segment 1.ABC');
  });

  for (const key of ['Enter', 'Control+Enter']) {
    it(`is done by ${key}, with the focus on its segment again`, async () => {
      const page = await opened();
      await editing(page);
      await page.field.fill('Other words');
      await page.press(key);
      await page.field.waitFor({ state: 'detached' });
      assert.equal(await page.row(1).locator('.text').textContent(), 'Other words');
      assert.equal((await page.posted('edit')).text, 'Other words');
      await written(page, 'Other words');
      assert.equal(await page.focused(), '0:04.0 – 0:08.0: Other words');
      assert.equal(await page.sound('paused'), true);
    });
  }

  it('is told whole where it was finished before the host had answered', async () => {
    const page = await opened();
    await editing(page);
    await page.page.keyboard.type('AB');
    await page.press('Enter');
    await written(page, 'Words of segment 1.A');
    assert.equal((await page.posted('edit', 2)).text, 'Words of segment 1.AB');
    await written(page, 'Words of segment 1.AB');
    assert.equal(await page.row(1).locator('.text').textContent(), 'Words of segment 1.AB');
  });

  it('is told once where it was done before the host had answered', async () => {
    const page = await opened();
    await editing(page);
    await page.field.fill('All of it.');
    await page.press('Enter');
    await written(page, 'All of it.');
    // The host acts on one after the other: what comes behind this came because of it.
    await page.time(2).focus();
    await page.press('F2');
    await page.field.waitFor();
    assert.equal((await page.postedOf('edit')).length, 1);
    assert.equal(await page.row(1).locator('.text').textContent(), 'All of it.');
  });

  it('takes line breaks by Shift+Enter', async () => {
    const page = await opened();
    await editing(page);
    await page.press('Shift+Enter');
    await page.page.keyboard.type('x');
    await page.press('Enter');
    const last = await until('all is told', async () => {
      await page.post({ type: 'edited', isDone: true });
      const edits = await page.postedOf('edit');
      return edits.find(({ text }) => text === 'Words of segment 1.\nx');
    });
    assert.equal(last.index, 1);
  });

  it('is taken back by Escape, in the document as well', async () => {
    const page = await opened();
    await editing(page);
    await page.page.keyboard.type('A');
    await page.posted('edit');
    await written(page, 'Words of segment 1.A');
    await page.page.keyboard.type('B');
    await page.press('Escape');
    const { was, text } = await page.posted('takeBack');
    assert.deepEqual([was, text], ['Words of segment 1.A', 'Words of segment 1.']);
    assert.equal(await page.field.count(), 0);
    assert.equal(await page.row(1).locator('.text').textContent(), 'Words of segment 1.');
  });

  it('is taken back by Escape also before the host has answered', async () => {
    const page = await opened();
    await editing(page);
    await page.page.keyboard.type('A');
    await page.posted('edit');
    await page.press('Escape');
    assert.deepEqual(await typesOf(page), ['edit']);
    await written(page, 'Words of segment 1.A');
    assert.equal((await page.posted('takeBack')).text, 'Words of segment 1.');
  });

  it('is not told where nothing was changed', async () => {
    const page = await opened();
    await editing(page);
    await page.press('Escape');
    await editing(page);
    await page.press('Enter');
    await editing(page);
    await page.page.keyboard.type('   ');
    await page.time(4).click();
    await page.field.waitFor({ state: 'detached' });
    assert.deepEqual([...new Set(await typesOf(page))], ['done']);
  });

  it('is saved by Ctrl+S with what was typed last', async () => {
    const page = await opened();
    await editing(page);
    await page.page.keyboard.type('AB');
    await page.press('Control+s');
    await written(page, 'Words of segment 1.A');
    await page.posted('save');
    assert.deepEqual(await typesOf(page), ['edit', 'edit', 'save']);
    assert.equal((await page.posted('edit', 2)).text, 'Words of segment 1.AB');
    assert.ok(!(await page.escapedKeys()).includes('s'));
    assert.equal(await page.field.count(), 1);
  });

  it('leaves Ctrl+S and Ctrl+Z to VS Code where there is nothing that it does not know', async () => {
    const page = await opened();
    await page.time(1).focus();
    await page.press('Control+s', 'Control+z');
    await editing(page);
    await page.press('Control+z');
    assert.deepEqual(
      (await page.escapedKeys()).filter((key) => /^[sz]$/.test(key)),
      ['s', 'z', 'z'],
    );
    await page.page.keyboard.type('A');
    await page.press('Control+z');
    assert.equal((await page.escapedKeys()).filter((key) => key === 'z').length, 2);
  });

  it('shows what Undo of VS Code has made of it', async () => {
    const page = await opened();
    await editing(page);
    await page.page.keyboard.type('A');
    await page.posted('edit');
    await written(page, 'Words of segment 1.A');
    await page.change(1, 1, segments(1, 1));
    assert.equal(await page.field.inputValue(), 'Words of segment 1.');
    assert.equal(await page.page.locator('.notice').count(), 0);
  });

  it('keeps what was typed where the segment was changed elsewhere, and says so', async () => {
    const page = await opened();
    await editing(page);
    await page.page.keyboard.type('A');
    await page.posted('edit');
    // Somebody else was there first.
    await page.change(1, 1, [{ start: 4, end: 8, text: 'Of others', isEditable: true }]);
    await page.post({ type: 'edited', isDone: false });
    await page.page.locator('.notice', { hasText: 'changed elsewhere' }).waitFor();
    assert.equal(await page.field.inputValue(), 'Words of segment 1.A');
    await page.page.keyboard.type('B');
    await page.press('Enter');
    const { was, text } = await page.posted('edit', 2);
    assert.deepEqual([was, text], ['Of others', 'Words of segment 1.AB']);
    await page.page.locator('.notice').waitFor({ state: 'detached' });
  });

  it('drops what was typed by Escape then, and shows what the others wrote', async () => {
    const page = await opened();
    await editing(page);
    await page.page.keyboard.type('A');
    await page.posted('edit');
    await page.change(1, 1, [{ start: 4, end: 8, text: 'Of others', isEditable: true }]);
    await page.post({ type: 'edited', isDone: false });
    await page.press('Escape');
    assert.equal(await page.row(1).locator('.text').textContent(), 'Of others');
    assert.ok(!(await typesOf(page)).includes('takeBack'));
  });

  it('is shown again with its draft where it was refused after it was done', async () => {
    const page = await opened();
    await editing(page);
    await page.field.fill('Mine');
    await page.press('Enter');
    await page.posted('edit');
    await page.change(1, 1, [{ start: 4, end: 8, text: 'Of others', isEditable: true }]);
    await page.post({ type: 'edited', isDone: false });
    await page.field.waitFor();
    assert.equal(await page.field.inputValue(), 'Mine');
  });

  it('keeps its place where segments come and go above it', async () => {
    const page = await opened();
    await editing(page);
    await page.change(0, 1, []);
    assert.equal(await page.focused(), 'Text of 0:04.0 – 0:08.0');
    await page.page.keyboard.type('A');
    assert.equal((await page.posted('edit')).index, 0);
  });

  it('does not play or move by the keys that are typed into it, but plays by Ctrl+Space', async () => {
    const page = await opened();
    await editing(page);
    await page.press('Space', 'ArrowLeft', '<', 'Home');
    assert.equal(await page.sound('paused'), true);
    assert.equal(await page.field.inputValue(), 'Words of segment 1.< ');
    await page.press('Control+Space');
    await until('it plays', async () => !(await page.sound<boolean>('paused')));
    assert.equal(await page.field.count(), 1);
  });

  it('cannot be edited where the file is read-only, has a problem, or has no text there', async () => {
    const page = await open();
    for (const state of [{ isReadOnly: true }, { problem: 'The file is no JSON.' }]) {
      await page.begin(3, state);
      await page.time(1).press('F2');
      await page.row(1).locator('.text').dblclick();
      assert.equal(await page.field.count(), 0);
    }
    await page.begin([{ start: 0, end: 1, text: '', isEditable: false }]);
    await page.time(0).press('F2');
    assert.equal(await page.row(0).locator('.edit').count(), 0);
    assert.equal(await page.field.count(), 0);
  });
});
