import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { sharedWindow } from './shared-window.ts';

describe('The search index', () => {
  const session = sharedWindow({ settings: { 'inkwell.search.model': 'embed-1' } });

  const inStatusBar = (text: string | RegExp): Locator =>
    session().w.page.locator('.statusbar-item').filter({ hasText: text });

  it('is made after a question, waits by a click, goes on, and is deleted', async () => {
    const { w, service } = session();
    const sections = Array.from(
      { length: 220 },
      (_, section) => `# Log ${section}\n\n${`The lamp of day ${section} was lit at dusk. `.repeat(18)}\n`,
    );
    await writeFile(join(w.workspace, 'log.md'), sections.join('\n'));
    const gate = service.gate({ path: '/v1/embeddings' });
    await w.runCommand('Inkwell: Index Workspace for Search…');
    const question = w.dialog('for search by meaning?');
    await question.waitFor();
    assert.match((await question.textContent()) ?? '', /about [\d,]+ tokens, are sent to 127\.0\.0\.1/);
    await w.screenshot('search-index-question');
    await question.getByRole('button', { name: 'Index', exact: true }).click();
    await gate.waiting();
    await inStatusBar(/Indexing \d+ %/).click();
    await inStatusBar('Indexing paused').waitFor();
    await w.screenshot('search-index-paused');
    gate.release(1);
    await inStatusBar('Indexing paused').click();
    await w.waitForNotification('is indexed:');
    await inStatusBar('Indexing').waitFor({ state: 'hidden' });
    await w.screenshot('search-index-ready');
    await w.runCommand('Inkwell: Delete Search Index…');
    await w.dialog('Delete the search index').getByRole('button', { name: 'Delete' }).click();
    await w.dialog('Delete the search index').waitFor({ state: 'hidden' });
  });
});
