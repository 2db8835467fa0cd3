import * as vscode from 'vscode';
import type { AudioServices } from '../../../src/audio/audio-services.ts';
import { openTranscript } from '../../../src/audio/open-transcript.ts';
import type {
  TranscriptHostMessage,
  TranscriptPageMessage,
} from '../../../src/audio/shared/transcript-protocol.ts';
import { Log } from '../../../src/ui/log.ts';
import { until } from './inkwell.ts';
import { standInForWindow } from './window-stand-in.ts';

/** The page's side of a transcript editor, acted by a test: no test can reach into a page. */
export class TranscriptTab implements vscode.Disposable {
  readonly said: TranscriptHostMessage[] = [];
  readonly #received = new vscode.EventEmitter<unknown>();
  readonly #closed = new vscode.EventEmitter<void>();
  readonly #log = new Log();
  readonly state = new Map<string, unknown>();
  html = '';
  options: vscode.WebviewOptions = {};

  async open(document: vscode.TextDocument): Promise<void> {
    const tab = this;
    const webview: Partial<vscode.Webview> = {
      cspSource: 'https://files.test',
      asWebviewUri: (uri) => uri.with({ scheme: 'https', authority: 'files.test' }),
      onDidReceiveMessage: this.#received.event,
      postMessage: (message: TranscriptHostMessage) => {
        this.said.push(structuredClone(message));
        return Promise.resolve(true);
      },
      get html() {
        return tab.html;
      },
      set html(html) {
        tab.html = html;
      },
      get options() {
        return tab.options;
      },
      set options(options) {
        tab.options = options;
      },
    };
    const panel: Partial<vscode.WebviewPanel> = {
      active: true,
      webview: webview as vscode.Webview,
      onDidDispose: this.#closed.event,
      reveal: () => undefined,
    };
    await openTranscript(this.#services(), document, panel as vscode.WebviewPanel);
  }

  /** What the page tells. */
  send(message: TranscriptPageMessage): void {
    this.#received.fire(message);
  }

  sendRaw(message: unknown): void {
    this.#received.fire(message);
  }

  /** The last message of a type, once so many of them have come. */
  async heard<T extends TranscriptHostMessage['type']>(
    type: T,
    count = 1,
  ): Promise<Extract<TranscriptHostMessage, { type: T }>> {
    const all = (): Extract<TranscriptHostMessage, { type: T }>[] =>
      this.said.filter(
        (message): message is Extract<TranscriptHostMessage, { type: T }> => message.type === type,
      );
    await until(`the page hears ${count} × ${type}`, () => all().length >= count);
    const [last] = all().slice(-1);
    if (last === undefined) {
      throw new Error('It was there a moment ago.');
    }
    return last;
  }

  dispose(): void {
    this.#closed.fire();
    this.#received.dispose();
    this.#closed.dispose();
    this.#log.dispose();
  }

  #services(): Pick<AudioServices, 'context' | 'log'> {
    const { state } = this;
    return {
      context: {
        extensionUri: vscode.Uri.file('/extension'),
        workspaceState: {
          keys: () => [...state.keys()],
          get: <T>(key: string, otherwise?: T) => (state.get(key) as T | undefined) ?? otherwise,
          update: async (key: string, value: unknown) => void state.set(key, value),
        } as vscode.Memento,
      },
      log: this.#log,
    };
  }
}

/** Answers VS Code's dialogs for files. Give it back in the end. */
export function answerFileDialogs(answers: {
  save?: (options?: vscode.SaveDialogOptions) => vscode.Uri | undefined;
  open?: (options?: vscode.OpenDialogOptions) => vscode.Uri[] | undefined;
  pick?: (items: readonly vscode.QuickPickItem[]) => vscode.QuickPickItem | undefined;
}): vscode.Disposable {
  return standInForWindow({
    showSaveDialog: async (options?: vscode.SaveDialogOptions) => answers.save?.(options),
    showOpenDialog: async (options?: vscode.OpenDialogOptions) => answers.open?.(options),
    showQuickPick: async (items: readonly vscode.QuickPickItem[]) => answers.pick?.(items),
  });
}
