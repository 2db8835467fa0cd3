import { join } from 'node:path';
import { startSampleService } from '../service/sample-service.ts';
import { launchBrowser } from '../vscode/browser.ts';
import { temporaryFolder } from '../vscode/cleanup.ts';
import { demoExtension, demoWorkspace } from '../vscode/demo-environment.ts';
import { type Server, startServer } from '../vscode/server.ts';
import {
  type LongConversation,
  longConversationRows,
  measureLongConversation,
  writeLongConversation,
} from './chat-in-vscode-long.ts';
import { measureStreams, type StreamTasks, streamRows } from './chat-in-vscode-stream.ts';
import { BenchWindow, type BenchWindowOptions } from './chat-in-vscode-window.ts';
import type { Row } from './row.ts';
import { stagedExtension } from './staged-extension.ts';

const ROUNDS = 3;

/**
 * What the chat costs the main thread of its view in a real VS Code: long answers while they stream from the sample service
 * through the whole product, and a long conversation. Costs are processor time: by the clock, a task also takes
 * what others on the machine do.
 */
export async function measureChatInVscode(): Promise<Row[]> {
  const { folder: extension } = await stagedExtension();
  const temporary = await temporaryFolder();
  const ready = join(temporary.path, 'ready.json');
  const service = await startSampleService({ apiKey: null });
  const server = await startServer({
    development: true,
    settings: { 'inkwell.chat.model': 'chat-1' },
    machineSettings: {
      'inkwell.baseUrl': service.baseUrl,
      // Nothing is left out of a request, and so nothing folded away.
      'inkwell.contextLength': { 'chat-1': 10_000_000 },
    },
    installed: [demoExtension],
    env: { INKWELL_DEMO_READY: ready },
  });
  const streams: StreamTasks[] = [];
  const long: LongConversation[] = [];
  try {
    const browser = await launchBrowser();
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const place = { browser, server, extension, ready, usable: 'textarea', workspace: demoWorkspace };
        await writeLongConversation(conversationsOf(server), round);
        long.push(await withView(place, (window) => measureLongConversation(browser, window, round)));
        streams.push(await withView(place, (window) => measureStreams(browser, window, service)));
      }
    } finally {
      await browser.close();
    }
  } finally {
    server.stop();
    await service.close();
    temporary.remove();
  }
  return [...streamRows(streams), ...longConversationRows(long)];
}

/** Opens a window with the chat in view for as long as something is measured in it. */
async function withView<T>(
  place: BenchWindowOptions,
  measure: (window: BenchWindow) => Promise<T>,
): Promise<T> {
  const window = await BenchWindow.open({ ...place, isolate: true });
  try {
    await window.clickInActivityBar('Inkwell');
    await window.marked('usable');
    return await measure(window);
  } finally {
    await window.close();
  }
}

/** Where the extension keeps its conversations. */
function conversationsOf(server: Server): string {
  return join(server.userData, 'globalStorage', 'inkwell.inkwell', 'conversations');
}
