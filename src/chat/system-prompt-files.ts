import {
  type Disposable,
  Disposable as DisposableOf,
  FileSystemError,
  l10n,
  Uri,
  window,
  workspace,
} from 'vscode';
import { timeAfter, type VirtualFile, VirtualFiles } from '../files/virtual-files.ts';

/** Also in the manifest's `activationEvents`, since VS Code opens such editors again after a reload. */
const SCHEME = 'inkwell-system-prompt';

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

/** What another window does to them, the next look finds. */
class SystemPromptFiles extends VirtualFiles {
  readonly #prompts: SystemPrompts;
  /** When each was written here, in milliseconds since 1970. */
  readonly #written = new Map<string, number>();

  constructor(prompts: SystemPrompts) {
    super();
    this.#prompts = prompts;
  }

  protected async file(uri: Uri): Promise<VirtualFile> {
    const id = conversationOf(uri);
    try {
      return { text: await this.#prompts.read(id), written: this.#written.get(uri.path) ?? 0 };
    } catch {
      throw FileSystemError.FileNotFound(uri);
    }
  }

  protected async save(uri: Uri, text: string): Promise<void> {
    await this.#prompts.write(conversationOf(uri), text.trim());
    this.#written.set(uri.path, timeAfter(this.#written.get(uri.path) ?? 0));
    this.tellChanged(uri);
    window.setStatusBarMessage(l10n.t('The system prompt counts from the next message on.'), 5000);
  }
}

function conversationOf(uri: Uri): string {
  const [, id = '', name, ...more] = uri.path.split('/');
  if (!ID.test(id) || !name?.endsWith('.md') || more.length > 0) {
    throw FileSystemError.FileNotFound(uri);
  }
  return id;
}
