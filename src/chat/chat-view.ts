import * as v from 'valibot';
import type { Disposable, Uri, WebviewView } from 'vscode';
import type { Log } from '../ui/log.ts';
import { pageFolder, pageFrame } from '../ui/page-frame.ts';
import { showError } from '../ui/show-error.ts';
import { type HostMessage, type ViewMessage, type ViewState, viewMessage } from './shared/protocol.ts';
import { chatHtml } from './view-html.ts';
import { chatWords } from './words.ts';

export interface ChatViewListener {
  /** All there is to show now; `undefined` while it is loaded. */
  state(): ViewState | undefined;
  /** What the person did. To `ready` and `refresh`, the whole state is the answer. */
  receive(message: ViewMessage): unknown;
  /** The view is gone, or is hidden or shown again. */
  visibilityChanged(): void;
}

/** The webview, as long as VS Code keeps it: its page, and messages that have passed the schema both ways. */
export class ChatView implements Disposable {
  readonly #view: WebviewView;
  readonly #extensionUri: Uri;
  readonly #listener: ChatViewListener;
  readonly #listeners: Disposable[];
  /** Before the page listens, messages would be lost; it gets the whole state then anyway. */
  #isReady = false;
  #disposed = false;

  constructor(view: WebviewView, extensionUri: Uri, listener: ChatViewListener, log: Log) {
    this.#view = view;
    this.#extensionUri = extensionUri;
    this.#listener = listener;
    const { webview } = view;
    webview.options = { enableScripts: true, localResourceRoots: [pageFolder(extensionUri)] };
    this.#listeners = [
      webview.onDidReceiveMessage(async (received: unknown) => {
        const parsed = v.safeParse(viewMessage, received);
        if (!parsed.success) {
          log.warn(`The chat view sent what cannot be understood: ${parsed.issues[0].message}`);
          return;
        }
        this.#isReady = true;
        try {
          await listener.receive(parsed.output);
        } catch (error) {
          await showError(error, log);
        }
      }),
      view.onDidChangeVisibility(() => {
        // VS Code throws the page away with the view, and loads it anew: then with what is to be shown by now.
        this.#isReady &&= view.visible;
        if (!view.visible) {
          this.#setPage();
        }
        listener.visibilityChanged();
      }),
      view.onDidDispose(() => {
        this.dispose();
        listener.visibilityChanged();
      }),
    ];
    this.#setPage();
  }

  /** Whether the page listens. */
  get isReady(): boolean {
    return this.#isReady && !this.#disposed;
  }

  get isDisposed(): boolean {
    return this.#disposed;
  }

  get isVisible(): boolean {
    return !this.#disposed && this.#view.visible;
  }

  post(message: HostMessage): void {
    if (this.isReady) {
      void this.#view.webview.postMessage(message);
    }
  }

  setTitle(title: string): void {
    if (!this.#disposed) {
      this.#view.title = title;
    }
  }

  dispose(): void {
    this.#disposed = true;
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  #setPage(): void {
    const { webview } = this.#view;
    webview.html = chatHtml({
      ...pageFrame(webview, this.#extensionUri, 'chat'),
      words: chatWords(),
      state: this.#listener.state(),
    });
  }
}
