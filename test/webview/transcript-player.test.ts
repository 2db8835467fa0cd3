import assert from 'node:assert/strict';
import { until } from '../until.ts';
import { LENGTH, segments, type TranscriptPage, transcriptPages } from './transcript-page.ts';

describe('the player of a transcript', () => {
  const open = transcriptPages();
  const opened = async (count = 15): Promise<TranscriptPage> => {
    const page = await open();
    await page.begin(count);
    return page;
  };
  const currentText = async (page: TranscriptPage): Promise<string> =>
    (await page.current.locator('.text').textContent()) ?? '';
  const isAt = (page: TranscriptPage, seconds: number): Promise<unknown> =>
    until(
      `it is at ${seconds}`,
      async () => Math.abs((await page.sound<number>('currentTime')) - seconds) < 2,
    );
  const isPlaying = (page: TranscriptPage, playing: boolean): Promise<unknown> =>
    until(`it plays: ${playing}`, async () => (await page.sound<boolean>('paused')) !== playing);

  it('plays from a segment that is clicked, and marks it', async () => {
    const page = await opened();
    await page.row(3).locator('.text').click();
    await isPlaying(page, true);
    await isAt(page, 12);
    assert.equal(await currentText(page), 'Words of segment 3.');
    assert.equal(await page.current.count(), 1);
  });

  it('plays from a segment by Enter, and goes through the list by arrows', async () => {
    const page = await opened();
    await page.time(0).focus();
    await page.press('ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'Enter');
    await isAt(page, 8);
    assert.equal(await page.focused(), '0:08.0 – 0:12.0: Words of segment 2.');
    await page.press('End');
    assert.equal(await page.focused(), '0:56.0 – 1:00.0: Words of segment 14.');
    await page.press('ArrowDown');
    assert.equal(await page.focused(), '0:56.0 – 1:00.0: Words of segment 14.');
    await page.press('Home', 'ArrowUp');
    assert.equal(await page.focused(), '0:00.0 – 0:04.0: Words of segment 0.');
  });

  it('is stopped and goes on by Space, wherever the focus is but on another button', async () => {
    const page = await opened();
    await page.press('Space');
    await isPlaying(page, true);
    await page.time(1).focus();
    await page.press('Space');
    await isPlaying(page, false);
    assert.ok((await page.sound<number>('currentTime')) < 4, 'Space has played from the segment.');
    await page.button('Play').focus();
    await page.press('Space');
    await isPlaying(page, true);
    await page.button('Copy Text').focus();
    await page.press('Space');
    await page.posted('copyText');
    await isPlaying(page, true);
  });

  it('goes five seconds by the arrow keys, within its ends, and VS Code does not get them', async () => {
    const page = await opened();
    await page.press('ArrowRight', 'ArrowRight');
    await isAt(page, 10);
    assert.equal(await page.sound('currentTime'), 10);
    await page.press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    assert.equal(await page.sound('currentTime'), 0);
    for (let pressed = 0; pressed < 15; pressed += 1) {
      await page.press('ArrowRight');
    }
    assert.equal(await page.sound('currentTime'), LENGTH);
    assert.deepEqual(await page.escapedKeys(), []);
    assert.equal(await page.page.getByRole('slider').inputValue(), String(LENGTH));
  });

  it('is moved by its slider, with the time beside it and for screen readers', async () => {
    const page = await opened();
    const slider = page.page.getByRole('slider', { name: 'Position' });
    await slider.fill('33');
    assert.equal(await page.sound('currentTime'), 33);
    assert.equal(await page.page.locator('.clock').first().textContent(), '0:33.0');
    assert.equal(await slider.getAttribute('aria-valuetext'), '0:33 of 1:00');
    assert.equal(await currentText(page), 'Words of segment 8.');
  });

  it('goes faster and slower, by keys and by choice', async () => {
    const page = await opened();
    await page.press('>', '>');
    assert.equal(await page.sound('playbackRate'), 1.5);
    assert.equal(await page.page.getByRole('combobox', { name: 'Speed' }).inputValue(), '1.5');
    for (let pressed = 0; pressed < 9; pressed += 1) {
      await page.press('<');
    }
    assert.equal(await page.sound('playbackRate'), 0.5);
    await page.page.getByRole('combobox', { name: 'Speed' }).selectOption('2');
    assert.equal(await page.sound('playbackRate'), 2);
    assert.equal((await page.said()).at(-1), '0.5×');
  });

  it('moves the mark along while it plays', async () => {
    const page = await opened();
    await page.page.getByRole('slider').fill('7.8');
    await page.press('Space');
    await until('the next one is marked', async () => (await currentText(page)) === 'Words of segment 2.');
  });

  it('marks none between segments, and of overlapping ones the one that has begun last', async () => {
    const page = await open();
    await page.begin([
      { start: 20, end: 30, text: 'late', isEditable: true },
      { start: 0, end: 10, text: 'long', isEditable: true },
      { start: 2, end: 4, text: 'short', isEditable: true },
      { text: 'without', isEditable: true },
    ]);
    const at = async (seconds: number): Promise<string | undefined> => {
      await page.page.getByRole('slider').fill(String(seconds));
      return (await page.current.count()) === 0 ? undefined : currentText(page);
    };
    assert.equal(await at(1), 'long');
    assert.equal(await at(3), 'short');
    assert.equal(await at(5), 'long');
    assert.equal(await at(15), undefined);
    assert.equal(await at(25), 'late');
    await page.time(3).click();
    assert.equal((await page.said()).at(-1), 'This segment has no time in the file, so it cannot be played.');
  });

  describe('keeps what is heard in view', () => {
    const many = async (): Promise<TranscriptPage> => {
      const page = await open();
      // Half a second each, so that some pass by within a test.
      await page.begin(
        segments(200).map((segment, index) => ({ ...segment, start: index / 4, end: (index + 1) / 4 })),
      );
      return page;
    };
    const isCurrentInView = (page: TranscriptPage): Promise<boolean> =>
      page.page.evaluate(`(() => {
        const box = document.querySelector('[aria-current=true]')?.getBoundingClientRect();
        const view = document.querySelector('.scroller').getBoundingClientRect();
        return box !== undefined && box.top >= view.top && box.bottom <= view.bottom;
      })()`) as Promise<boolean>;

    it('by itself', async () => {
      const page = await many();
      await page.press('Space');
      await page.page.getByRole('slider').fill('30');
      await until('it is in view', () => isCurrentInView(page));
    });

    it('but not once the person has scrolled, until they want to', async () => {
      const page = await many();
      await page.press('Space');
      await page.page.getByRole('slider').fill('30');
      await until('it is in view', () => isCurrentInView(page));
      await page.row(110).hover();
      await page.page.mouse.wheel(0, -3000);
      const back = page.button('Show What Is Heard');
      await back.waitFor();
      await until('the list was scrolled', async () => !(await isCurrentInView(page)));
      const before = await currentText(page);
      await until('another one is heard', async () => (await currentText(page)) !== before);
      assert.equal(await isCurrentInView(page), false);
      await back.click();
      await until('it is in view', () => isCurrentInView(page));
      await back.waitFor({ state: 'detached' });
    });
  });

  it('tells the host of what cannot be played, and shows why', async () => {
    for (const audio of ['broken.mp3', 'empty.wav']) {
      const page = await open();
      await page.begin(3, {}, { audio });
      await page.posted('audioFailed');
      await page.post({
        type: 'audio',
        audio: { uri: `https://files.test/${audio}`, name: audio },
        problem: 'It cannot be played.',
      });
      await page.page.getByText('It cannot be played.').first().waitFor();
      assert.equal(await page.button('Play').getAttribute('aria-disabled'), 'true');
      await page.button('Choose Audio…').click();
      await page.posted('chooseAudio');
      // All else goes on.
      await page.time(1).press('F2');
      await page.field.waitFor();
    }
  });

  it('says that there is no audio, and where it could come from', async () => {
    const page = await open();
    await page.begin(3, {}, { audio: '' });
    await page.page.getByText('There is no audio of this name beside the transcript.').waitFor();
    await page.time(1).click();
    assert.equal((await page.said()).at(-1), 'There is no audio of this name beside the transcript.');
    await page.post({ type: 'audio', audio: { uri: 'https://files.test/talk.wav', name: 'talk.wav' } });
    await page.time(1).click();
    await isPlaying(page, true);
  });
});
