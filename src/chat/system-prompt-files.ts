import {
  type Disposable,
  Disposable as DisposableOf,
  EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  l10n,
  Uri,
  window,
  workspace,
} from 'vscode';

/** Also in the manifest's `activationEvents`, since VS Code opens such editors again after a reload. */
const SCHEME = 'inkwell-system-prompt';

/** Tells VS Code that it is UTF-8, whatever `files.encoding` says, and so survives in what it saves. */
const BOM = '\uFEFF';

/** A conversation's id, as Inkwell makes them. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The system prompts of conversations, wherever those are kept. */
export interface SystemPrompts {
  /** The text that counts now; it fails where there is no such conversation. */
  read(conversation: string): Promise<string>;
  /** Sets it for this conversation alone; `''` for none. */
  write(conversation: string, text: string): Promise<void>;
}

/** Opens a conversation's system prompt in an editor; saving it there makes it count. */
export async function editSystemPrompt(conversation: string): Promise<void> {
  const uri = Uri.from({ scheme: SCHEME, path: `/${conversation}/${l10n.t('System Prompt')}.md` });
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
}

/** Shows each conversation's system prompt as a file, so that a long one is written in an editor and saved as any other. */
export function registerSystemPromptFiles(prompts: SystemPrompts): Disposable {
  const files = new SystemPromptFiles(prompts);
  return DisposableOf.from(files, workspace.registerFileSystemProvider(SCHEME, files));
}

class SystemPromptFiles implements FileSystemProvider, Disposable {
  readonly #prompts: SystemPrompts;
  readonly #changes = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;
  /** When each was written here, in milliseconds since 1970. */
  readonly #written = new Map<string, number>();

  constructor(prompts: SystemPrompts) {
    this.#prompts = prompts;
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { byteLength: size } = await this.readFile(uri);
    return { type: FileType.File, ctime: 0, mtime: this.#written.get(uri.path) ?? 0, size };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const id = conversationOf(uri);
    try {
      return new TextEncoder().encode(BOM + (await this.#prompts.read(id)));
    } catch {
      throw FileSystemError.FileNotFound(uri);
    }
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    await this.#prompts.write(conversationOf(uri), new TextDecoder().decode(content).trim());
    // VS Code takes a file whose time has not changed for one that was not written.
    this.#written.set(uri.path, Math.max(Date.now(), (this.#written.get(uri.path) ?? 0) + 1));
    this.#changes.fire([{ type: FileChangeType.Changed, uri }]);
    window.setStatusBarMessage(l10n.t('The system prompt counts from the next message on.'), 5000);
  }

  /** Nothing else changes them in this window; what another one does, the next look finds. */
  watch(): Disposable {
    return new DisposableOf(() => {});
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  createDirectory(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#changes.dispose();
  }
}

function conversationOf(uri: Uri): string {
  const [, id = '', name, ...more] = uri.path.split('/');
  if (!ID.test(id) || !name?.endsWith('.md') || more.length > 0) {
    throw FileSystemError.FileNotFound(uri);
  }
  return id;
}
