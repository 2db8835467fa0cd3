import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { until } from '../until.ts';
import { sharedWindow } from './shared-window.ts';

describe('Transcribing', () => {
  const session = sharedWindow();

  const inExplorer = (name: string): Locator => {
    const { page } = session().w;
    const label = page.locator('.label-name', { hasText: new RegExp(`^${name}$`) });
    return page.locator('.explorer-folders-view .monaco-list-row').filter({ has: label });
  };
  const inFolder = (): Promise<string[]> => readdir(join(session().w.workspace, 'audio'));

  async function showAudio(): Promise<void> {
    if ((await inExplorer('audio').getAttribute('aria-expanded')) === 'false') {
      await inExplorer('audio').click();
    }
    await inExplorer('buoy.wav').waitFor();
  }

  it('is chosen in the explorer, opens what is said, and asks before it does so again', async () => {
    const { w } = session();
    await showAudio();
    await w.chooseFromMenu(inExplorer('buoy.wav'), 'Transcribe Audio');
    await w.page.locator('.tab.active[data-resource-name="buoy.transcript.json"]').waitFor();
    await w.webview().getByText('This is the sample service').waitFor();
    await w.chooseFromMenu(inExplorer('buoy.wav'), 'Transcribe Audio');
    await w.dialog('This transcript is there already').getByRole('button', { name: 'Keep Both' }).click();
    await w.page.locator('.tab.active[data-resource-name="buoy-2.transcript.json"]').waitFor();
    // It has no audio of its name, and yet its own.
    await w.webview().getByRole('button', { name: 'Play', exact: true }).waitFor();
    assert.deepEqual((await inFolder()).sort(), [
      'buoy-2.transcript.json',
      'buoy.transcript.json',
      'buoy.wav',
    ]);
  });

  it('has its options by the keyboard alone', async () => {
    const { w, service } = session();
    await showAudio();
    await inExplorer('buoy.wav').click();
    await w.page.locator('.tab.active[data-resource-name="buoy.wav"]').waitFor();
    await w.openPalette('Inkwell: Transcribe with Options…');
    await w.quickPick('Inkwell: Transcribe with Options…').waitFor();
    await w.press('Enter');
    await w.quickPick('Format').waitFor();
    await w.page.keyboard.type('Format');
    await w.quickPick('Transcribe').waitFor({ state: 'hidden' });
    await w.press('Enter');
    await w.quickPick('SubRip subtitles').waitFor();
    await w.page.keyboard.type('srt');
    await w.quickPick('plain text').waitFor({ state: 'hidden' });
    await w.press('Enter');
    await w.quickPick('Format').filter({ hasText: 'SubRip subtitles' }).waitFor();
    await w.press('Enter');
    await w.page.locator('.tab.active[data-resource-name="buoy.srt"]').waitFor();
    const { form } = service.requests.find(({ path }) => path === '/v1/audio/transcriptions') ?? {};
    assert.equal(form?.response_format, 'srt');
  });

  it('sums up several, names what is no audio, and opens one from the list', async () => {
    const { w } = session();
    await writeFile(join(w.workspace, 'audio', 'words.mp3'), 'Only words.');
    await showAudio();
    await inExplorer('words.mp3').click();
    await inExplorer('buoy.wav').click({ modifiers: ['ControlOrMeta'] });
    await w.chooseFromMenu(inExplorer('buoy.wav'), 'Translate Audio into English');
    const message = await w.waitForNotification('1 of 2 transcripts saved.');
    assert.match((await message.textContent()) ?? '', /words\.mp3”: it holds text, not audio\./);
    await message.getByRole('button', { name: 'Open…' }).click();
    await w.quickPicks.filter({ hasText: 'buoy.en.transcript.json' }).click();
    await w.page.locator('.tab.active[data-resource-name="buoy.en.transcript.json"]').waitFor();
    await w.webview().getByText('This is the sample service').waitFor();
    await until('the audio of the translation is found', async () =>
      w.webview().getByRole('button', { name: 'Play', exact: true }).isVisible(),
    );
  });
});
