import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { until } from '../until.ts';
import { launchBrowser } from '../vscode/browser.ts';
import { temporaryFolder } from '../vscode/cleanup.ts';
import { demoEnvironment, demoExtension, demoWorkspace, type Service } from '../vscode/demo-environment.ts';
import { type ServerOptions, startServer } from '../vscode/server.ts';
import { windowAddress } from '../vscode/window.ts';
import { newWorkbenchContext } from '../vscode/workbench-context.ts';
import { Workbench } from './workbench.ts';

/** VS Code's own themes, and the class by which the workbench shows which kind is in effect. */
export const themes = {
  dark: { name: 'Default Dark Modern', class: 'vs-dark' },
  light: { name: 'Default Light Modern', class: 'vs' },
  'high-contrast': { name: 'Default High Contrast', class: 'hc-black' },
  'high-contrast-light': { name: 'Default High Contrast Light', class: 'hc-light' },
} as const;

export type Theme = keyof typeof themes;

export interface WorkbenchOptions extends ServerOptions {
  theme?: Theme;
  /** Size of the window, in pixels. */
  size?: { width: number; height: number };
  /** A folder, of which a copy is opened. Default: the sample workspace; `false` opens no folder. */
  workspace?: string | false;
  /** A service that Inkwell is connected to before this function returns. */
  service?: Service;
}

let browser: Promise<Browser> | undefined;

/**
 * Opens VS Code with Inkwell under development, in a profile and with data of its own that start empty, and
 * waits until Inkwell's commands are there.
 */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const { theme = 'dark', size = { width: 1280, height: 800 }, service } = options;
  browser ??= launchBrowser();
  const folder = await temporaryFolder();
  const workspace = options.workspace === false ? '' : join(folder.path, 'lighthouse');
  if (workspace) {
    await cp(options.workspace || demoWorkspace, workspace, { recursive: true });
  }
  const ready = join(folder.path, 'ready.json');
  const server = await startServer({
    ...options,
    settings: { ...options.settings, 'workbench.colorTheme': themes[theme].name },
    installed: [...(service ? [demoExtension] : []), ...(options.installed ?? [])],
    env: { ...(service && demoEnvironment(service, { ready })), ...options.env },
  });
  const context = await newWorkbenchContext(await browser, { viewport: size });
  const page = await context.newPage();
  const close = async () => {
    await context.close();
    server.stop();
    folder.remove();
  };
  const workbench = new Workbench(page, workspace, server.userData, close);
  try {
    await page.goto(windowAddress(server, { workspace }));
    await waitForCommands(workbench);
    await page.locator(`.monaco-workbench.${themes[theme].class}`).waitFor();
    if (service) {
      await waitForConnection(ready);
    }
    return workbench;
  } catch (error) {
    console.log(`A picture of the window: ${await workbench.screenshot('failed-to-open')}`);
    await close();
    throw error;
  }
}

/** Ends the browser that all workbenches of this process share. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** An open palette does not learn of commands that are registered later: so it is closed and opened again. */
async function waitForCommands(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  await page.locator('.monaco-workbench .part.statusbar').waitFor();
  // Where there is an activity bar, it shows by itself when the manifest was read; the palette would slow that down.
  const bar = page.locator('.part.activitybar');
  if (await bar.isVisible()) {
    await bar.locator('.action-label[aria-label^="Inkwell"]').waitFor();
  }
  await until('the palette lists commands of Inkwell', async () => {
    await workbench.openPalette('Inkwell: ');
    await workbench.quickPicks.first().waitFor();
    const listed = (await workbench.quickPick(/^Inkwell: /).count()) > 0;
    await workbench.press('Escape');
    await workbench.quickInput.waitFor({ state: 'hidden' });
    return listed;
  });
}

async function waitForConnection(ready: string): Promise<void> {
  const text = await until('Inkwell is connected to the service', () =>
    readFile(ready, 'utf8').catch(() => undefined),
  );
  const { error } = JSON.parse(text) as { error?: string };
  if (error) {
    throw new Error(`Inkwell could not connect to the service: ${error}`);
  }
}

/** Opens another window on the folder, the profile and the data of a first one, which outlives it. */
export async function openAnotherWindow(first: Workbench): Promise<Workbench> {
  const page = await first.page.context().newPage();
  const workbench = new Workbench(page, first.workspace, first.userData, () => page.close());
  try {
    await page.goto(first.page.url());
    await waitForCommands(workbench);
    return workbench;
  } catch (error) {
    console.log(`A picture of the other window: ${await workbench.screenshot('failed-to-open-another')}`);
    await workbench.close();
    throw error;
  }
}

/**
 * For a `describe`: opens a workbench for each of its tests and closes it afterwards, for what has to begin in a new
 * one; `shared-window.ts` has what is quicker. A test that fails leaves a picture of the window in `out/screenshots/`.
 */
export function workbenchForEach(options: () => WorkbenchOptions = () => ({})): () => Workbench {
  let workbench: Workbench | undefined;
  beforeEach(async () => {
    workbench = await openWorkbench(options());
  });
  afterEach(async function () {
    await keepPicture(this.currentTest, workbench);
    await workbench?.close();
    workbench = undefined;
  });
  return () => openOne(workbench);
}

/** Saves a picture of the window for a test that failed. */
export async function keepPicture(
  test: Mocha.Test | undefined,
  workbench: Workbench | undefined,
): Promise<void> {
  if (test?.state === 'failed') {
    const name = test.fullTitle().replaceAll(/[^\w]+/g, '-');
    console.log(`A picture of the window: ${await workbench?.screenshot(`failed-${name}`)}`);
  }
}

function openOne(workbench: Workbench | undefined): Workbench {
  if (!workbench) {
    throw new Error('The workbench is there only while a test runs.');
  }
  return workbench;
}
