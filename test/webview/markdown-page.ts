import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import { until } from '../until.ts';
import { projectFolder } from '../vscode/npm-install.ts';
import { PAGE_BUILD } from './page-bundle.ts';
import { sharedBrowser } from './shared-browser.ts';
import { DEFAULT_STYLES, type ThemeName, theme } from './theme.ts';

const ORIGIN = 'https://markdown.test';
const NONCE = 'dGVzdHMgb25seQ==';
const POLICY = `default-src 'none'; script-src 'nonce-${NONCE}'; style-src ${ORIGIN}; font-src ${ORIGIN}`;

/** Runs in the page: what the tests ask of it. */
const ENTRY = `
  import { createMarkdownParser } from './src/chat/shared/markdown-parser.ts';
  import { MarkdownView } from './src/webview/markdown/markdown-view.ts';

  const words = {
    copy: 'Copy', copied: 'Copied', insert: 'Insert at Cursor', newFile: 'New File', apply: 'Apply as Edit',
    code: 'Code', codeOf: 'Code: {0}', table: 'Table',
  };
  const actions = [];
  const breaches = [];
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
    breaches.push([violatedDirective, blockedURI, sample].join(' '));
  });

  function open() {
    const root = document.createElement('article');
    document.querySelector('main').append(root);
    const view = new MarkdownView(root, { words, onCodeAction: (block, action) => actions.push([block, action]) });
    return { root, view };
  }

  /** What stands there, but for what depends on the size of the window. */
  function shown(root) {
    const copy = root.cloneNode(true);
    for (const element of copy.querySelectorAll('[tabindex]')) {
      element.removeAttribute('tabindex');
    }
    return copy.innerHTML;
  }

  function close({ root, view }) {
    view.dispose();
    root.remove();
  }

  async function set(text) {
    const opened = open();
    opened.view.set(text);
    await opened.view.settled;
    const html = shown(opened.root);
    const { hasFailed } = opened.view;
    close(opened);
    return { html, hasFailed };
  }

  /** @param often whether each piece is shown before the next comes */
  async function append(pieces, often) {
    const opened = open();
    for (const piece of pieces) {
      opened.view.append(piece);
      if (often) {
        opened.view.showNow();
      }
    }
    opened.view.end();
    await opened.view.settled;
    const html = shown(opened.root);
    const { hasFailed } = opened.view;
    close(opened);
    return { html, hasFailed };
  }

  /** What one would do first: all of the text anew with each frame. It does not even purify. For benchmarks. */
  function openNaive() {
    const root = document.createElement('article');
    document.querySelector('main').append(root);
    const parser = createMarkdownParser();
    // The policy would complain of each aligned cell.
    parser.renderer.rules.th_open = () => '<th>';
    parser.renderer.rules.td_open = () => '<td>';
    let text = '';
    let frame;
    const view = {
      append(more) {
        text += more;
        frame ??= requestAnimationFrame(() => {
          frame = undefined;
          root.innerHTML = parser.render(text);
        });
      },
      end() {},
      settled: Promise.resolve(),
      dispose() {},
    };
    return { root, view };
  }

  globalThis.markdown = { open, openNaive, close, shown, set, append, actions, breaches };
`;

let files: Promise<ReadonlyMap<string, string>> | undefined;
/** The Markdown view with all that it loads later, built as what ships is built. */
export function markdownBundle(): Promise<ReadonlyMap<string, string>> {
  files ??= build();
  return files;
}

async function build(): Promise<ReadonlyMap<string, string>> {
  const options = { ...PAGE_BUILD, outdir: 'out' };
  const [script, style] = await Promise.all([
    esbuild.build({
      ...options,
      stdin: { contents: ENTRY, resolveDir: projectFolder, sourcefile: 'page.js' },
      entryNames: 'page',
      splitting: true,
      chunkNames: '[name]-[hash]',
    }),
    esbuild.build({
      ...options,
      entryPoints: [join(projectFolder, 'src', 'webview', 'markdown', 'markdown.css')],
    }),
  ]);
  const all = [...script.outputFiles, ...style.outputFiles];
  return new Map(
    all.map(({ path, text }) => [basename(path) === 'stdin.js' ? 'page.js' : basename(path), text]),
  );
}

export interface MarkdownPageOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
}

/** What a text became. */
export interface Shown {
  readonly html: string;
  /** Whether it had to be shown anew as a whole, which never has to be. */
  readonly hasFailed: boolean;
}

