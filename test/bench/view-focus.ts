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

const ROUNDS = 5;

/** A view in a webview, as a person finds it. */
interface View {
  /** The folder of its extension. */
  readonly extension: string;
  /** In the activity bar. */
  readonly title: string;
  /** A selector of something in it that can be used at once. */
  readonly usable: string;
  /** A command of the same extension, in the palette. It shows the output panel. */
  readonly command: string;
}

type Contender = 'ours' | 'sample';

/** Milliseconds from the click to the first frame with something to read in it, and with something to use. */
interface Focus {
  readonly content: number;
  readonly usable: number;
}

interface Times {
  /** The extension is not active yet. */
  readonly cold: Focus;
  /** Another command has activated the extension. */
  readonly active: Focus;
  /** The same view for the second time: VS Code has thrown its page away when it was hidden. */
  readonly again: Focus;
}

/** How soon the chat view is there, beside the least that a view in a webview can be; each time in new windows. */
export async function measureViewFocus(): Promise<Row[]> {
  const views: Record<Contender, View> = {
    ours: {
      extension: (await stagedExtension()).folder,
      title: 'Inkwell',
      usable: 'textarea',
      command: 'Inkwell: Show Log',
    },
    sample: {
      extension: fileURLToPath(new URL('webview-view', import.meta.url)),
      title: 'Shades',
      usable: 'button',
      command: 'Shades: Show Log',
    },
  };
  const temporary = await temporaryFolder();
  const ready = join(temporary.path, 'ready.json');
  const server = await startServer({
    development: true,
    // An address is all that the view asks for; nothing is sent there.
    machineSettings: { 'inkwell.baseUrl': 'http://127.0.0.1:9' },
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
  const row = (when: keyof Times, what: keyof Focus): Row => ({
    measure: `view focus to ${what}, ${WORDS[when]}`,
    unit: 'ms',
    ours: times.ours.map((each) => each[when][what]),
    peer: { name: 'webview view sample', samples: times.sample.map((each) => each[when][what]) },
    figure: 'ratio',
  });
  return [
    { ...row('active', 'content'), bound: 1.3, aim: 1.1 },
    row('active', 'usable'),
    { ...row('cold', 'content'), bound: 1.5, aim: 1.3 },
    row('cold', 'usable'),
    row('again', 'content'),
    row('again', 'usable'),
  ];
}

const WORDS: Record<keyof Times, string> = {
  active: 'extension active',
  cold: 'cold',
  again: 'second time',
};

interface Place {
  readonly browser: Browser;
  readonly server: Server;
  readonly ready: string;
}

async function measureView(view: View, place: Place): Promise<Times> {
  const { extension, usable } = view;
  const inWindow = async <T>(measure: (window: BenchWindow) => Promise<T>): Promise<T> => {
    const window = await BenchWindow.open({ ...place, extension, usable, workspace: demoWorkspace });
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
    await window.workbench.press('ControlOrMeta+J');
    await window.page.locator('.part.panel').waitFor({ state: 'hidden' });
    const active = await focusView(window, view);
    await window.hideView();
    return { cold, active, again: await focusView(window, view) };
  });
}

async function focusView(window: BenchWindow, { title }: View): Promise<Focus> {
  await quietMachine();
  window.forgetMarks();
  await window.clickInActivityBar(title);
  const usable = await window.marked('usable');
  const content = await window.marked('content');
  const click = await window.marked('click');
  return { content: content.at - click.at, usable: usable.at - click.at };
}
