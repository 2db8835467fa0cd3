import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { atExit, killTree, temporaryFolder } from './cleanup.ts';
import { cleanEnvironment } from './environment.ts';
import { installExtensions, linkInkwell } from './extensions.ts';
import { downloadsFolder } from './npm-install.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { type VersionName, versions } from './versions.ts';
import type { WindowOptions } from './window.ts';

export interface DesktopOptions extends WindowOptions {
  version?: VersionName;
  /** A VS Code of this machine; without it the pinned version is downloaded. */
  executable?: string | undefined;
  /** `false` keeps workspace trust on, so that a folder opens in Restricted Mode. Default `true`. */
  trust?: boolean;
  settings?: Settings;
  /** Folders of further extensions, to install. */
  installed?: string[];
  env?: Record<string, string>;
  onOutput?: (text: string) => void;
}

export interface Desktop {
  /** Its exit status, once it ended. */
  ended: Promise<number | string>;
  stop: () => void;
}

/**
 * Starts a desktop VS Code with data and extensions of its own. This starts it itself, since `runTests` of
 * test-electron always switches workspace trust off.
 */
export async function startDesktop(options: DesktopOptions): Promise<Desktop> {
  const { version = 'newest', trust = true, settings, installed = [], env = {}, onOutput } = options;
  const executable =
    options.executable ??
    (await downloadAndUnzipVSCode({ version: versions[version].vscode, cachePath: downloadsFolder }));
  const data = await temporaryFolder();
  await mkdir(join(data.path, 'User'));
  await writeFile(
    join(data.path, 'User', 'settings.json'),
    JSON.stringify({ ...defaultSettings, ...settings }, undefined, 2),
  );
  const extensions = join(data.path, 'extensions');
  await installExtensions(installed, extensions);

  const args = options.workspace ? [options.workspace] : [];
  args.push(
    '--new-window',
    '--disable-updates',
    '--skip-welcome',
    '--skip-release-notes',
    '--disable-telemetry',
  );
  args.push(`--user-data-dir=${data.path}`, `--extensions-dir=${extensions}`);
  if (process.platform === 'linux') {
    args.push('--no-sandbox', '--disable-gpu-sandbox');
  }
  if (trust) {
    args.push('--disable-workspace-trust');
  }
  args.push(`--extensionDevelopmentPath=${await linkInkwell(data.path)}`);
  if (options.tests) {
    args.push(`--extensionTestsPath=${options.tests}`);
  }

  const shell = process.platform === 'win32' && executable.endsWith('.cmd');
  const child = spawn(shell ? `"${executable}"` : executable, shell ? args.map((arg) => `"${arg}"`) : args, {
    env: { ...cleanEnvironment(), ...env },
    shell,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (data) => onOutput?.(String(data)));
  child.stderr.on('data', (data) => onOutput?.(String(data)));
  const kill = atExit(() => killTree(child.pid));
  const stop = () => {
    kill();
    data.remove();
  };
  const ended = new Promise<number | string>((resolve, reject) => {
    child.on('error', reject);
    // A helper process may outlive VS Code and keep its output open.
    child.on('exit', kill);
    child.on('close', (status, signal) => resolve(status ?? signal ?? 'unknown'));
  });
  return { ended, stop };
}
