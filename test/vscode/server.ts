import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atExit, killTree, temporaryFolder } from './cleanup.ts';
import { installServer } from './code-server.ts';
import { cleanEnvironment } from './environment.ts';
import { installExtensions, installInkwell, linkInkwell } from './extensions.ts';
import { defaultSettings, type Settings } from './settings.ts';
import type { VersionName } from './versions.ts';

export interface ServerOptions {
  version?: VersionName;
  /** `true` loads Inkwell as an extension under development, as its tests inside VS Code need; else it is installed. */
  development?: boolean;
  /** `false` keeps workspace trust on, so that a folder opens in Restricted Mode. Default `true`. */
  trust?: boolean;
  /** User settings, over the quiet ones that every run has. */
  settings?: Settings;
  /** The settings of the machine that the extension host runs on: where `machine`-scoped settings count. */
  machineSettings?: Settings;
  /** Folders of further extensions, to install. */
  installed?: string[];
  /** Environment variables of the extension host. */
  env?: Record<string, string>;
}

export interface Server {
  origin: string;
  /** The path that Inkwell is loaded from. */
  inkwell: string;
  /** The folder of what is the user's: settings, storage, backups. */
  userData: string;
  /** Whether Inkwell is under development in it. */
  development: boolean;
  /** What the server printed so far. */
  output: () => string;
  /** Rejects when the server ends before it is stopped. */
  failed: Promise<never>;
  /** Ends the server and its extension hosts, and removes its data. */
  stop: () => void;
}

/** Starts VS Code's server on a free port of the loopback interface, with data of its own that start empty. */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const {
    version = 'newest',
    development = false,
    trust = true,
    settings,
    machineSettings = {},
    installed = [],
    env = {},
  } = options;
  const program = await installServer(version);
  const data = await temporaryFolder();
  await writeJson(join(data.path, 'data', 'User', 'settings.json'), { ...defaultSettings, ...settings });
  await writeJson(join(data.path, 'data', 'Machine', 'settings.json'), machineSettings);
  await installExtensions(installed, join(data.path, 'extensions'));
  const inkwell = development
    ? await linkInkwell(data.path)
    : await installInkwell(join(data.path, 'extensions'));

  const args = [
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--without-connection-token',
    '--accept-server-license-terms',
  ];
  args.push('--disable-telemetry', '--server-data-dir', data.path);
  if (development) {
    // Without the smoke test driver the page ignores `payload`, and with it our extension. With it, no
    // notification ever shows by itself.
    args.push('--enable-smoke-test-driver');
  }
  if (trust) {
    args.push('--disable-workspace-trust');
  }
  const child = spawn(program.node, [program.main, ...args], {
    // VS Code leaves its sockets in XDG_RUNTIME_DIR when it is killed.
    env: { ...cleanEnvironment(), XDG_RUNTIME_DIR: data.path, ...env },
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = atExit(() => killTree(child.pid));
  let stopped = false;
  let output = '';

  const failed = new Promise<never>((_resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (status, signal) => {
      if (!stopped) {
        reject(new Error(`The VS Code server ended by itself (${signal ?? status}).\n${output}`));
      }
    });
  });
  // Whoever waits for the server hears of it; nobody has to.
  failed.catch(() => {});

  const listening = new Promise<string>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const port = /Extension host agent listening on (\d+)/.exec(output)?.[1];
      if (port) {
        resolve(port);
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });

  const stop = () => {
    stopped = true;
    kill();
    data.remove();
  };
  try {
    const port = await Promise.race([listening, failed]);
    return {
      origin: `http://localhost:${port}`,
      inkwell,
      userData: join(data.path, 'data', 'User'),
      development,
      output: () => output,
      failed,
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, JSON.stringify(value, undefined, 2));
}
