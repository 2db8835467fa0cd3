import assert from 'node:assert/strict';
import { sharedWindow } from './shared-window.ts';

describe('command palette', () => {
  const session = sharedWindow();

  it("lists Inkwell's commands by their titles", async () => {
    const { w } = session();
    await w.openPalette('Inkwell: ');
    // What was used lately comes first, and only what is in view is there.
    await w.quickPicks.first().waitFor();
    // A title that was not found in package.nls.json would show as its key.
    assert.deepEqual(
      (await w.quickPicks.allInnerTexts()).filter((title) => title.includes('%')),
      [],
    );
    for (const title of ['Inkwell: Connect to a Service…', 'Inkwell: Show Log']) {
      await w.typeIntoQuickInput(`>${title}`);
      await w.quickPick(title).waitFor();
    }
  });
});
