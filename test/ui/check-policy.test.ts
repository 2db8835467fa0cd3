import assert from 'node:assert/strict';
import { sharedWindow } from './shared-window.ts';

describe('Check Against Content Policy', () => {
  const session = sharedWindow();

  it('marks what is flagged, and its report leads there', async () => {
    const { w, service } = session();
    await w.openFile('tales/wreckers.md');
    await w.runCommand('Inkwell: Check Against Content Policy');
    const report = w.page.locator('.editor-group-container').filter({ hasText: 'Category' });
    await report.getByText('2 places are flagged in tales/wreckers.md').waitFor();
    assert.equal(service.requests.length, 2);
    // The text has the focus still.
    await w.waitForEditorFocus();
    assert.match(await w.editorText(), /^# The Wreckers/);
    await w.page.locator('.squiggly-warning').nth(1).waitFor();

    await w.runCommand('Problems: Focus on Problems View');
    await w.page.locator('.markers-panel').getByText('Content policy: violence (0.85)').waitFor();

    const place = report.locator('.detected-link').getByText('line 7').last();
    await place.click({ modifiers: ['ControlOrMeta'] });
    await w.waitForCursor(7, 1);
    await w.runCommand('Inkwell: Clear Content Policy Findings');
    await w.page.locator('.squiggly-warning').first().waitFor({ state: 'detached' });
  });
});