/** A page with nothing but Markdown views, under the policy of the chat view. */
export class MarkdownPage {
  readonly page: Page;
  readonly #context: BrowserContext;
  /** Whatever went wrong that no test asked for, and each request that left the page. */
  readonly problems: string[] = [];

  constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
  }

  static async open(options: MarkdownPageOptions = {}): Promise<MarkdownPage> {
    const viewport = { width: options.width ?? 400, height: 700 };
    const context = await (await sharedBrowser()).newContext({ viewport });
    const page = new MarkdownPage(context, await context.newPage());
    await page.#load(options.theme ?? 'dark');
    return page;
  }

  async #load(name: ThemeName): Promise<void> {
    const bundle = await markdownBundle();
    await this.#context.route('**', async (route) => {
      const url = new URL(route.request().url());
      const file = bundle.get(url.pathname.slice(1));
      if (url.origin === ORIGIN && url.pathname === '/') {
        await route.fulfill({ contentType: 'text/html', body: html(name) });
      } else if (url.origin === ORIGIN && file !== undefined) {
        const contentType = url.pathname.endsWith('.css') ? 'text/css' : 'text/javascript';
        await route.fulfill({ contentType, body: file });
      } else {
        this.problems.push(`asked for ${url}`);
        await route.abort();
      }
    });
    this.page.on('pageerror', (error) => this.problems.push(String(error)));
    this.page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.problems.push(message.text());
      }
    });
    await this.page.goto(ORIGIN);
    await this.until('the page is loaded', 'globalThis.markdown !== undefined');
  }

  /** Runs code in the page, where `markdown` is what the tests ask of it. */
  async run<T>(code: string): Promise<T> {
    return (await this.page.evaluate(`(async () => { ${code} })()`)) as T;
  }

  /** Waits for an expression to be true; `waitForFunction` would need what the policy forbids. */
  async until(what: string, expression: string): Promise<void> {
    await until(what, async () => (await this.page.evaluate(expression)) === true);
  }

  /** Takes away what `show` has shown. */
  async clear(): Promise<void> {
    await this.run(`document.querySelector('main').replaceChildren(); markdown.actions.length = 0;`);
  }

  /** What a text becomes that is shown at once. */
  set(text: string): Promise<Shown> {
    return this.run(`return markdown.set(${literal(text)});`);
  }

  /** What a text becomes that comes in pieces, each of which is shown before the next comes. */
  append(pieces: readonly string[]): Promise<Shown> {
    return this.run(`return markdown.append(${literal(pieces)}, true);`);
  }

  /** Shows a text, to be looked at; it stays there. */
  async show(text: string): Promise<void> {
    await this.run(`const { view } = markdown.open(); view.set(${literal(text)}); await view.settled;`);
  }

  async check(): Promise<void> {
    const breaches = await this.run<string[]>('return markdown.breaches;');
    assert.deepEqual([...this.problems, ...breaches], []);
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}

/** A value as JavaScript; JSON keeps lone surrogates, too. */
export function literal(value: unknown): string {
  return JSON.stringify(value);
}

function html(name: ThemeName): string {
  const { bodyClass, variables } = theme(name);
  const colours = Object.entries(variables).map(([variable, value]) => `${variable}: ${value};`);
  // VS Code puts its styles first, where the page's policy does not count yet.
  const styles = `${DEFAULT_STYLES} html { background: var(--vscode-sideBar-background); ${colours.join(' ')} }`;
  return `<!DOCTYPE html>
    <html lang="en">
    <head>
      <style>${styles}</style>
      <meta charset="UTF-8">
      <meta http-equiv="Content-Security-Policy" content="${POLICY}">
      <title>Markdown</title>
      <link rel="stylesheet" href="${ORIGIN}/markdown.css">
      <script type="module" nonce="${NONCE}" src="${ORIGIN}/page.js"></script>
    </head>
    <body class="${bodyClass}"><main></main></body>
    </html>`;
}

/**
 * For a `describe`: one page for all its tests. A request that left the page, a breach of its policy, or an error
 * that nobody caught, fails the test.
 */
export function markdownPage(options?: MarkdownPageOptions): () => MarkdownPage {
  let page: MarkdownPage | undefined;
  before(async () => {
    page = await MarkdownPage.open(options);
  });
  afterEach(async () => page?.check());
  after(async () => page?.close());
  return () => {
    assert.ok(page, 'the page is not open');
    return page;
  };
}
