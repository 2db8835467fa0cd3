import { commands, type Disposable, env, l10n, type Uri, ViewColumn, window, workspace } from 'vscode';
import type { Log } from '../ui/log.ts';
import { pageFolder, pageFrame } from '../ui/page-frame.ts';
import { PagePanel } from '../ui/page-panel.ts';
import { plainText } from '../ui/plain-text.ts';
import { contactSheetWords } from './contact-sheet-words.ts';
import { lookAtImage } from './image-facts.ts';
import { ImageInserter } from './image-inserter.ts';
import type { InsertPlace } from './insert-image.ts';
import { type SheetHostMessage, type SheetPageMessage, sheetPageMessage } from './shared/sheet-protocol.ts';
import { sheetHtml } from './sheet-html.ts';
import { type SheetFile, SheetImages } from './sheet-images.ts';

export interface SheetSubject {
  readonly images: readonly SheetFile[];
  /** Empty where none was asked by, as of variations. */
  readonly prompt: string;
  /** Of the tab; without it, the prompt is. */
  readonly title?: string | undefined;
  /** What is to be said first, in words. */
  readonly said?: string | undefined;
  /** Where images may be inserted, until another text editor is active. */
  readonly place?: InsertPlace | undefined;
  /** Whether the person has asked to insert one of them. */
  readonly isToInsert?: boolean | undefined;
  readonly model?: string | undefined;
  readonly size?: string | undefined;
  /** Whether the person is at something else, and is not to be taken from it. */
  readonly preserveFocus?: boolean | undefined;
}

export interface ContactSheetListener {
  /** Asks for other images in the same way; what is returned is waited for before it can be asked again. */
  regenerate(): unknown;
  /** Asks for variations of one of the images; the same. */
  vary(image: Uri): unknown;
  /** The sheet is closed, by the person or by `dispose`. The images stay. */
  closed(): void;
}

/** Bytes of an image that is looked at again. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Images that have landed, in a tab of their own, to choose from. They are files already: to keep one needs nothing. */
export class ContactSheet implements Disposable {
  readonly #panel: PagePanel<SheetHostMessage, SheetPageMessage>;
  readonly #subject: SheetSubject;
  readonly #listener: ContactSheetListener;
  /** The page's own. */
  readonly #files: Uri;
  readonly #inserter: ImageInserter;
  readonly #images: SheetImages;
  /** How often an image was shown anew, for the browser not to show the one that it remembers. */
  #revision = 0;
  #said: string | undefined;
  #isBusy = false;

