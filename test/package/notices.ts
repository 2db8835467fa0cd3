import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../vscode/npm-install.ts';

/** What is read here of esbuild's metafile. */
interface Metafile {
  outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
}

interface Notice {
  name: string;
  version: string;
  licence: string;
  text: string;
}

/** Software of others inside a package that does not bring its licence along: by the file that holds it. */
const components = [
  { file: /\/undici\/lib\/llhttp\/[^/]*wasm\.js$/, name: 'llhttp', inside: 'undici', licence: 'MIT' },
];

/** Long licences that may be given by their address, as they say themselves (of this one, 3(a)(1)(C)): by how they begin. */
const byAddress = [
  {
    start: /^\s*Attribution 4\.0 International\s/,
    text: 'Creative Commons Attribution 4.0 International: https://creativecommons.org/licenses/by/4.0/legalcode',
  },
];

const rule = '-'.repeat(80);

/** What `ThirdPartyNotices.txt` has to say of the last production build, which wrote `out/metafile.json`. */
export async function thirdPartyNotices(): Promise<string> {
  const files = await shippedFiles();
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []));
  const notices = await Promise.all([...folders].map(noticeOf));
  for (const { file, name, inside, licence } of components) {
    const version = notices.find((notice) => notice.name === inside)?.version;
    if (version !== undefined && files.some((path) => file.test(path))) {
      const text = await readFile(new URL(`components/${name}.txt`, import.meta.url), 'utf8');
      notices.push({ name, version: `as part of ${inside} ${version}`, licence, text });
    }
  }
  notices.sort((a, b) => (a.name < b.name ? -1 : 1));
  const head =
    'Inkwell contains software of others. Below are the names, versions and licences of all of it.\n' +
    'This file is made by `npm run notices`.\n';
  return [head, ...notices.map(section)].join('\n');
}

/** The files of which at least a byte is in the bundle. */
async function shippedFiles(): Promise<string[]> {
  const metafile = JSON.parse(
    await readFile(join(projectFolder, 'out', 'metafile.json'), 'utf8'),
  ) as Metafile;
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  return [...new Set(files)];
}

/** The folder of the npm package that a file belongs to; none for our own. */
function packageFolder(file: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

async function noticeOf(relative: string): Promise<Notice> {
  const folder = join(projectFolder, relative);
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  const texts = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file)).sort();
  if (!license || texts.length === 0) {
    throw new Error(`${name} ${version} does not say under which licence it is.`);
  }
  const text = await Promise.all(
    texts.map(async (file) => {
      const whole = await readFile(join(folder, file), 'utf8');
      return byAddress.find(({ start }) => start.test(whole))?.text ?? whole;
    }),
  );
  return { name, version, licence: license, text: text.join('\n\n') };
}

function section({ name, version, licence, text }: Notice): string {
  const lines = text
    .replaceAll('\r\n', '\n')
    .trim()
    .replace(/[ \t]+$/gm, '');
  return `${rule}\n${name} (${version})\nLicence: ${licence}\n\n${lines}\n`;
}
