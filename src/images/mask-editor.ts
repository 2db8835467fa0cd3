import { type Disposable, l10n, Uri, ViewColumn, window } from 'vscode';
import { MASK_BYTES } from '../service/limits.ts';
import type { Log } from '../ui/log.ts';
import { pageFolder, pageFrame } from '../ui/page-frame.ts';
import { PagePanel } from '../ui/page-panel.ts';
import { maskEditorWords } from './mask-editor-words.ts';
import { maskHtml } from './mask-html.ts';
import {
  type Finding,
  type MaskHostMessage,
  type MaskPageMessage,
  type MaskPurpose,
  type MaskSubmit,
  maskPageMessage,
  type VariationSubmit,
} from './shared/mask-protocol.ts';

export interface MaskSubject {
  readonly purpose: MaskPurpose;
  /** Of any file system; the page gets it from VS Code. */
  readonly image: Uri;
  readonly name: string;
  /** Pixels, as the file says. What can be shown at all is for the page to decide. */
  readonly width: number;
  readonly height: number;
  /** Whether its pixels can be transparent, as the file says; absent where that is not known. */
  readonly hasAlpha?: boolean;
  readonly findings: readonly Finding[];
  /** Earlier prompts, the latest first. */
  readonly prompts: readonly string[];
  readonly prompt: string;
  /** `undefined` where the service decides. */
  readonly n: number | undefined;
  readonly size: string | undefined;
  readonly sizes: readonly string[];
}

export interface MaskEditorListener {
  /** What was asked for. It is for the listener to say how it goes: `busy`, then `idle` or `fail`, or `close`. */
  submit(request: MaskSubmit | VariationSubmit): unknown;
  /** Stop the request; `idle` is the answer once it has stopped. */
  cancelRequest(): unknown;
  /** Asks for a mask file, which goes to `giveMaskFile`. */
  chooseMaskFile(): unknown;
  /** The editor is closed, by the person or by `close`; it was not listened to any more before. */
  closed(): void;
}

/** The mask editor in a tab of its own: its page, and messages that have passed the schema. */
export class MaskEditor implements Disposable {
  readonly #panel: PagePanel<MaskHostMessage, MaskPageMessage>;
  readonly #subject: MaskSubject;
  readonly #listener: MaskEditorListener;

  constructor(extensionUri: Uri, subject: MaskSubject, listener: MaskEditorListener, log: Log) {
    this.#subject = subject;
    this.#listener = listener;
    const panel = window.createWebviewPanel(
      'inkwell.maskEditor',
      subject.purpose === 'edit' ? l10n.t('Edit {0}', subject.name) : l10n.t('Convert {0}', subject.name),
      ViewColumn.Active,
      {
        enableScripts: true,
        // No more of the workspace than the image's own folder: a webview's roots cannot name a file.
        localResourceRoots: [pageFolder(extensionUri), Uri.joinPath(subject.image, '..')],
        // The mask and all that can be undone of it are megabytes of pixels, which the page has alone: to hand them
        // over each time that another tab is looked at, and back again, would cost more than to keep them.
        retainContextWhenHidden: true,
      },
    );
    this.#panel = new PagePanel(panel, {
      name: 'The mask editor',
      messages: maskPageMessage,
      log,
      receive: (message) => this.#receive(message),
      closed: () => listener.closed(),
    });
    const { webview } = panel;
    webview.html = maskHtml({ ...pageFrame(webview, extensionUri, 'mask'), words: maskEditorWords() });
  }

  get isDisposed(): boolean {
    return this.#panel.isDisposed;
  }

  /** Whether the person is in it. */
  get isActive(): boolean {
    return this.#panel.isActive;
  }

  /** A request is on its way; `done` is the part of it that is, from 0 to 1, where that is known. */
  busy(text: string, done?: number): void {
    this.#panel.post({
      type: 'busy',
      text,
      ...(done !== undefined && { done: Math.min(1, Math.max(0, done)) }),
    });
  }

  idle(): void {
    this.#panel.post({ type: 'idle' });
  }

  /** The request has failed: why, and what to do. What was painted and typed stays. */
  fail(text: string): void {
    this.#panel.post({ type: 'error', text });
  }

  /** Takes what is transparent in this file for the mask; the page says what is wrong with it. */
  giveMaskFile(name: string, bytes: Uint8Array): void {
    // VS Code hands over arrays of bytes by their constructor's name, and would make an object of a Buffer, which is
    // what reading a file gives.
    this.#panel.post({ type: 'maskFile', name, bytes: new Uint8Array(bytes) });
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Closes the tab. */
  close(): void {
    this.dispose();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  async #receive(message: MaskPageMessage): Promise<void> {
    try {
      switch (message.type) {
        case 'ready':
          this.#begin();
          break;
        case 'submit':
        case 'vary':
          await this.#listener.submit(message);
          break;
        case 'cancelRequest':
          await this.#listener.cancelRequest();
          break;
        case 'chooseMaskFile':
          await this.#listener.chooseMaskFile();
          break;
        case 'cancel':
          if (!message.isPainted || (await this.#mayLoseMask())) {
            this.close();
          }
          break;
      }
    } catch (error) {
      // The page would wait for ever.
      this.idle();
      throw error;
    }
  }

  async #mayLoseMask(): Promise<boolean> {
    const close = l10n.t('Close');
    const chosen = await window.showWarningMessage(
      l10n.t('Close the editor of “{0}”?', this.#subject.name),
      { modal: true, detail: l10n.t('The mask that you have painted is not kept.') },
      close,
    );
    return chosen === close;
  }

  #begin(): void {
    const { purpose, image, name, width, height, hasAlpha, findings, prompts, prompt, n, size, sizes } =
      this.#subject;
    this.#panel.post({
      type: 'init',
      purpose,
      image: {
        uri: String(this.#panel.addressOf(image)),
        name,
        width,
        height,
        ...(hasAlpha !== undefined && { hasAlpha }),
      },
      findings: [...findings],
      prompts: [...prompts],
      prompt,
      n,
      size,
      sizes: [...sizes],
      maskBytes: MASK_BYTES,
    });
  }
}
