import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../until.ts';
import { sharedWindow } from './shared-window.ts';

describe('Search by Meaning', () => {
  const session = sharedWindow({ settings: { 'inkwell.search.model': 'embed-1' } });

  const tab = (name: string): Locator =>
    session().w.page.locator(`.tab.active[data-resource-name="${name}"]`);
  const results = (): Locator =>
    session().w.page.locator('.pane').filter({ hasText: 'Results by Meaning' }).locator('.monaco-list-row');

  it('indexes when it is first used, shows places while one goes through them, and keeps them', async () => {
    const { w, service } = session();
    await w.openFile('src/lamp.ts');
    await w.goToLine(5);
    const before = await w.editorText();
    await w.runCommand('Inkwell: Search by Meaning…');
    await w.dialog('for search by meaning?').getByRole('button', { name: 'Index', exact: true }).click();
    await w.page.getByPlaceholder('Say what you are looking for').waitFor();
    await w.page.keyboard.type('how high is the water');
    await w.quickPicks.filter({ hasText: 'tides.ts' }).first().waitFor();
    await tab('tides.ts').waitFor();
    await w.screenshot('search-list');
    await w.press('Escape');
    await tab('lamp.ts').waitFor();
    assert.equal(await w.editorText(), before);
    await until(
      'what was looked at is closed',
      async () => (await w.page.locator('.part.editor .tab').count()) === 1,
    );

    // Enter and a click both stay where they lead to.
    const sent = service.requests.length;
    await w.runCommand('Inkwell: Search by Meaning…');
    await w.quickPicks.filter({ hasText: 'how high is the water' }).waitFor();
    await w.press('Enter');
    await tab('tides.ts').waitFor();
    assert.equal(service.requests.length, sent, 'what was asked once costs no request');
    await w.editor.locator('.view-line', { hasText: 'sill = 1.2' }).click();
    await w.quickInput.waitFor({ state: 'hidden' });
    await tab('tides.ts').waitFor();

    await w.runCommand('Inkwell: Search by Meaning…');
    await w.quickPicks.filter({ hasText: 'how high is the water' }).waitFor();
    await w.press('Enter');
    await w.quickPicks.filter({ hasText: 'tides.ts' }).first().waitFor();
    await w.quickInput.getByRole('button', { name: 'Keep as Results' }).click();
    // What is further down is there once one scrolls.
    await results().filter({ hasText: 'Notes for the story' }).waitFor();
    await w.screenshot('search-results');
    await results().filter({ hasText: 'Notes for the story' }).click();
    await tab('notes.md').waitFor();
    await w.press('ArrowUp');
    await w.press('ArrowUp');
    await w.press('Enter');
    await tab('lamp.ts').waitFor();
    await w.runCommand('Inkwell: Go to Next Result');
    await tab('notes.md').waitFor();
    await w.runCommand('Inkwell: Go to Previous Result');
    await tab('lamp.ts').waitFor();

    const ofFiles = results().filter({ hasText: /src · 1/ });
    await w.runCommand('Inkwell: Show Results as List');
    await until('they are a list', async () => (await ofFiles.count()) === 0);
    await w.runCommand('Inkwell: Show Results by File');
    await ofFiles.first().waitFor();
    const place = results().filter({ hasText: 'Notes for the story' });
    await place.click();
    await tab('notes.md').waitFor();
    await w.chooseFromMenu(place, 'Copy Path');
    const copied = (): Promise<string> => w.page.evaluate('navigator.clipboard.readText()');
    await until('its path is copied', async () => (await copied()) === 'story/notes.md:1');
    await w.chooseFromMenu(place, 'Copy All Results');
    await until('all are copied', async () =>
      /notes\.md[\s\S]*tides\.ts|tides\.ts[\s\S]*notes\.md/.test(await copied()),
    );
    await place.hover();
    await place.getByRole('button', { name: 'Open to the Side' }).click();
    await w.page
      .locator('.editor-group-container')
      .nth(1)
      .locator('.tab[data-resource-name="notes.md"]')
      .waitFor();
    await place.click();
    await place.press('Delete');
    await until('it is dismissed', async () => (await place.count()) === 0);
    await w.runCommand('Inkwell: Search Again');
    await place.waitFor();
    await w.runCommand('Inkwell: Clear Search Results');
    await until('the view is gone', async () => (await results().count()) === 0);
  });
});
