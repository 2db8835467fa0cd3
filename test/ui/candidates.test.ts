import assert from 'node:assert/strict';
import { until } from '../until.ts';
import { sharedWindow } from './shared-window.ts';

/** What has the focus in a page. */
interface Focused {
  ownerDocument: { activeElement: { ariaLabel: string | null; textContent: string } | null };
}

describe('Complete with Candidates', () => {
  const session = sharedWindow();

  const candidates = () => session().w.webview().locator('.candidate');

  async function untilFocused(what: RegExp): Promise<void> {
    await until(`${what} has the focus`, async () => {
      const focused = await session()
        .w.webview()
        .locator('main')
        .evaluate((page: Focused) => {
          const { activeElement } = page.ownerDocument;
          return activeElement?.ariaLabel ?? activeElement?.textContent;
        });
      return what.test(focused ?? '');
    });
  }

  /** What the editor has in view, wherever it breaks its lines. */
  const inEditor = async (): Promise<string> => (await session().w.editorText()).replaceAll(/\s/g, '');

  it('is used by keys alone: choosing, looking at a token, inserting, and taking back', async () => {
    const { w, service } = session();
    await w.openFile('story/keeper.md');
    await w.selectLines(5, 5);
    const before = await inEditor();
    await w.runCommand('Inkwell: Complete with Candidates…');
    await untilFocused(/^Candidate 1/);
    assert.equal(service.requests.length, 1);
    await w.press('ArrowRight');
    const tip = w.webview().getByRole('tooltip');
    await tip.waitFor();
    if (process.env.INKWELL_SCREENSHOTS) {
      for (const theme of ['light', 'high-contrast', 'dark'] as const) {
        await session().setTheme(theme);
        await w.screenshot(`candidates-window-${theme}`);
      }
    }
    await w.press('Escape');
    await tip.waitFor({ state: 'hidden' });
    await w.press('ArrowDown');
    await untilFocused(/^Candidate 2/);
    const text = await candidates().nth(1).locator('.text').innerText();
    await w.press('Enter');
    await candidates().first().waitFor({ state: 'detached' });
    await w.waitForEditorFocus();
    const beginning = text.replaceAll(/\s/g, '').slice(0, 60);
    await until('it is inserted', async () => (await inEditor()).includes(beginning));
    await w.press('ControlOrMeta+Z');
    await until('one undo takes it back', async () => (await inEditor()) === before);
  });

  it('copies by C, and is left by Escape to where one came from', async () => {
    const { w } = session();
    await w.openFile('story/keeper.md');
    await w.selectLines(1, 1);
    await w.runCommand('Inkwell: Complete with Candidates…');
    await untilFocused(/^Candidate 1/);
    await w.webview().getByRole('button', { name: 'More' }).waitFor();
    const text = await candidates().first().locator('.text').innerText();
    await w.press('ControlOrMeta+C');
    await w.webview().getByText('Copied', { exact: true }).waitFor();
    assert.equal(await w.page.evaluate('navigator.clipboard.readText()'), text);
    await w.press('Escape');
    await candidates().first().waitFor({ state: 'detached' });
    await w.waitForEditorFocus();
  });
});
