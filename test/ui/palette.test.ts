import assert from 'node:assert/strict';
import { workbenchForEach } from './open-workbench.ts';

describe('command palette', () => {
  const workbench = workbenchForEach();

  it("lists Inkwell's commands by their titles", async () => {
    await workbench().openPalette('Inkwell: ');
    await workbench().quickPick('Inkwell: Connect to a Service…').waitFor();
    await workbench().quickPick('Inkwell: Show Log').waitFor();
    // A title that was not found in package.nls.json would show as its key.
    assert.deepEqual(
      (await workbench().quickPicks.allInnerTexts()).filter((title) => title.includes('%')),
      [],
    );
  });
});
