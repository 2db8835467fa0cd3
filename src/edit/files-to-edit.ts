import {
  type CancellationToken,
  l10n,
  type QuickInputButton,
  type QuickPickItem,
  TabInputText,
  TabInputTextDiff,
  ThemeIcon,
  Uri,
  window,
  workspace,
} from 'vscode';
import { chosenFiles } from '../files/chosen-files.ts';
import type { LeftOutReason, TextFile } from '../files/text-file.ts';
import { PROPOSAL_SCHEME } from '../review/proposal-files.ts';
import { plainLabel } from '../ui/plain-text.ts';

/** Files that are edited at once; more could be neither paid for nor looked through with care. */
export const MOST_FILES = 200;

/** What a choice comes to. */
export interface FilesToEdit {
  readonly files: readonly TextFile[];
  /** Files and folders that are left out: how many for each reason. A notebook's cells are edited by themselves. */
  readonly leftOut: ReadonlyMap<LeftOutReason | 'notebook', number>;
  /** Whether there are more than `MOST_FILES`; then the rest was not looked for. */
  readonly isTooMany: boolean;
}

/** Looks for the text files in what was chosen. */
export async function findFilesToEdit(
  chosen: readonly Uri[],
  token: CancellationToken,
  onFound: (count: number) => void = () => {},
): Promise<FilesToEdit> {
  const files: TextFile[] = [];
  const leftOut = new Map<LeftOutReason | 'notebook', number>();
  for await (const found of chosenFiles(chosen, token)) {
    const isNotebook = found.kind === 'file' && /\.ipynb$/i.test(found.uri.path);
    if (found.kind === 'leftOut' || isNotebook) {
      const reason = found.kind === 'leftOut' ? found.reason : 'notebook';
      leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    } else if (files.length === MOST_FILES) {
      return { files, leftOut, isTooMany: true };
    } else {
      files.push(found);
      onFound(files.length);
    }
  }
  return { files, leftOut, isTooMany: false };
}

/** What may be given to Edit Files with Instruction. */
export interface FilesArguments {
  /** Files and folders; without any, the person is asked. */
  readonly uris: readonly Uri[];
  /** Without it, the person is asked. */
  readonly instruction?: string;
}

/**
 * Reads the arguments of the command: those of a key binding, or what the explorer gives along, which is the file or
 * folder that its menu is of, and all that are chosen.
 */
export function filesArguments([given, several]: readonly unknown[]): FilesArguments {
  if (given instanceof Uri) {
    const uris = urisIn(several);
    return { uris: uris.length > 0 ? uris : [given] };
  }
  const { uris, instruction } = (given ?? {}) as Record<string, unknown>;
  return {
    uris: urisIn(uris),
    ...(typeof instruction === 'string' && instruction.trim() !== '' && { instruction }),
  };
}

function urisIn(given: unknown): readonly Uri[] {
  return Array.isArray(given) ? given.filter((uri) => uri instanceof Uri) : [];
}

interface FileItem extends QuickPickItem {
  readonly uri: Uri;
}

/** Asks which files are meant: of those in tabs, or any others. `undefined` when the person gave up. */
export function askForFiles(): Promise<readonly Uri[] | undefined> {
  const open = urisInTabs();
  if (open.length === 0) {
    return browse(false);
  }
  const picker = window.createQuickPick<FileItem>();
  const files: QuickInputButton = { iconPath: new ThemeIcon('file'), tooltip: l10n.t('Choose Other Files…') };
  const folders: QuickInputButton = { iconPath: new ThemeIcon('folder'), tooltip: l10n.t('Choose Folders…') };
  picker.title = l10n.t('Edit Files with Instruction');
  picker.placeholder = l10n.t('Choose the files to edit');
  picker.canSelectMany = true;
  picker.matchOnDescription = true;
  picker.buttons = [files, folders];
  picker.items = open.map(itemFor);
  picker.selectedItems = picker.items;
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      const chosen = picker.selectedItems.map(({ uri }) => uri);
      resolve(chosen.length > 0 ? chosen : undefined);
      picker.hide();
    });
    picker.onDidTriggerButton((button) => {
      resolve(browse(button === folders));
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

async function browse(folders: boolean): Promise<readonly Uri[] | undefined> {
  const [folder] = workspace.workspaceFolders ?? [];
  return window.showOpenDialog({
    canSelectMany: true,
    canSelectFiles: !folders,
    canSelectFolders: folders,
    openLabel: l10n.t('Edit'),
    title: l10n.t('Edit Files with Instruction'),
    ...(folder && { defaultUri: folder.uri }),
  });
}

function itemFor(uri: Uri): FileItem {
  const parts = workspace.asRelativePath(uri).split('/');
  return {
    label: plainLabel(parts.at(-1) ?? ''),
    description: plainLabel(parts.slice(0, -1).join('/')),
    uri,
  };
}

/** Files that are shown as text, once each; of a comparison, the side that can be edited. */
function urisInTabs(): readonly Uri[] {
  const uris = window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) =>
      input instanceof TabInputText ? [input.uri] : input instanceof TabInputTextDiff ? [input.modified] : [],
    )
    .filter(
      ({ scheme }) =>
        scheme === 'untitled' || (scheme !== PROPOSAL_SCHEME && workspace.fs.isWritableFileSystem(scheme)),
    );
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}
