import * as v from 'valibot';
import type { Disposable, Uri, WebviewPanel } from 'vscode';
import type { Log } from './log.ts';
import { showError } from './show-error.ts';

export interface PagePanelOptions<PageMessage> {
  /** What it is called in the log. */
  readonly name: string;
  readonly messages: v.GenericSchema<unknown, PageMessage>;
  readonly log: Log;
  /** Does what the person did in the page. What it throws is shown. */
  receive(message: PageMessage): Promise<void>;
  /** The tab is closed, by the person or by `dispose`. */
  closed(): void;
}

/** A tab with a page of ours in it, which is told messages and tells some, of which only those count that fit their schema. */
export class PagePanel<HostMessage, PageMessage> implements Disposable {
  readonly #panel: WebviewPanel;
  readonly #options: PagePanelOptions<PageMessage>;
  readonly #listeners: Disposable[];
  #isDisposed = false;

  /** @param owned disposed along with it */
  constructor(
    panel: WebviewPanel,
    options: PagePanelOptions<PageMessage>,
    owned: readonly Disposable[] = [],
  ) {
    this.#panel = panel;
    this.#options = options;
    this.#listeners = [
      ...owned,
      panel.webview.onDidReceiveMessage((received: unknown) => this.#receive(received)),
      panel.onDidDispose(() => this.dispose()),
    ];
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /** Whether the person is in it. */
  get isActive(): boolean {
    return !this.#isDisposed && this.#panel.active;
  }

  /** Whether its tab can be seen. */
  get isVisible(): boolean {
    return !this.#isDisposed && this.#panel.visible;
  }

  post(message: HostMessage): void {
    if (!this.#isDisposed) {
      void this.#panel.webview.postMessage(message);
    }
  }

  /** The address by which the page may have a file. */
  addressOf(uri: Uri): Uri {
    return this.#panel.webview.asWebviewUri(uri);
  }

  /** Lets the page have the files of these folders. It is loaded again. */
  allow(folders: readonly Uri[]): void {
    const { webview } = this.#panel;
    webview.options = { ...webview.options, localResourceRoots: folders };
  }

  reveal(): void {
    if (!this.#isDisposed) {
      this.#panel.reveal();
    }
  }

  dispose(): void {
    if (this.#isDisposed) {
      return;
    }
    this.#isDisposed = true;
    for (const listener of this.#listeners) {
      listener.dispose();
    }
    this.#panel.dispose();
    this.#options.closed();
  }

  async #receive(received: unknown): Promise<void> {
    const { name, messages, log } = this.#options;
    const parsed = v.safeParse(messages, received);
    if (!parsed.success) {
      log.warn(`${name} sent what cannot be understood: ${parsed.issues[0].message}`);
      return;
    }
    try {
      await this.#options.receive(parsed.output);
    } catch (error) {
      await showError(error, log);
    }
  }
}
