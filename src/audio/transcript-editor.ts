import * as v from 'valibot';
import { commands, Disposable, l10n, Uri, type WebviewPanel, window } from 'vscode';
import { pageFrame } from '../ui/page-frame.ts';
import { isReadOnly } from '../ui/read-only.ts';
import { showError } from '../ui/show-error.ts';
import { AUDIO_EXTENSIONS } from './audio-files.ts';
import type { AudioServices } from './audio-services.ts';
import { copyTranscript } from './copy-transcript.ts';
import { exportTranscript } from './export-transcript.ts';
import {
  type TranscriptHostMessage,
  type TranscriptPageMessage,
  transcriptPageMessage,
} from './shared/transcript-protocol.ts';
import { chooseAudio } from './transcript-audio.ts';
import type { TranscriptDocument } from './transcript-document.ts';
import { transcriptEditorWords } from './transcript-editor-words.ts';
import { TranscriptEdits } from './transcript-edits.ts';
import { transcriptHtml } from './transcript-html.ts';
import { TranscriptSound } from './transcript-sound.ts';
import { TranscriptSync } from './transcript-sync.ts';

/** One tab with a transcript: its page, messages that have passed the schema, and what is done for them. */
export class TranscriptEditor {
  readonly #services: Pick<AudioServices, 'context' | 'log'>;
  readonly #panel: WebviewPanel;
  readonly #transcript: TranscriptDocument;
  readonly #edits: TranscriptEdits;
  readonly #sync: TranscriptSync;
  readonly #sound: TranscriptSound;
  readonly #listeners: Disposable;
  /** One message after the other: an edit is in the document before it is saved. */
  #last: Promise<void> = Promise.resolve();
  #isDisposed = false;

  constructor(
    services: Pick<AudioServices, 'context' | 'log'>,
    transcript: TranscriptDocument,
    panel: WebviewPanel,
  ) {
    this.#services = services;
    this.#panel = panel;
    this.#transcript = transcript;
    const post = (message: TranscriptHostMessage): void => this.#post(message);
    this.#edits = new TranscriptEdits(transcript, panel);
    this.#sync = new TranscriptSync(transcript, post);
    this.#sound = new TranscriptSound(this.#uri, services, panel.webview, post);
    const { webview } = panel;
    this.#listeners = Disposable.from(
      this.#sync,
      this.#sound,
      webview.onDidReceiveMessage((received: unknown) => this.#receive(received)),
      panel.onDidDispose(() => this.#dispose()),
    );
  }

  async open(): Promise<void> {
    await this.#sound.find();
    if (this.#isDisposed) {
      return;
    }
    const { webview } = this.#panel;
    webview.html = transcriptHtml({
      ...pageFrame(webview, this.#services.context.extensionUri, 'transcript'),
      words: transcriptEditorWords(),
    });
  }

  get #uri(): Uri {
    return this.#transcript.document.uri;
  }

  #dispose(): void {
    this.#isDisposed = true;
    this.#listeners.dispose();
  }

  #receive(received: unknown): void {
    const parsed = v.safeParse(transcriptPageMessage, received);
    if (!parsed.success) {
      const [issue] = parsed.issues;
      this.#services.log.warn(`The transcript editor sent what cannot be understood: ${issue.message}`);
      return;
    }
    const message = parsed.output;
    if (isQuick(message)) {
      this.#last = this.#last.then(() => this.#actOn(message));
    } else {
      // A dialog may stay open for long; what is typed meanwhile does not wait for it.
      void this.#actOn(message);
    }
  }

  async #actOn(message: TranscriptPageMessage): Promise<void> {
    try {
      await this.#act(message);
    } catch (error) {
      await showError(error, this.#services.log);
    }
  }

  async #act(message: TranscriptPageMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#sync.begin(await isReadOnly(this.#transcript));
        this.#sound.tell();
        break;
      case 'edit':
        await this.#answered(() => this.#edits.write(message));
        break;
      case 'takeBack':
        await this.#answered(() => this.#edits.takeBack(message));
        break;
      case 'done':
        this.#edits.end();
        break;
      case 'save':
        await this.#transcript.document.save();
        break;
      case 'chooseAudio':
        await this.#chooseAudio();
        break;
      case 'audioFailed':
        await this.#sound.sayWhyNot();
        break;
      case 'openAsText':
        this.#panel.reveal();
        await commands.executeCommand('workbench.action.reopenTextEditor');
        break;
      case 'export':
        await exportTranscript(this.#uri, message.format);
        break;
      case 'copyText':
        await copyTranscript(this.#uri);
        this.#post({ type: 'said', text: l10n.t('The text was copied.') });
        break;
    }
  }

  /** The page waits for the answer, also where an edit has failed: and it comes after what has changed. */
  async #answered(write: () => Promise<boolean>): Promise<void> {
    let isDone = false;
    try {
      isDone = await write();
    } finally {
      this.#sync.update();
      this.#post({ type: 'edited', isDone });
    }
  }

  async #chooseAudio(): Promise<void> {
    const [chosen] =
      (await window.showOpenDialog({
        title: l10n.t('Choose Audio'),
        openLabel: l10n.t('Choose'),
        defaultUri: Uri.joinPath(this.#uri, '..'),
        filters: { [l10n.t('Audio')]: [...AUDIO_EXTENSIONS], [l10n.t('All Files')]: ['*'] },
      })) ?? [];
    if (chosen !== undefined && !this.#isDisposed) {
      await chooseAudio(this.#uri, chosen, this.#services.context.workspaceState);
      await this.#sound.find();
      this.#sound.tell();
    }
  }

  #post(message: TranscriptHostMessage): void {
    if (!this.#isDisposed) {
      void this.#panel.webview.postMessage(message);
    }
  }
}

function isQuick({ type }: TranscriptPageMessage): boolean {
  return type !== 'chooseAudio' && type !== 'export';
}
