import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../until.ts';
import type { Settings } from '../vscode/settings.ts';
import { type Theme, themes } from './open-workbench.ts';
import type { Workbench } from './workbench.ts';

/**
 * The settings of a window that is open. VS Code's server watches the file of the machine's settings, which count before
 * the user's; that of the user's it reads once.
 */
export class WindowSettings {
  readonly #workbench: Workbench;
  /** What stood in both files when the window had been opened. */
  readonly #usersText: string;
  readonly #machine: Settings;
  /** What is wanted but the theme; all of it, and what was written for that, as text; how often something was. */
  #wanted: Settings = {};
  #text = '';
  #written = '';
  #count = 0;

  private constructor(workbench: Workbench, usersText: string, machine: Settings) {
    this.#workbench = workbench;
    this.#usersText = usersText;
    this.#machine = machine;
  }

  static async of(workbench: Workbench): Promise<WindowSettings> {
    const users = await readFile(usersFile(workbench), 'utf8');
    const machine = await readFile(machineFile(workbench), 'utf8');
    return new WindowSettings(workbench, users, JSON.parse(machine) as Settings);
  }

  async areTheUsersUnchanged(): Promise<boolean> {
    return (await readFile(usersFile(this.#workbench), 'utf8')) === this.#usersText;
  }

  /** Has these in effect, over those that the window was opened with. */
  async set(settings: Settings, theme: Theme, isConnected: boolean): Promise<void> {
    this.#wanted = { ...this.#machine, ...settings };
    if (!isConnected) {
      delete this.#wanted['inkwell.baseUrl'];
    }
    await this.setTheme(theme);
  }

  /** Writes the machine's settings where they are others, and waits until they are in effect. */
  async setTheme(theme: Theme): Promise<void> {
    const all: Settings = { ...this.#wanted, 'workbench.colorTheme': themes[theme].name };
    const text = JSON.stringify(all);
    const file = machineFile(this.#workbench);
    if (text === this.#text && this.#written === (await readFile(file, 'utf8'))) {
      return;
    }
    this.#count += 1;
    // All come into effect at once, and the extension host hears of them before it hears of the next command.
    const title = `Settings ${this.#count}`;
    this.#text = text;
    this.#written = JSON.stringify({ ...all, 'window.title': title });
    await writeFile(file, this.#written);
    const { page } = this.#workbench;
    await until('the settings are in effect', async () => (await page.title()) === title);
    await page.locator(`.monaco-workbench.${themes[theme].class}`).waitFor();
  }
}

function usersFile({ userData }: Workbench): string {
  return join(userData, 'settings.json');
}

function machineFile({ userData }: Workbench): string {
  return join(userData, '..', 'Machine', 'settings.json');
}
