/**
 * `npm run pictures`: takes the README's pictures of the real thing, and renders the icon. With names as
 * arguments (`npm run pictures -- icon connect`) only those.
 */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startSampleService } from '../service/sample-service.ts';
import { closeBrowser, openWorkbench } from '../ui/open-workbench.ts';
import { projectFolder } from '../vscode/npm-install.ts';
import { renderIcon } from './icon.ts';
import { type Scene, scenes } from './scenes.ts';

const folder = join(projectFolder, 'media', 'readme');
/** What makes the window quiet enough for a small picture. */
const quiet = {
  'editor.minimap.enabled': false,
  'workbench.activityBar.location': 'hidden',
  'workbench.layoutControl.enabled': false,
  'window.commandCenter': false,
  'breadcrumbs.enabled': false,
  'editor.scrollbar.vertical': 'hidden',
  'editor.overviewRulerBorder': false,
};

const names = process.argv.slice(2);
await mkdir(folder, { recursive: true });
if (names.length === 0 || names.includes('icon')) {
  console.log(await renderIcon());
}
for (const [name, scene] of Object.entries(scenes)) {
  if (names.length === 0 || names.includes(name)) {
    await take(join(folder, `${name}.png`), scene);
  }
}
await closeBrowser();

async function take(path: string, { theme, size, settings, connected, play }: Scene): Promise<void> {
  const service = await startSampleService();
  const workbench = await openWorkbench({
    theme,
    size,
    settings: { ...quiet, ...settings },
    ...(connected ? { service } : {}),
  });
  try {
    const { page } = workbench;
    // Twice as fine, for screens that are.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setDeviceMetricsOverride', {
      ...size,
      deviceScaleFactor: 2,
      mobile: false,
    });
    await workbench.runCommand('View: Close Primary Side Bar');
    await play(workbench, service);
    // Away from what would show that the mouse is over it.
    await page.mouse.move(size.width / 2, size.height - 4);
    await page.screenshot({ path, animations: 'disabled' });
    console.log(`${path} (${Math.round((await stat(path)).size / 1000)} KB)`);
  } catch (error) {
    console.log(`A picture of the window: ${await workbench.screenshot('failed-picture')}`);
    throw error;
  } finally {
    await workbench.close();
    await service.close();
  }
}
