import { commands, l10n, window, workspace } from 'vscode';
import { logFailure } from '../ui/log-failure.ts';
import { plainText } from '../ui/plain-text.ts';
import { showError } from '../ui/show-error.ts';
import type { FolderIndex } from './folder-index.ts';
import type { UpdateResult } from './folder-update.ts';
import { aboutTokens } from './index-consent.ts';
import { IndexError } from './index-error.ts';
import { isOtherDimension } from './index-failure.ts';
import { ONLOOKER } from './index-progress.ts';
import type { SearchServices } from './search-services.ts';
import { EXCLUDE_SETTING } from './search-settings.ts';

/** Index Workspace for Search: asks for each folder, and tells in the end. */
export async function indexWorkspace(
  services: SearchServices,
  folders: readonly FolderIndex[],
  how: { readonly isAnew?: boolean } = {},
): Promise<void> {
  if (folders.length === 0) {
    const open = l10n.t('Open Folder…');
    const message = l10n.t('There is no folder to index. Open one first.');
    if ((await window.showInformationMessage(message, open)) === open) {
      await commands.executeCommand('workbench.action.files.openFolder');
    }
    return;
  }
  for (const index of await chosenOf(folders, l10n.t('The folders to index'), () => true)) {
    if (!(await indexFolder(services, index, how))) {
      break;
    }
  }
}

/** Asks which of several folders are meant. */
export async function chosenOf(
  folders: readonly FolderIndex[],
  placeHolder: string,
  isPicked: (index: FolderIndex) => boolean,
): Promise<readonly FolderIndex[]> {
  if (folders.length < 2) {
    return folders;
  }
  const items = folders.map((index) => ({
    label: plainText(index.folder.name).replaceAll('$(', '\\$('),
    description: plainText(workspace.asRelativePath(index.uri, false)),
    picked: isPicked(index),
    index,
  }));
  const chosen = await window.showQuickPick(items, { canPickMany: true, placeHolder });
  return chosen?.map(({ index }) => index) ?? [];
}

/**
 * Has a folder indexed by somebody who looks on; what fails is shown, with what can be done.
 *
 * @returns whether it is worth to go on with another folder
 */
export async function indexFolder(
  services: SearchServices,
  index: FolderIndex,
  { isAnew = false } = {},
): Promise<boolean> {
  const say = (said: Promise<void>): void => {
    // Nobody waits for a message to be read.
    said.catch((error) => logFailure(error, services.log));
  };
  if (await index.resume()) {
    return true;
  }
  if (index.status === 'indexing') {
    say(tellShare(index));
    return true;
  }
  try {
    const result = await index.update(ONLOOKER, { isAnew });
    if (result.kind === 'ended' && result.outcome.error !== undefined) {
      throw result.outcome.error;
    }
    say(tell(services, index, result));
    return result.kind !== 'givenUp' && result.kind !== 'exclude';
  } catch (error) {
    say(showFailure(services, index, error));
    return false;
  }
}

async function tellShare({ folder, progress }: FolderIndex): Promise<void> {
  const share = Math.floor(100 * progress);
  await window.showInformationMessage(
    l10n.t('“{0}” is being indexed: {1} %.', plainText(folder.name), share),
  );
}

async function tell({ log }: SearchServices, index: FolderIndex, result: UpdateResult): Promise<void> {
  const name = plainText(index.folder.name);
  switch (result.kind) {
    case 'current':
      await tellCurrent(index);
      break;
    case 'otherWindow':
      await window.showInformationMessage(
        l10n.t('Another window indexes “{0}”. What it finds is searched here too.', name),
      );
      break;
    case 'unreadable':
      await window.showWarningMessage(l10n.t('The folder “{0}” cannot be read.', name));
      break;
    case 'exclude':
      await commands.executeCommand('workbench.action.openSettings', EXCLUDE_SETTING);
      break;
    case 'ended':
      await tellEnd(index, result, () => log.show());
      break;
    default:
  }
}

async function tellCurrent({ folder }: FolderIndex): Promise<void> {
  const name = plainText(folder.name);
  await window.showInformationMessage(l10n.t('The search index of “{0}” is up to date.', name));
}

async function tellEnd(
  index: FolderIndex,
  { outcome }: Extract<UpdateResult, { kind: 'ended' }>,
  showLog: () => void,
): Promise<void> {
  const name = plainText(index.folder.name);
  const { end, stored, tokens, refused } = outcome;
  if (end === 'cancelled') {
    const resume = l10n.t('Resume');
    const message = l10n.t(
      'Indexing “{0}” was stopped. {1} pieces of text are kept.',
      name,
      stored.toLocaleString(),
    );
    if ((await window.showInformationMessage(message, resume)) === resume) {
      await commands.executeCommand('inkwell.resumeIndexing');
    }
    return;
  }
  if (stored + refused.length === 0) {
    await tellCurrent(index);
    return;
  }
  const { files } = index.size;
  const about = aboutTokens(tokens);
  const sent =
    files === 1
      ? l10n.t('“{0}” is indexed: 1 file, about {1} tokens sent.', name, about)
      : l10n.t('“{0}” is indexed: {1} files, about {2} tokens sent.', name, files.toLocaleString(), about);
  if (refused.length === 0) {
    await window.showInformationMessage(sent);
    return;
  }
  const log = l10n.t('Show Log');
  const message =
    refused.length === 1
      ? l10n.t('{0} The service refused 1 piece of text, which cannot be found.', sent)
      : l10n.t(
          '{0} The service refused {1} pieces of text, which cannot be found.',
          sent,
          refused.length.toLocaleString(),
        );
  if ((await window.showWarningMessage(message, log)) === log) {
    showLog();
  }
}

/** Says why an index does not go on, or cannot be searched, and leads to what helps. */
export async function showFailure(
  services: SearchServices,
  index: FolderIndex,
  error: unknown,
): Promise<void> {
  const again = (): Promise<boolean> => indexFolder(services, index);
  if (isOtherDimension(error)) {
    const anew = l10n.t('Index Anew…');
    const message = l10n.t(
      'The service has begun to give vectors of another length, which do not compare with those of “{0}”. They are kept until you index anew.',
      plainText(index.folder.name),
    );
    if ((await window.showErrorMessage(message, anew)) === anew) {
      await indexFolder(services, index, { isAnew: true });
    }
    return;
  }
  if (IndexError.is(error, 'readOnly')) {
    await tell(services, index, { kind: 'otherWindow' });
    return;
  }
  await showError(error, services.log, {
    retry: again,
    chooseModel: async () => {
      const connected = await services.connection.require();
      if (connected && (await services.models.ask('search', connected, index.uri)) !== undefined) {
        await again();
      }
    },
  });
}
