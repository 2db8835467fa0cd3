import { spawn } from 'node:child_process';
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit, killTree } from './cleanup.ts';

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Where downloads are kept: @vscode/test-electron keeps its own there, and so do we. */
export const downloadsFolder = join(projectFolder, '.vscode-test');

/** What is being filled by this process: who asks meanwhile waits for the same. */
const filling = new Map<string, Promise<string>>();

/**
 * The folder `.vscode-test/NAME`, filled by `fill` the first time. It is filled under another name and then
 * renamed, so that it is either complete or not there.
 */
export function filledFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  let filled = filling.get(name);
  if (!filled) {
    filled = fillFolder(name, fill).finally(() => filling.delete(name));
    filling.set(name, filled);
  }
  return filled;
}

async function fillFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const target = join(downloadsFolder, name);
  if (await exists(target)) {
    return target;
  }
  await mkdir(downloadsFolder, { recursive: true });
  await removeAbandoned(name);
  const partial = join(downloadsFolder, `${name}.partial-${process.pid}`);
  await mkdir(partial);
  try {
    await fill(partial);
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another process may have been as quick.
    if (!(await exists(target))) {
      throw error;
    }
  }
  return target;
}

/** Removes what a process that was killed while filling has left. */
async function removeAbandoned(name: string): Promise<void> {
  for (const entry of await readdir(downloadsFolder)) {
    const pid = entry.startsWith(`${name}.partial-`) ? Number(entry.split('-').at(-1)) : 0;
    if (pid > 0 && !isAlive(pid)) {
      await rm(join(downloadsFolder, entry), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Installs exact versions from the npm registry into a folder of their own. Install scripts do not run. */
export async function installPackages(folder: string, packages: string[]): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await npm(folder, 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...packages);
}

/** Runs npm in a folder. What it printed becomes part of the error when it fails. */
export async function npm(folder: string, ...args: string[]): Promise<void> {
  const { command, prefix, shell } = npmCommand();
  // npm tells its scripts of the project that they belong to; this one works on another folder.
  const env = { ...process.env };
  delete env.npm_config_local_prefix;
  delete env.npm_package_json;
  const child = spawn(command, [...prefix, ...args], {
    cwd: folder,
    env,
    shell,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const forget = atExit(() => killTree(child.pid));
  let output = '';
  const read = (data: Buffer) => {
    output += data;
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  }).finally(forget);
  if (status !== 0) {
    throw new Error(`npm ${args.join(' ')} failed with status ${status}:\n${output}`);
  }
}

/** The npm that runs this script, else the one on the PATH. */
export function npmCommand(): { command: string; prefix: string[]; shell: boolean } {
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.c?js$/.test(cli)) {
    return { command: process.execPath, prefix: [cli], shell: false };
  }
  return { command: 'npm', prefix: [], shell: process.platform === 'win32' };
}
