import { commands, l10n, type Uri, window } from 'vscode';
import { LandingError } from '../landing/landing-error.ts';
import { askForFolder } from '../landing/target-folder.ts';
import { errorInWords } from '../ui/error-words.ts';
import type { Log } from '../ui/log.ts';
import { logFailure } from '../ui/log-failure.ts';
import { showError } from '../ui/show-error.ts';
import { type ImageRun, type SavedImage, saveAgain, type UnsavedImage } from './image-run.ts';
import { PARAMETERS_SETTING } from './image-settings.ts';

/**
 * What is left to say after a run: images that could not be saved are offered for another folder, and those that did not
 * come are named.
 *
 * @returns all images that are saved in the end
 */
export async function concludeRun(run: ImageRun, log: Log): Promise<readonly SavedImage[]> {
  const saved = [...run.saved];
  if (run.failures.length > 0) {
    void sayFailures(run, log);
  }
  for (let unsaved = run.unsaved; unsaved.length > 0; ) {
    const folder = await askForOther(unsaved, log);
    if (!folder) {
      break;
    }
    const again = await saveAgain(folder, unsaved);
    saved.push(...again.saved);
    unsaved = again.unsaved;
  }
  return saved;
}

/** The failure of a command for images, in words. */
export async function showImageError(
  error: unknown,
  log: Log,
  {
    retry,
    changePrompt,
  }: { readonly retry: () => unknown; readonly changePrompt?: (() => unknown) | undefined },
): Promise<void> {
  if (error instanceof LandingError) {
    await sayNotSaved(error, log, []);
    return;
  }
  await showError(error, log, {
    setting: PARAMETERS_SETTING,
    retry,
    ...(changePrompt && { change: { label: l10n.t('Change Prompt'), run: changePrompt } }),
  });
}

/** One message for all that failed. */
async function sayFailures({ failures, saved, unsaved }: ImageRun, log: Log): Promise<void> {
  for (const failure of failures) {
    logFailure(failure, log);
  }
  const reasons = [...new Set(failures.map((failure) => errorInWords(failure).message))];
  const all = failures.length + saved.length + unsaved.length;
  const showLog = l10n.t('Show Log');
  const chosen = await window.showWarningMessage(
    l10n.t('{0} of {1} images did not come: {2}', failures.length, all, reasons.join(' ')),
    showLog,
  );
  if (chosen === showLog) {
    log.show();
  }
}

async function askForOther([first]: readonly UnsavedImage[], log: Log): Promise<Uri | undefined> {
  const elsewhere = l10n.t('Save Elsewhere…');
  if (!first || (await sayNotSaved(first.error, log, [elsewhere])) !== elsewhere) {
    return undefined;
  }
  return askForFolder();
}

async function sayNotSaved(
  { message, setting }: LandingError,
  log: Log,
  actions: readonly string[],
): Promise<string | undefined> {
  log.error(message);
  const openSetting = l10n.t('Open Setting');
  const chosen = await window.showErrorMessage(message, ...actions, ...(setting ? [openSetting] : []));
  if (setting && chosen === openSetting) {
    await commands.executeCommand('workbench.action.openSettings', setting);
  }
  return chosen;
}
