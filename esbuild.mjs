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

/** What is loaded on first use of any surface, in one file. */
const LATER = 'later.cjs';

/** Bytes of other people's code that make a file of its own, which many never load: the client, Markdown, SOCKS. */
const MUCH = 50_000;

/**
 * Code that is loaded on first use must stand in files of its own, or VS Code would read all of it to
 * activate us. esbuild splits only ES modules, while VS Code loads CommonJS faster: so the split output is turned into
 * CommonJS afterwards, with `import()` becoming `require` at that moment. Each of its hundred files would cost time to load
 * and bytes to ship; so there are three kinds only: the entry with what it needs, the rest of our own code, in which each
 * file still runs when it is first needed, and libraries that are large.
 */
const splitIntoCommonJs = {
  name: 'split-into-commonjs',
  setup(build) {
    const { outdir, target, external } = build.initialOptions;
    const options = {
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
      const large = Object.entries(metafile.outputs).flatMap(([path, { inputs }]) =>
        bytesOfOthers(inputs) > MUCH ? [basename(path)] : [],
      );
      const later = [...texts.keys()].filter(
        (name) => name !== ENTRY && !shared.includes(name) && !large.includes(name),
      );
      const merge = (names, text) => mergeFiles(texts, names, text, { ...options, outdir, external });
      const codes = new Map([
        [ENTRY, await merge([ENTRY, ...shared], entryText(shared))],
        [LATER, await merge(later, laterText(later))],
      ]);
      for (const name of large.filter((each) => !shared.includes(each))) {
        codes.set(name, (await esbuild.transform(texts.get(name), options)).code);
      }
      const places = new Map([
        ...shared.map((name) => [name, `require("./${ENTRY}").shared["${name}"]`]),
        ...later.map((name) => [name, `require("./${LATER}")["${name}"]()`]),
      ]);
      await mkdir(outdir, { recursive: true });
      await Promise.all(
        [...codes].map(([name, code]) => {
          const placed = code.replace(/\brequire\("\.\/([^"]+)"\)/g, (all, from) => places.get(from) ?? all);
          return writeFile(join(outdir, name), placed);
        }),
      );
    });
  },
};

function bytesOfOthers(inputs) {
  return Object.entries(inputs)
    .filter(([path]) => path.includes('node_modules'))
    .reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
}

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

/** esbuild also puts what the entry shares with code that is loaded later into files of its own: it has them for the others. */
function entryText(shared) {
  const each = shared.map((name) => `export * as "${name}" from "./${name}";`);
  return [`export * from "./${ENTRY}";`, 'export * as shared from "./shared";', '//shared', ...each].join(
    '\n',
  );
}

/** Each file runs when it is first asked for. */
function laterText(names) {
  return names.map((name) => `exports["${name}"] = () => require("./${name}");`).join('\n');
}

/** Some of the split files as one, by a text that imports them. */
async function mergeFiles(texts, names, text, { outdir, ...options }) {
  const [main, shared = ''] = text.split('//shared\n');
  const made = new Map([
    ['merged', main],
    ['shared', shared],
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
          build.onResolve({ filter: /^\.\// }, ({ path }) =>
            made.has(basename(path)) || names.includes(basename(path))
              ? { path: resolve(outdir, path) }
              : { path, external: true },
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
 * undici brings its parser of HTTP four times, each as 70 KB of WebAssembly in Base64. The one for every processor stays: it
 * is what undici falls back to where another one does not load. As a file of its own, packed by Brotli, it takes two fifths less.
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
    build.onLoad({ filter: /undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/ }, async ({ path }) => {
      const { default: code } = await import(pathToFileURL(path).href);
      const name = await writePacked(build, 'llhttp.br', code);
      return {
        contents: `
          const { readFileSync } = require('node:fs');
          const { join } = require('node:path');
          const { brotliDecompressSync } = require('node:zlib');
          module.exports = brotliDecompressSync(readFileSync(join(__dirname, '${name}')));
        `,
      };
    });
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
      const { default: ranks } = await import(pathToFileURL(path).href);
      const name = await writePacked(build, `${basename(path, '.js')}.br`, packRanks(ranks));
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

/** Writes bytes, packed, beside the code that unpacks them. Returns the name. */
async function writePacked({ initialOptions: { outdir } }, name, bytes) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: production ? 11 : 5,
    [constants.BROTLI_PARAM_LGWIN]: 24,
  };
  await mkdir(outdir, { recursive: true });
  await writeFile(join(outdir, name), brotliCompressSync(bytes, { params }));
  return name;
}

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

/** Options that every bundle for the webviews shares. */
const browser = {
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
};

/** What the chat view loads: the view at once, the others when it imports them. */
const view = {
  ...browser,
  entryPoints: [
    { in: 'src/webview/chat/main.ts', out: 'chat' },
    { in: 'src/webview/chat/chat.css', out: 'chat' },
    { in: 'src/webview/markdown/highlight-languages.ts', out: 'highlight-languages' },
    { in: 'src/webview/markdown/typeset.ts', out: 'typeset' },
  ],
  alias: { entities: './src/webview/markdown/entities.ts' },
  plugins: [laterBundles],
};

/** The pages in tabs of the editor. What they are all made of is one file more, which ships once. */
const pages = {
  ...browser,
  entryPoints: ['mask', 'contact-sheet', 'transcript', 'candidates'].flatMap((name) => [
    { in: `src/webview/${name}/main.ts`, out: name },
    { in: `src/webview/${name}/${name}.css`, out: name },
  ]),
  splitting: true,
  chunkNames: 'pages-[hash]',
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
    alias: { entities: './src/chat/entities.ts', 'ip-address': './src/service/ip-address.ts' },
    plugins: [lessUndici, oneHttpParser, packedRanks, splitIntoCommonJs],
  },
  view,
  pages,
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
