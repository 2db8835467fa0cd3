import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../vscode/browser.ts';
import { temporaryFolder } from '../vscode/cleanup.ts';
import { demoExtension, demoWorkspace } from '../vscode/demo-environment.ts';
import { type Server, startServer } from '../vscode/server.ts';
import { BenchWindow, quietMachine } from './chat-in-vscode-window.ts';
import type { Row } from './row.ts';
import { stagedExtension } from './staged-extension.ts';

const ROUNDS = 9;

/** A view in a webview, as a person finds it. */
interface View {
  /** The folder of its extension. */
  readonly extension: string;
  /** In the activity bar. */
  readonly title: string;
  /** A command of the same extension, in the palette. It shows the output panel. */
  readonly command: string;
}

type Contender = 'ours' | 'sample';

/** Milliseconds from the click to the first frame with something to read in it. */
interface Times {
  /** The extension is not active yet. */
  readonly cold: number;
  /** The same view for the second time: VS Code throws a hidden view away. */
  readonly again: number;
  /** Another command has activated the extension. */
  readonly active: number;
}

/** How soon the chat view is there, beside the least that a view in a webview can be; each time in new windows. */
export async function measureViewFocus(): Promise<Row[]> {
  const views: Record<Contender, View> = {
    ours: { extension: (await stagedExtension()).folder, title: 'Inkwell', command: 'Inkwell: Show Log' },
    sample: {
      extension: fileURLToPath(new URL('webview-view', import.meta.url)),
      title: 'Shades',
      command: 'Shades: Show Log',
    },
  };
  const temporary = await temporaryFolder();
  const ready = join(temporary.path, 'ready.json');
  const server = await startServer({
    development: true,
    // An address is all that the view asks for; nothing is sent there.
    settings: { 'inkwell.baseUrl': 'http://127.0.0.1:9' },
    installed: [demoExtension],
    env: { INKWELL_DEMO_READY: ready },
  });
  const times: Record<Contender, Times[]> = { ours: [], sample: [] };
  try {
    const browser = await launchBrowser();
    const measure = (contender: Contender): Promise<Times> =>
      measureView(views[contender], { browser, server, ready });
    try {
      // Not counted: it fills the caches of the disk and of the browser's processes.
      await measure('sample');
      for (let round = 0; round < ROUNDS; round++) {
        for (const each of round % 2 === 0 ? (['ours', 'sample'] as const) : (['sample', 'ours'] as const)) {
          times[each].push(await measure(each));
        }
      }
    } finally {
      await browser.close();
    }
  } finally {
    server.stop();
    temporary.remove();
  }
  const row = (measure: string, of: keyof Times): Row => ({
    measure,
    unit: 'ms',
    ours: times.ours.map((each) => each[of]),
    peer: { name: 'webview view sample', samples: times.sample.map((each) => each[of]) },
    figure: 'ratio',
  });
  return [
    { ...row('view focus to content, extension active', 'active'), bound: 1.3, aim: 1.1 },
    { ...row('view focus to content, cold', 'cold'), bound: 1.5, aim: 1.3 },
    row('view focus to content, second time', 'again'),
  ];
}

interface Place {
  readonly browser: Browser;
  readonly server: Server;
  readonly ready: string;
}

async function measureView(view: View, place: Place): Promise<Times> {
  const { extension } = view;
  const inWindow = async <T>(measure: (window: BenchWindow) => Promise<T>): Promise<T> => {
    const window = await BenchWindow.open({ ...place, extension, workspace: demoWorkspace });
    try {
      return await measure(window);
    } finally {
      await window.close();
    }
  };
  const cold = await inWindow((window) => focusView(window, view));
  return inWindow(async (window) => {
    await window.workbench.runCommand(view.command);
    await window.page.locator('.part.panel .output-view').waitFor();
    await window.workbench.runCommand('View: Hide Panel');
    const active = await focusView(window, view);
    await window.clickInActivityBar('Explorer (Ctrl+Shift+E)');
    await window.page.locator('.part.sidebar .explorer-folders-view').waitFor();
    return { cold, active, again: await focusView(window, view) };
  });
}

async function focusView(window: BenchWindow, { title }: View): Promise<number> {
  await quietMachine();
  window.forgetMarks();
  await window.clickInActivityBar(title);
  const content = await window.marked('content');
  const click = await window.marked('click');
  return content.at - click.at;
}
