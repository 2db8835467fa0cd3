import { type Disposable, l10n, RelativePattern, Uri, type Webview, workspace } from 'vscode';
import { pageFolder } from '../ui/page-frame.ts';
import { plainText } from '../ui/plain-text.ts';
import type { AudioServices } from './audio-services.ts';
import type { TranscriptHostMessage } from './shared/transcript-protocol.ts';
import { audioOf, isAudioOf } from './transcript-audio.ts';

/** What a page can hear: found, let through to it, and explained where it cannot be heard. */
export class TranscriptSound implements Disposable {
  /** The folder of the page's own files. */
  readonly #pageFiles: Uri;
  readonly #transcript: Uri;
  readonly #state: AudioServices['context']['workspaceState'];
  readonly #webview: Webview;
  readonly #post: (message: TranscriptHostMessage) => void;
  readonly #listeners: readonly Disposable[];
  #audio: Uri | undefined;

  constructor(
    transcript: Uri,
    { context }: Pick<AudioServices, 'context'>,
    webview: Webview,
    post: (message: TranscriptHostMessage) => void,
  ) {
    this.#pageFiles = pageFolder(context.extensionUri);
    this.#transcript = transcript;
    this.#state = context.workspaceState;
    this.#webview = webview;
    this.#post = post;
    const folder = Uri.joinPath(transcript, '..');
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, '*'), false, true);
    const look = (uri: Uri): void => {
      if (String(uri) === String(this.#audio) || isAudioOf(transcript, nameOf(uri))) {
        void this.#lookAgain();
      }
    };
    this.#listeners = [watcher, watcher.onDidCreate(look), watcher.onDidDelete(look)];
  }

  /** Looks for the audio, and lets the page have it. */
  async find(): Promise<void> {
    this.#audio = await audioOf(this.#transcript, this.#state);
    // No more of the workspace than the audio's own folder: a webview's roots cannot name a file.
    const roots = [this.#pageFiles, ...(this.#audio ? [Uri.joinPath(this.#audio, '..')] : [])];
    if (String(roots) !== String(this.#webview.options.localResourceRoots)) {
      // The page is loaded anew by that.
      this.#webview.options = { enableScripts: true, localResourceRoots: roots };
    }
  }

  tell(problem?: string): void {
    const audio = this.#audio && {
      uri: String(this.#webview.asWebviewUri(this.#audio)),
      name: nameOf(this.#audio),
    };
    this.#post({ type: 'audio', ...(audio && { audio }), ...(problem !== undefined && { problem }) });
  }

  /** The page could not play what it was given. */
  async sayWhyNot(): Promise<void> {
    if (this.#audio !== undefined) {
      this.tell(await whyNot(this.#audio));
    }
  }

  dispose(): void {
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  async #lookAgain(): Promise<void> {
    const before = String(this.#audio);
    await this.find();
    if (String(this.#audio) !== before) {
      this.tell();
    }
  }
}

async function whyNot(audio: Uri): Promise<string> {
  const name = plainText(nameOf(audio));
  let size: number;
  try {
    ({ size } = await workspace.fs.stat(audio));
  } catch {
    return l10n.t('“{0}” is no longer there. Put it back, or choose other audio.', name);
  }
  return size === 0
    ? l10n.t('“{0}” is empty: it has no sound.', name)
    : l10n.t(
        'VS Code cannot play “{0}”: it is damaged, or of a kind for which VS Code has no decoder, such as AAC in MP4 and M4A. The text can be edited all the same; to hear it, choose the same sound as MP3, WAV or WebM.',
        name,
      );
}

function nameOf(uri: Uri): string {
  return uri.path.split('/').at(-1) ?? '';
}
