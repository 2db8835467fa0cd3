import { type Disposable, type Uri, ViewColumn, window } from 'vscode';
import type { Log } from '../ui/log.ts';
import { pageFolder, pageFrame } from '../ui/page-frame.ts';
import { PagePanel } from '../ui/page-panel.ts';
import { candidatesHtml } from './candidates-html.ts';
import { candidatesWords } from './candidates-words.ts';
import {
  type CandidatesHostMessage,
  type CandidatesPageMessage,
  candidatesPageMessage,
} from './shared/candidates-protocol.ts';

export interface CandidatePageListener {
  /** Does what the person did in the page; with `ready`, the page is to be told everything. */
  receive(message: CandidatesPageMessage): Promise<void>;
  /** The tab is closed, by the person or by `dispose`. */
  closed(): void;
}

/** The page of the candidates, in a tab beside the editor. */
export class CandidatePage implements Disposable {
  readonly #panel: PagePanel<CandidatesHostMessage, CandidatesPageMessage>;
  readonly #listener: CandidatePageListener;
  /** Whether it listens, and what is to be said as soon as it does. */
  #isReady = false;
  #unsaid = '';

  constructor(extensionUri: Uri, title: string, listener: CandidatePageListener, log: Log) {
    this.#listener = listener;
    const panel = window.createWebviewPanel(
      'inkwell.candidates',
      title,
      { viewColumn: ViewColumn.Beside },
      { enableScripts: true, localResourceRoots: [pageFolder(extensionUri)] },
    );
    this.#panel = new PagePanel(panel, {
      name: 'The page of the candidates',
      messages: candidatesPageMessage,
      log,
      receive: (message) => this.#receive(message),
      closed: () => listener.closed(),
    });
    panel.webview.html = candidatesHtml({
      ...pageFrame(panel.webview, extensionUri, 'candidates'),
      words: candidatesWords(),
    });
  }

  get isDisposed(): boolean {
    return this.#panel.isDisposed;
  }

  post(message: CandidatesHostMessage): void {
    this.#panel.post(message);
  }

  /** Tells what has been done. */
  say(text: string): void {
    if (this.#isReady) {
      this.post({ type: 'said', text });
    } else {
      this.#unsaid = text;
    }
  }

  dispose(): void {
    this.#panel.dispose();
  }

  async #receive(message: CandidatesPageMessage): Promise<void> {
    try {
      await this.#listener.receive(message);
    } finally {
      if (message.type === 'ready') {
        this.#isReady = true;
        if (this.#unsaid !== '') {
          this.say(this.#unsaid);
          this.#unsaid = '';
        }
      }
    }
  }
}
