import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from '../vscode/browser.ts';
import { projectFolder } from '../vscode/npm-install.ts';

const media = join(projectFolder, 'media');
/** Pixels; VS Code wants 128 at least, and twice that on dense screens. */
const size = 256;

/** Renders `media/icon.svg` as `media/icon.png`: VS Code takes no SVG for an extension's icon. */
export async function renderIcon(): Promise<string> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const svg = await readFile(join(media, 'icon.svg'), 'utf8');
    await page.setContent(`<body style="margin: 0">${svg}</body>`);
    const path = join(media, 'icon.png');
    await writeFile(path, await page.screenshot({ omitBackground: true }));
    return path;
  } finally {
    await browser.close();
  }
}
