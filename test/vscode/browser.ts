import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { exists, filledFolder } from './npm-install.ts';

const quiet = [
  '--disable-gpu',
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Launches a headless Chromium to show the workbench: the one that `CHROME_PATH` names, else Chrome or Chromium
 * of this machine, else the one that an npm package brings (Linux on x64).
 */
export async function launchBrowser(): Promise<Browser> {
  const own = process.env.CHROME_PATH ?? (await onPath());
  if (own) {
    return launch({ executablePath: own });
  }
  if (process.platform === 'linux' && process.arch === 'x64') {
    return launch(await packagedChromium());
  }
  for (const channel of ['chrome', 'msedge', 'chromium']) {
    try {
      return await launch({ channel });
    } catch {
      // Not installed: try the next.
    }
  }
  throw new Error('No Chrome, Edge or Chromium was found. Set CHROME_PATH to the path of one.');
}

function launch(options: LaunchOptions): Promise<Browser> {
  // Chromium refuses its sandbox to root, and many containers refuse it to everyone. It shows only our own pages.
  const sandbox = process.platform !== 'linux';
  return chromium.launch({ chromiumSandbox: sandbox, ...options, args: [...quiet, ...(options.args ?? [])] });
}

async function onPath(): Promise<string | undefined> {
  if (process.platform !== 'linux') {
    return undefined;
  }
  const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      if (folder && (await exists(join(folder, name)))) {
        return join(folder, name);
      }
    }
  }
  return undefined;
}

/** The machine's fonts where it has any; Chromium crashes where there are none, so the package's come on top. */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <alias binding="strong"><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** The Chromium of @sparticuz/chromium, with the libraries and fonts that a bare machine lacks. */
async function packagedChromium(): Promise<LaunchOptions> {
  const folder = await unpackedChromium();
  const executablePath = join(folder, 'chromium');
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    env[name] = value ?? '';
  }
  if (lacksLibraries(executablePath)) {
    env.LD_LIBRARY_PATH = [join(folder, 'al2023', 'lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  }
  env.FONTCONFIG_FILE = join(folder, 'fonts.conf');
  return { executablePath, env, args: ['--no-zygote'] };
}

/**
 * The package unpacks into the folder for temporary files, where an interrupted or older copy would be taken for
 * a good one. So it is done once a version, by a process that has another such folder.
 */
async function unpackedChromium(): Promise<string> {
  const library = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const packageFolder = dirname(dirname(library));
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return filledFolder(`chromium-${version}`, async (partial) => {
    const libraries = join(packageFolder, 'bin', 'al2023.tar.br');
    const script = `
      import chromium, { inflate } from '@sparticuz/chromium';
      await Promise.all([chromium.executablePath(), inflate(${JSON.stringify(libraries)})]);`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: packageFolder,
      env: { ...process.env, TMPDIR: partial },
    });
    await writeFile(join(partial, 'fonts.conf'), fontConfiguration);
  });
}

function lacksLibraries(executable: string): boolean {
  return spawnSync(executable, ['--version']).status !== 0;
}
