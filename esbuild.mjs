// Builds the extension into dist/, and for development the tests that run inside VS Code into out/.
//
//   node esbuild.mjs                development: source maps, tests too
//   node esbuild.mjs --watch        the same, again at each change
//   node esbuild.mjs --production   what ships: minified, without source maps or tests
import { glob, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import * as esbuild from 'esbuild';
import { packRanks } from './src/models/rank-pairs.ts';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** The file that VS Code loads. */
const ENTRY = 'extension.cjs';

/**
 * Code that is loaded on first use must stand in files of its own, or VS Code would read all of it to
 * activate us. esbuild splits only ES modules, while VS Code loads CommonJS faster: so each file of the
 * split output is turned into CommonJS afterwards, with `import()` becoming `require` at that moment.
 */
const splitIntoCommonJs = {
  name: 'split-into-commonjs',
  setup(build) {
    const { outdir, target } = build.initialOptions;
    const commonJs = {
      format: 'cjs',
      platform: 'node',
      target,
      minify: production,
      sourcemap: production ? false : 'inline',
      supported: { 'dynamic-import': false },
    };
    build.onEnd(async ({ errors, metafile, outputFiles }) => {
      if (errors.length > 0) {
        return;
      }
      const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
      const shared = neededAtOnce(metafile, `${outdir}/${ENTRY}`);
      const codeOf = async (name) => {
        if (name === ENTRY) {
          return mergeEntry(texts, shared, { ...commonJs, outdir, external: build.initialOptions.external });
        }
        const { code } = await esbuild.transform(texts.get(name), commonJs);
        return shared.reduce(
          (text, each) => text.replaceAll(`require("./${each}")`, `require("./${ENTRY}").shared["${each}"]`),
          code,
        );
      };
      await mkdir(outdir, { recursive: true });
      await Promise.all(
        [...texts.keys()]
          .filter((name) => !shared.includes(name))
          .map(async (name) => writeFile(join(outdir, name), await codeOf(name))),
      );
    });
  },
};

/** The names of the split files that the entry imports, or that those import. */
function neededAtOnce({ outputs }, entry) {
  const found = new Set([entry]);
  for (const path of found) {
    for (const { kind, path: next } of outputs[path].imports) {
      if (kind === 'import-statement' && next in outputs) {
        found.add(next);
      }
    }
  }
  return [...found].filter((path) => path !== entry).map((path) => basename(path));
}

/**
 * esbuild also puts what the entry shares with code that is loaded later into files of its own, and every
 * file costs time to load. Here the entry takes them in, and has them for the others as `shared`.
 */
async function mergeEntry(texts, shared, { outdir, ...options }) {
  const made = new Map([
    ['shared', shared.map((name) => `export * as "${name}" from "./${name}";`).join('\n')],
    ['merged', `export * from "./${ENTRY}";\nexport * as shared from "./shared";`],
  ]);
  const { outputFiles } = await esbuild.build({
    ...options,
    entryPoints: ['./merged'],
    bundle: true,
    write: false,
    legalComments: 'none',
    plugins: [
      {
        name: 'split-files',
        setup(build) {
          build.onResolve({ filter: /^\.\// }, ({ path, kind }) =>
            kind === 'dynamic-import' ? { path, external: true } : { path: resolve(outdir, path) },
          );
          build.onLoad({ filter: /.*/ }, ({ path }) => ({
            contents: made.get(basename(path)) ?? texts.get(basename(path)),
            loader: 'js',
          }));
        },
      },
    ],
  });
  return outputFiles[0].text;
}

/**
 * undici by its parts that we use. Its index would also load fetch, WebSocket, caches and mocks, which takes
 * as long again, and would have the `fetch` of every other extension in the same process send its requests
 * by our copy. A name that is missing here fails the build.
 */
const lessUndici = {
  name: 'less-undici',
  setup(build) {
    build.onLoad({ filter: /node_modules[\\/]undici[\\/]index\.js$/ }, () => ({
      contents: `
        import api from './lib/api/index.js';
        import Dispatcher from './lib/dispatcher/dispatcher.js';
        Object.assign(Dispatcher.prototype, api);
        export { Dispatcher };
        export { default as Agent } from './lib/dispatcher/agent.js';
        export { default as Client } from './lib/dispatcher/client.js';
        export { default as Pool } from './lib/dispatcher/pool.js';
        export { default as buildConnector } from './lib/core/connect.js';
        export { default as errors } from './lib/core/errors.js';
      `,
    }));
  },
};

/**
 * undici brings its parser of HTTP four times, each as 70 KB of WebAssembly. The one for every processor stays: it is
 * what undici falls back to where another one does not load.
 */
const oneHttpParser = {
  name: 'one-http-parser',
  setup(build) {
    build.initialOptions.define = {
      ...build.initialOptions.define,
      // Else this variable would have it look for one of those that are left out.
      'process.env.UNDICI_USE_MILO': '"0"',
    };
    build.onLoad(
      { filter: /undici[\\/]lib[\\/](milo[\\/](no-)?simd|llhttp[\\/]llhttp_simd-wasm)\.js$/ },
      () => ({
        contents: '',
      }),
    );
  },
};

/**
 * The tokenizer's ranks are a third of what ships. As pairs, packed by Brotli, they take a quarter less than what the
 * package's own compression makes of their texts.
 */
const packedRanks = {
  name: 'packed-ranks',
  setup(build) {
    build.onLoad({ filter: /gpt-tokenizer[\\/]esm[\\/]bpeRanks[\\/]\w+\.js$/ }, async ({ path }) => {
      const name = `${basename(path, '.js')}.br`;
      const { default: ranks } = await import(pathToFileURL(path).href);
      const { outdir } = build.initialOptions;
      await mkdir(outdir, { recursive: true });
      await writeFile(
        join(outdir, name),
        brotliCompressSync(packRanks(ranks), {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: production ? 11 : 5,
            [constants.BROTLI_PARAM_LGWIN]: 24,
          },
        }),
      );
      return {
        contents: `
          import { readFileSync } from 'node:fs';
          import { join } from 'node:path';
          import { brotliDecompressSync } from 'node:zlib';
          import { unpackRanks } from './src/models/rank-pairs.ts';
          export default unpackRanks(brotliDecompressSync(readFileSync(join(__dirname, '${name}'))));
        `,
        resolveDir: import.meta.dirname,
      };
    });
  },
};

/** Resolves `host-test-files` to a list of every test for VS Code, so that a new file cannot be left out. */
const hostTestFiles = {
  name: 'host-test-files',
  setup(build) {
    build.onResolve({ filter: /^host-test-files$/ }, ({ path }) => ({ path, namespace: 'host-test-files' }));
    build.onLoad({ filter: /.*/, namespace: 'host-test-files' }, async () => {
      const folders = new Map();
      for (const file of (await Array.fromAsync(glob('test/{host,host-*}/**/*.test.ts'))).sort()) {
        const [, folder] = file.split(sep);
        const path = JSON.stringify(resolve(file));
        folders.set(folder, [
          ...(folders.get(folder) ?? []),
          `{ file: ${JSON.stringify(file)}, load: () => import(${path}) }`,
        ]);
      }
      const entries = [...folders].map(
        ([folder, files]) => `${JSON.stringify(folder)}: [${files.join(', ')}]`,
      );
      return {
        contents: `export const testFiles = { ${entries.join(', ')} };`,
        resolveDir: import.meta.dirname,
        watchDirs: [
          resolve('test'),
          ...(await Array.fromAsync(glob('test/{host,host-*}/**/'))).map((name) => resolve(name)),
        ],
      };
    });
  },
};

/** Options that every bundle for Node shares. Node 22.19 is what VS Code 1.106 brings. */
const node = {
  bundle: true,
  platform: 'node',
  target: 'node22.19',
  logLevel: 'info',
  sourcemap: production ? false : 'inline',
  legalComments: 'none',
};

/**
 * What a view imports later is a bundle of its own. esbuild's splitting would put the little that they share into one
 * more file, which the view would have to fetch before it can run.
 */
const laterBundles = {
  name: 'later-bundles',
  setup(build) {
    build.onResolve({ filter: /^\.\/.*\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: `./${basename(path, '.ts')}.js`, external: true } : undefined,
    );
  },
};

/** What the webviews load: the view at once, the others when it imports them. */
const browser = {
  entryPoints: [
    { in: 'src/webview/chat/main.ts', out: 'chat' },
    { in: 'src/webview/chat/chat.css', out: 'chat' },
    { in: 'src/webview/mask/main.ts', out: 'mask' },
    { in: 'src/webview/mask/mask.css', out: 'mask' },
    { in: 'src/webview/contact-sheet/main.ts', out: 'contact-sheet' },
    { in: 'src/webview/contact-sheet/contact-sheet.css', out: 'contact-sheet' },
    { in: 'src/webview/transcript/main.ts', out: 'transcript' },
    { in: 'src/webview/transcript/transcript.css', out: 'transcript' },
    { in: 'src/webview/markdown/highlight-languages.ts', out: 'highlight-languages' },
    { in: 'src/webview/markdown/typeset.ts', out: 'typeset' },
  ],
  outdir: 'dist/webview',
  bundle: true,
  platform: 'browser',
  // Electron 37, which VS Code 1.106 brings; in a browser, what can show VS Code at all.
  target: 'chrome138',
  format: 'esm',
  treeShaking: true,
  minify: production,
  logLevel: 'info',
  sourcemap: production ? false : 'linked',
  legalComments: 'none',
  loader: { '.svg': 'text' },
  conditions: production ? ['production'] : ['development'],
  metafile: true,
  alias: { entities: './src/webview/markdown/entities.ts' },
  plugins: [laterBundles],
};

const bundles = [
  {
    ...node,
    entryPoints: { extension: 'src/extension.ts' },
    outdir: 'dist',
    format: 'esm',
    splitting: true,
    write: false,
    minify: production,
    treeShaking: true,
    outExtension: { '.js': '.cjs' },
    chunkNames: '[name]-[hash]',
    external: ['vscode'],
    metafile: true,
    alias: { entities: './src/chat/entities.ts' },
    plugins: [lessUndici, oneHttpParser, packedRanks, splitIntoCommonJs],
  },
  browser,
];
if (!production) {
  bundles.push({
    ...node,
    entryPoints: { 'test/host/index': 'test/host/index.ts' },
    outdir: 'out',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    external: ['vscode', 'mocha'],
    plugins: [hostTestFiles],
  });
}

// What an earlier build has left would ship too.
if (production) {
  await rm('dist', { recursive: true, force: true });
}
if (watch) {
  const contexts = await Promise.all(bundles.map((options) => esbuild.context(options)));
  await Promise.all(contexts.map((context) => context.watch()));
} else {
  const results = await Promise.all(bundles.map((options) => esbuild.build(options)));
  if (production) {
    // Names every module that ships: ThirdPartyNotices.txt is checked against it.
    await mkdir('out', { recursive: true });
    const metafiles = results.map(({ metafile }) => metafile);
    const metafile = {
      inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
      outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
    };
    await writeFile('out/metafile.json', JSON.stringify(metafile));
  }
}
