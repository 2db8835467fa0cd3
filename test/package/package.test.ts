import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { projectFolder } from '../vscode/npm-install.ts';
import { filesIn, keysIn } from './manifest.ts';
import { thirdPartyNotices } from './notices.ts';

const vsix = join(projectFolder, 'inkwell.vsix');

/** What may be in the extension's folder once it is installed, and must be. */
const kinds = [
  /^package\.json$/,
  /^package\.nls\.json$/,
  /^dist\/extension\.cjs$/,
  /^dist\/[\w-]+\.cjs$/,
  /^dist\/cl100k_base\.br$/,
  /^dist\/llhttp\.br$/,
  /^dist\/webview\/(?:chat|mask|contact-sheet|transcript|candidates)\.js$/,
  /^dist\/webview\/[\w-]+\.js$/,
  /^dist\/webview\/(?:chat|mask|contact-sheet|transcript|candidates)\.css$/,
  /^media\/icon\.png$/,
  /^media\/chat-view\.svg$/,
  /^media\/walkthrough\/[\w-]+\.md$/,
  // By the names that vsce gives them.
  /^readme\.md$/,
  /^changelog\.md$/,
  /^LICENSE\.txt$/,
  /^ThirdPartyNotices\.txt$/,
];

/** `npm run package` comes first. */
describe('the .vsix', () => {
  let files: Map<string, string>;
  let manifest: Record<string, unknown>;

  function text(name: string): string {
    const content = files.get(name);
    assert.ok(content !== undefined, `${name} is missing`);
    return Buffer.from(content, 'latin1').toString();
  }

  before(async () => {
    const entries = unzipSync(await readFile(vsix));
    files = new Map(
      Object.entries(entries).flatMap(([name, data]) =>
        // A byte a character: most of them are text, but not all.
        name.startsWith('extension/') ? [[name.slice('extension/'.length), strFromU8(data, true)]] : [],
      ),
    );
    manifest = JSON.parse(text('package.json'));
  });

  it('holds the files that belong in it and no others', () => {
    const names = [...files.keys()];
    assert.deepEqual(
      names.filter((name) => !kinds.some((kind) => kind.test(name))),
      [],
    );
    assert.deepEqual(
      kinds.filter((kind) => !names.some((name) => kind.test(name))),
      [],
    );
  });

  it('is at most a megabyte', async () => {
    const { size } = await stat(vsix);
    assert.ok(size <= 1_000_000, `It has ${size} bytes.`);
  });

  it('holds every file that the manifest names', () => {
    const named = filesIn(manifest);
    assert.ok(named.includes('dist/extension.cjs') && named.includes('media/icon.png'), named.join(', '));
    assert.deepEqual(
      named.filter((name) => !files.has(name)),
      [],
    );
  });

  it('holds no media that nothing names', () => {
    const named = filesIn(manifest);
    assert.deepEqual(
      [...files.keys()].filter((name) => name.startsWith('media/') && !named.includes(name)),
      [],
    );
  });

  it('holds the text for each key of the manifest, and none besides', () => {
    const nls = JSON.parse(text('package.nls.json')) as Record<string, string>;
    assert.deepEqual(keysIn(manifest), Object.keys(nls).sort());
  });

  it('holds exactly the modules that its entry leads to', () => {
    const reached = new Set<string>();
    const visit = (name: string): void => {
      if (!reached.has(name)) {
        reached.add(name);
        for (const [, next] of text(name).matchAll(/require\("\.\/([\w-]+\.cjs)"\)/g)) {
          visit(`dist/${next}`);
        }
        for (const [, next] of text(name).matchAll(/\(__dirname,\s*"([\w-]+\.br)"\)/g)) {
          reached.add(`dist/${next}`);
        }
      }
    };
    visit('dist/extension.cjs');
    assert.deepEqual(
      [...files.keys()].filter((name) => /^dist\/[^/]+$/.test(name)).sort(),
      [...reached].sort(),
    );
  });

  it('holds exactly the webviews’ files that their pages lead to', () => {
    const pages = ['chat', 'mask', 'contact-sheet', 'transcript', 'candidates'];
    const reached = new Set(pages.map((page) => `dist/webview/${page}.css`));
    const visit = (name: string): void => {
      if (!reached.has(name)) {
        reached.add(name);
        for (const [, next] of text(name).matchAll(/(?:from|import)\s*\(?\s*"\.\/([\w-]+\.js)"/g)) {
          visit(`dist/webview/${next}`);
        }
      }
    };
    for (const page of pages) {
      visit(`dist/webview/${page}.js`);
    }
    assert.deepEqual(
      [...files.keys()].filter((name) => name.startsWith('dist/webview/')).sort(),
      [...reached].sort(),
    );
  });

  it('is made of our sources and of packages, not of tests', async () => {
    const metafile = JSON.parse(await readFile(join(projectFolder, 'out', 'metafile.json'), 'utf8')) as {
      inputs: Record<string, unknown>;
    };
    const inputs = Object.keys(metafile.inputs);
    assert.ok(inputs.includes('src/extension.ts'));
    assert.deepEqual(
      inputs.filter((input) => !input.startsWith('src/') && !/(^|\/)node_modules\//.test(input)),
      [],
    );
  });

  it('says nothing of the machine it was made on', () => {
    const registry = process.env.npm_config_registry;
    const traces = [
      projectFolder,
      ...(registry && URL.canParse(registry) ? [new URL(registry).host] : []),
      '//# sourceMappingURL=',
      'sk-sample',
    ];
    for (const [name, content] of files) {
      assert.deepEqual(
        traces.filter((trace) => content.includes(trace)),
        [],
        name,
      );
    }
  });

  it('has a README that needs neither the repository nor pictures', () => {
    const readme = text('readme.md');
    assert.match(readme, /^# Inkwell$/m);
    assert.deepEqual(readme.match(/!\[|<img|<!--|\]\((?!https:)[^)]*\)/g) ?? [], []);
  });

  it('names the software of others that it contains, with its licences', async () => {
    assert.equal(
      text('ThirdPartyNotices.txt'),
      await thirdPartyNotices(),
      'ThirdPartyNotices.txt is out of date: run `npm run notices`.',
    );
    const licence = await readFile(join(projectFolder, 'LICENSE'), 'utf8');
    assert.equal(text('LICENSE.txt'), licence);
  });
});