  constructor(extensionUri: Uri, subject: SheetSubject, listener: ContactSheetListener, log: Log) {
    this.#subject = subject;
    this.#listener = listener;
    this.#said = subject.said;
    this.#inserter = new ImageInserter(subject.place);
    this.#images = new SheetImages(subject.images, {
      gone: (id, isGone) => this.#panel.post({ type: 'gone', id, isGone }),
      changed: (id) => void this.#showAnew(id),
      discarded: (ids, said) => {
        this.#panel.post({ type: 'discarded', ids: [...ids] });
        this.#say(said);
      },
    });
    this.#files = pageFolder(extensionUri);
    const about = plainText(subject.prompt, 40);
    const panel = window.createWebviewPanel(
      'inkwell.contactSheet',
      subject.title ?? (about === '' ? l10n.t('New Images') : l10n.t('Images: {0}', about)),
      { viewColumn: ViewColumn.Beside, preserveFocus: subject.preserveFocus ?? false },
      { enableScripts: true, localResourceRoots: this.#roots() },
    );
    const looking = panel.onDidChangeViewState(() => {
      if (panel.active) {
        void this.#images.lookAtAll();
      }
    });
    this.#panel = new PagePanel(
      panel,
      {
        name: 'The contact sheet',
        messages: sheetPageMessage,
        log,
        receive: (message) => this.handle(message),
        closed: () => listener.closed(),
      },
      [this.#images, this.#inserter, looking],
    );
    panel.webview.html = sheetHtml({
      ...pageFrame(panel.webview, extensionUri, 'contact-sheet'),
      words: contactSheetWords(),
    });
  }

  get isDisposed(): boolean {
    return this.#panel.isDisposed;
  }

  /** The images that are part of it still, in their order. */
  get images(): readonly Uri[] {
    return [...this.#images.all.values()].map(({ uri }) => uri);
  }

  /** Whether its tab can be seen. */
  get isVisible(): boolean {
    return this.#panel.isVisible;
  }

  /** More images, such as others that were asked for in the same way; `said` tells of it in words. */
  async add(images: readonly SheetFile[], said: string): Promise<void> {
    const before = this.#images.folders.length;
    this.#images.add(images);
    if (this.#panel.isDisposed) {
      return;
    }
    this.#said = said;
    if (this.#images.folders.length > before) {
      // The page is loaded again, and begins anew.
      this.#panel.allow(this.#roots());
    } else {
      await this.#begin();
    }
  }

  reveal(): void {
    this.#panel.reveal();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  /** Does what the person did in the page; a test has no other way to be that person. */
  async handle(message: SheetPageMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        await this.#begin();
        return;
      case 'discardAll':
        await this.#discard([...this.#images.all].filter(([, { isKept }]) => !isKept).map(([id]) => id));
        return;
      case 'regenerate':
        await this.#make(() => this.#listener.regenerate());
        return;
      default:
        await this.#handleOf(message);
    }
  }

  async #handleOf(message: Extract<SheetPageMessage, { id: number }>): Promise<void> {
    const { id } = message;
    const image = this.#images.get(id);
    if (image === undefined) {
      // It was discarded a moment ago.
      return;
    }
    if (message.type === 'keep') {
      image.isKept = message.isKept;
      return;
    }
    if (message.type === 'alt') {
      image.alt = message.alt;
      return;
    }
    if (message.type === 'discard') {
      await this.#discard([id]);
      return;
    }
    await this.#images.look(id);
    if (image.isGone) {
      return;
    }
    switch (message.type) {
      case 'open':
        await commands.executeCommand('vscode.open', image.uri);
        break;
      case 'copyPath':
        await env.clipboard.writeText(
          image.uri.scheme === 'file' ? image.uri.fsPath : image.uri.toString(true),
        );
        this.#say(l10n.t('The path of {0} was copied', image.name));
        break;
      case 'insert': {
        image.alt = message.alt;
        const said = await this.#inserter.insert(image, message.alt);
        if (said !== undefined) {
          this.#say(said);
        }
        break;
      }
      case 'vary':
        await this.#make(() => this.#listener.vary(image.uri));
        break;
    }
  }

  async #discard(ids: readonly number[]): Promise<void> {
    await this.#images.discard(ids);
    // Where the person was asked first, VS Code does not always give the focus back to the page.
    if (this.#panel.isActive) {
      this.#panel.reveal();
    }
  }

  async #begin(): Promise<void> {
    await this.#images.lookAtAll();
    const { prompt, model, size } = this.#subject;
    if (this.#panel.isDisposed) {
      return;
    }
    this.#panel.post({
      type: 'init',
      prompt,
      details: [model ?? '', size ?? ''].filter((detail) => detail !== '').map((detail) => plainText(detail)),
      images: [...this.#images.all].map(([id, { uri, version: _, ...image }]) => ({
        ...image,
        id,
        uri: this.#addressOf(uri),
      })),
      isToInsert: this.#subject.isToInsert ?? false,
      isBusy: this.#isBusy,
    });
    if (this.#said !== undefined) {
      this.#say(this.#said);
      this.#said = undefined;
    }
  }

  /** No more of the workspace than the images' own folders: a webview's roots cannot name a file. */
  #roots(): Uri[] {
    return [this.#files, ...this.#images.folders];
  }

  async #showAnew(id: number): Promise<void> {
    const image = this.#images.get(id);
    if (image !== undefined) {
      Object.assign(image, await dimensionsOf(image.uri));
      this.#revision += 1;
      this.#panel.post({
        type: 'changed',
        id,
        uri: this.#addressOf(image.uri),
        width: image.width,
        height: image.height,
      });
    }
  }

  /** Once an image was changed, the browser takes none of the addresses for those that it remembers. */
  #addressOf(uri: Uri): string {
    const address = this.#panel.addressOf(uri);
    // Other file systems than the disk's may take what is added for part of the name.
    const isNew = uri.scheme === 'file' && this.#revision > 0;
    return String(isNew ? address.with({ query: `v=${this.#revision}` }) : address);
  }

  async #make(ask: () => unknown): Promise<void> {
    if (this.#isBusy) {
      return;
    }
    this.#setBusy(true);
    try {
      await ask();
    } finally {
      this.#setBusy(false);
    }
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.#panel.post({ type: 'busy', isBusy });
  }

  #say(text: string): void {
    this.#panel.post({ type: 'said', text });
  }
}

/** 0 where they cannot be told. */
async function dimensionsOf(uri: Uri): Promise<{ width: number; height: number }> {
  try {
    const { size } = await workspace.fs.stat(uri);
    const looked = size > MOST_BYTES ? undefined : lookAtImage(await workspace.fs.readFile(uri));
    if (looked?.kind === 'image') {
      return { width: looked.facts.width, height: looked.facts.height };
    }
  } catch {
    // It has gone in the meantime, which is told by another way.
  }
  return { width: 0, height: 0 };
}
