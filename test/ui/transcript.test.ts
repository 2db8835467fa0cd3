import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { until } from '../until.ts';
import { wav } from '../webview/wav.ts';
import { sharedWindow } from './shared-window.ts';

const TALK = {
  task: 'transcribe',
  language: 'english',
  duration: 33,
  text: 'Thank you for having me. I thought we would begin with the loader. It reads every file twice. Questions?',
  segments: [
    { start: 0, end: 6.2, text: ' Thank you for having me. I thought we would begin with the loader.' },
    { start: 6.2, end: 25, text: ' It reads every file twice.' },
    { start: 25, end: 33, text: ' Questions?' },
  ],
};

describe('A transcript', () => {
  const session = sharedWindow();
  const page = (): FrameLocator => session().w.webview();
  const current = (): Locator => page().locator('[aria-current=true] .text');
  const read = (name: string): Promise<string> => readFile(join(session().w.workspace, name), 'utf8');

  beforeEach(async () => {
    const { workspace } = session().w;
    await writeFile(join(workspace, 'talk.wav'), wav(33));
    await writeFile(join(workspace, 'talk.transcript.json'), JSON.stringify(TALK, null, 2));
  });

  async function open(): Promise<void> {
    const { page: window } = session().w;
    await window
      .locator('.explorer-folders-view .monaco-list-row')
      .filter({ hasText: 'talk.transcript.json' })
      .dblclick();
    await window.locator('.tab.active[data-resource-name="talk.transcript.json"]').waitFor();
  }

  it('is opened from the explorer, heard by a click, edited, undone and saved by VS Code’s keys', async () => {
    const { w } = session();
    await open();

    await page().getByText('Questions?').click();
    await current().getByText('Questions?').waitFor();
    await page()
      .getByText(/^0:2[5-9]/)
      .first()
      .waitFor();
    await until('it is heard', async () => {
      const clock = await page().locator('.clock').first().textContent();
      return clock !== null && clock > '0:25.3';
    });
    await page().locator('body').press('Space');
    await page().getByRole('button', { name: 'Play', exact: true }).waitFor();

    await page().getByText('It reads every file twice.').dblclick();
    const field = page().getByRole('textbox');
    await field.fill('It reads every file once.');
    await w.page.locator('.tab.active.dirty').waitFor();
    await w.press('Enter');
    await page().getByText('It reads every file once.').waitFor();
    await w.press('ControlOrMeta+Z');
    await page().getByText('It reads every file twice.').waitFor();
    await until('it is as it was', async () => (await w.page.locator('.tab.active.dirty').count()) === 0);
    await w.press('ControlOrMeta+Shift+Z');
    await page().getByText('It reads every file once.').waitFor();

    // With what is typed last.
    await w.press('F2');
    await field.waitFor();
    await w.page.keyboard.type(' Why?');
    await w.press('ControlOrMeta+S');
    await until('it is saved', async () => (await read('talk.transcript.json')).includes('once. Why?"'));
    await until('the tab knows', async () => (await w.page.locator('.tab.active.dirty').count()) === 0);
    assert.equal(
      await read('talk.transcript.json'),
      JSON.stringify(TALK, null, 2).replaceAll('file twice.', 'file once. Why?'),
    );
    await w.press('Escape');
  });

  it('is exported from the title of its tab', async () => {
    const { w } = session();
    await open();
    await w.page.locator('.editor-actions').getByRole('button', { name: 'Export Transcript…' }).click();
    await w.quickPick('WebVTT').click();
    await w.answerSaveDialog('talk.vtt');
    await until('it is there', async () => (await read('talk.vtt').catch(() => '')).startsWith('WEBVTT\n'));
    await w.page.locator('.tab.active[data-resource-name="talk.vtt"]').waitFor();
  });
});
