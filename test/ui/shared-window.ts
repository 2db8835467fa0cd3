import { readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type SampleService, startSampleService } from '../service/sample-service.ts';
import { until } from '../until.ts';
import { demoWorkspace } from '../vscode/demo-environment.ts';
import { type Settings, withoutAids } from '../vscode/settings.ts';
import { closeBrowser, keepPicture, openWorkbench, type Theme } from './open-workbench.ts';
import { WindowSettings } from './window-settings.ts';
import type { Workbench } from './workbench.ts';

/** In what a test begins. */
export interface SharedWindowOptions {
  /** Of these settings, a window may have others while it is open; VS Code would not hear of `application`-scoped ones. */
  settings?: Settings;
  theme?: Theme;
  /** `false` begins before a service is chosen. Default `true`. */
  isConnected?: boolean;
  /** The container of the side bar that is shown. Default: the explorer. */
  container?: string;
}

/** What a test works with. */
export interface WindowSession {
  readonly w: Workbench;
  /** The service of the window. */
  readonly service: SampleService;
  /** Has the window in another theme, for the rest of the test. */
  setTheme(theme: Theme): Promise<void>;
}

/** What no test has otherwise. */
const userSettings: Settings = {
  ...withoutAids,
  // VS Code's own chat has menu items of the same titles.
  'chat.disableAIFeatures': true,
  // Else VS Code opens web pages from a trusted workspace without its question.
  'workbench.trustedDomains.promptInTrustedWorkspace': true,
};

/** What a test may have otherwise. */
const machineSettings: Settings = {
  'inkwell.chat.model': 'chat-1',
  'inkwell.completion.model': 'complete-1',
  'inkwell.edit.model': 'edit-1',
};

/** Within so many milliseconds, VS Code shows three new notifications; more are in its notification centre only. */
const notificationInterval = 800;

/** The window that the tests of this process share, since a window takes seconds to open. */
class SharedWindow implements WindowSession {
  readonly w: Workbench;
  readonly service: SampleService;
  readonly #settings: WindowSettings;

  private constructor(workbench: Workbench, service: SampleService, settings: WindowSettings) {
    this.w = workbench;
    this.service = service;
    this.#settings = settings;
  }

  static async open(): Promise<SharedWindow> {
    const service = await startSampleService();
    try {
      const workbench = await openWorkbench({ service, settings: userSettings, machineSettings });
      // In a browser, who copies is asked once.
      await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      return new SharedWindow(workbench, service, await WindowSettings.of(workbench));
    } catch (error) {
      await service.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.w.close();
    await this.service.close();
  }

  setTheme(theme: Theme): Promise<void> {
    return this.#settings.setTheme(theme);
  }

  /** Whether all that `bringToStart` cannot change back is as it was, since VS Code may know of it. */
  async isUnspoilt(): Promise<boolean> {
    return (await this.#settings.areTheUsersUnchanged()) && (await this.#areOriginalFilesUnchanged());
  }

  /** Leaves nothing of the test before but what people keep: conversations, histories, what was used lately. */
  async bringToStart({ settings, theme, isConnected, container }: SharedWindowOptions): Promise<void> {
    const { w } = this;
    const began = Date.now();
    const wereNotified = await w.notification('').first().isVisible();
    await w.dismiss();
    await w.closePanel();
    await w.closeEditors();
    await this.#settings.set(settings ?? {}, theme ?? 'dark', isConnected ?? true);
    await this.#removeNewFiles();
    await w.showContainer(container ?? 'Explorer');
    await w.clearNotifications();
    if (wereNotified) {
      await until('the next notification is shown', () => Date.now() - began > notificationInterval);
    }
    this.service.reset();
  }

  async #areOriginalFilesUnchanged(): Promise<boolean> {
    for (const [path, isFile] of await pathsIn(demoWorkspace)) {
      const [original, present] = await Promise.all(
        [demoWorkspace, this.w.workspace].map((folder) =>
          isFile ? readFile(join(folder, path)).catch(() => undefined) : undefined,
        ),
      );
      if (original && !present?.equals(original)) {
        return false;
      }
    }
    return true;
  }

  async #removeNewFiles(): Promise<void> {
    const { workspace } = this.w;
    const originals = await pathsIn(demoWorkspace);
    for (const path of (await pathsIn(workspace)).keys()) {
      if (!originals.has(path)) {
        await rm(join(workspace, path), { recursive: true, force: true });
      }
    }
  }
}

let shared: SharedWindow | undefined;

async function discard(): Promise<void> {
  const last = shared;
  shared = undefined;
  await last?.close();
}

after(async () => {
  await discard();
  await closeBrowser();
});

/**
 * For a `describe`: a window for each of its tests, connected to a service and with the sample workspace open. It is the
 * same one for all that ask for it, brought to its beginning each time; but after a test that fails, there is a new one.
 */
export function sharedWindow(options: SharedWindowOptions = {}): () => WindowSession {
  beforeEach(async () => {
    if (shared && !(await shared.isUnspoilt())) {
      console.log('      (a new window: the test before has changed what cannot be changed back)');
      await discard();
    }
    shared ??= await SharedWindow.open();
    try {
      await shared.bringToStart(options);
    } catch (error) {
      console.log(`A picture of the window: ${await shared.w.screenshot('failed-to-begin')}`);
      await discard();
      throw error;
    }
  });
  afterEach(async function () {
    await keepPicture(this.currentTest, shared?.w);
    // Where a hook fails, the test has no state.
    if (this.currentTest?.state !== 'passed' && this.currentTest?.state !== 'pending') {
      await discard();
    }
  });
  return () => {
    if (!shared) {
      throw new Error('The window is there only while a test runs.');
    }
    return shared;
  };
}

/** Paths of a folder's files and folders, and whether each is a file. */
async function pathsIn(folder: string): Promise<Map<string, boolean>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries.map((entry) => [relative(folder, join(entry.parentPath, entry.name)), entry.isFile()]),
  );
}
