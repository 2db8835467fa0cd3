import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startSampleService } from '../service/sample-service.ts';
import { closeBrowser, openWorkbench } from '../ui/open-workbench.ts';
import type { Workbench } from '../ui/workbench.ts';
import { largeImage } from '../webview/mask-images.ts';
import type { Row } from './row.ts';

const EDGE = 4096;
const WARM_UP = 5;
const ROUNDS = 20;

/** What the window’s processes hold more after the mask editor was open and closed again, many times. */
export async function measureMaskMemory(): Promise<Row[]> {
  const service = await startSampleService();
  const window = await openWorkbench({
    service,
    settings: { 'chat.disableAIFeatures': true, 'explorer.autoReveal': false },
  });
  try {
    await writeFile(join(window.workspace, 'large.png'), largeImage(EDGE).bytes);
    await window.showContainer('Explorer');
    for (let round = 0; round < WARM_UP; round++) {
      await openAndClose(window);
    }
    const before = await held(window);
    for (let round = 0; round < ROUNDS; round++) {
      await openAndClose(window);
    }
    return [
      {
        measure: `mask editor, ${EDGE}×${EDGE}: memory left by ${ROUNDS} rounds, after ${WARM_UP} others`,
        unit: 'MiB',
        ours: [(await held(window)) - before],
        figure: 'alone',
        // The mask and the picture of a single round are more.
        bound: 64,
      },
    ];
  } finally {
    await window.close();
    await service.close();
    await closeBrowser();
  }
}

async function openAndClose(window: Workbench): Promise<void> {
  const image = window.page
    .locator('.explorer-folders-view .monaco-list-row')
    .filter({ has: window.page.locator('.label-name', { hasText: /^large\.png$/ }) });
  await window.chooseFromMenu(image, 'Edit Image…');
  const page = window.webview();
  await page.locator('.facts').waitFor();
  await page.getByRole('button', { name: 'Invert' }).click();
  await page.getByText(/mask 100 %/).waitFor();
  await window.closeEditors();
}

/** MiB of memory that the browser’s processes hold, once the window’s garbage is collected. */
async function held(window: Workbench): Promise<number> {
  const context = window.page.context();
  const session = await context.newCDPSession(window.page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  const ids = await processes(context.browser());
  const sizes = await Promise.all(ids.map(residentBytes));
  return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20;
}

async function processes(browser: Browser | null): Promise<readonly number[]> {
  if (!browser) {
    throw new Error('The window has no browser.');
  }
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.map(({ id }) => id);
}

/** What is shared with other processes counts in each, before as after. Linux only. */
async function residentBytes(id: number): Promise<number> {
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
