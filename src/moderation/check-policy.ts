import { commands, l10n, Position, ProgressLocation, window } from 'vscode';
import type { Connected } from '../connection/connection.ts';
import { checked, NotText, readText } from '../files/file-text.ts';
import { openDocument } from '../files/open-document.ts';
import { ServiceError } from '../service/errors.ts';
import { Attention } from '../ui/attention.ts';
import { errorInWords } from '../ui/error-words.ts';
import { runFiles } from '../ui/files-run.ts';
import { logFailure } from '../ui/log-failure.ts';
import { showError } from '../ui/show-error.ts';
import { type CheckedFile, isComplete, wasLookedAt } from './checked-file.ts';
import { confirmFiles, filesToCheck, subjectOf, type ToCheck } from './files-to-check.ts';
import type { Moderation } from './moderation.ts';
import { MODEL_SETTING, moderationModel } from './moderation-settings.ts';
import type { Passage } from './passages.ts';
import { policyReport, summaryInWords, unfinishedInWords } from './policy-report.ts';
import { TextCheck } from './text-check.ts';

/** Fields of a request that are of the file. */
const OF_FILE = ['input'];

/** Check Against Content Policy: of what is selected, a document, or files and folders. See `subjectOf` for `given`. */
export async function checkPolicy(moderation: Moderation, given: readonly unknown[]): Promise<void> {
  const subject = await subjectOf(given);
  const toCheck = subject && (await filesToCheck(subject));
  if (toCheck) {
    await new PolicyChecking(moderation, toCheck).start();
  }
}

/** One run of the command, and its retries. */
class PolicyChecking {
  readonly #moderation: Moderation;
  #toCheck: ToCheck;
  /** The service that the person has said yes to. */
  #confirmed: string | undefined;

  constructor(moderation: Moderation, toCheck: ToCheck) {
    this.#moderation = moderation;
    this.#toCheck = toCheck;
  }

  /** Checks what has not been checked to its end. */
  async start(): Promise<void> {
    const retry = () => this.start();
    const { connection, log } = this.#moderation;
    try {
      const connected = await connection.require();
      if (connected && (await this.#confirm(connected))) {
        await this.#run(connected);
      }
    } catch (error) {
      await showError(error, log, { retry });
    }
  }

  async #confirm({ base }: Connected): Promise<boolean> {
    if (this.#confirmed !== base.href) {
      const agreed = await confirmFiles(this.#toCheck, base.host);
      if (!agreed) {
        return false;
      }
      this.#toCheck = agreed;
      this.#confirmed = base.href;
    }
    return true;
  }

  async #run(connected: Connected): Promise<void> {
    const attention = new Attention();
    try {
      const stoppedBy = await this.#check(connected);
      await this.#conclude(connected, stoppedBy, attention);
    } finally {
      attention.dispose();
    }
  }

  #check(connected: Connected): Thenable<unknown> {
    const files = this.#toCheck.files.filter((file) => !isComplete(file));
    const [first] = files;
    const isOne = files.length === 1;
    const title =
      first && isOne
        ? l10n.t('Checking “{0}” against the content policy', first.name)
        : l10n.t('Checking {0} files against the content policy', files.length);
    return window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable: true },
      async (progress, token) => {
        const stop = new AbortController();
        const cancel = token.onCancellationRequested(() => stop.abort());
        let reported = 0;
        const report = (done: number, all: number): void => {
          const percent = (100 * done) / all;
          progress.report({ message: l10n.t('{0} of {1}', done, all), increment: percent - reported });
          reported = percent;
        };
        try {
          const { failed, stoppedBy } = await runFiles(
            files,
            (file, signal) =>
              this.#checkFile(
                file,
                connected,
                signal,
                (check) => isOne && report(check.looked, check.passages),
              ),
            { ofFile: OF_FILE, stop, onSettled: (count) => isOne || report(count, files.length) },
          );
          for (const { file, error } of failed) {
            file.error = error;
          }
          return stoppedBy;
        } finally {
          cancel.dispose();
        }
      },
    );
  }

  /** What it finds is shown as soon as the file is done. */
  async #checkFile(
    file: CheckedFile,
    connected: Connected,
    signal: AbortSignal,
    onLooked: (check: TextCheck) => void,
  ): Promise<void> {
    const { findings, moderator } = this.#moderation;
    delete file.error;
    const changes = findings.follow(file.uri);
    try {
      const check = await checkOf(file);
      file.check = check;
      const model = moderationModel();
      try {
        await check.run(
          (texts, options) => moderator.moderate(connected, texts, { ...options, model }),
          signal,
          () => onLooked(check),
        );
      } finally {
        if (wasLookedAt(file)) {
          // What was found before is still true of what was not looked at.
          findings.show(file.uri, check, changes.changes, file.within ?? (check.isComplete ? undefined : []));
        }
      }
    } finally {
      changes.dispose();
    }
  }

  async #conclude({ base }: Connected, stoppedBy: unknown, attention: Attention): Promise<void> {
    const { log, reports } = this.#moderation;
    const { files, leftOut } = this.#toCheck;
    const failures = files.flatMap(({ error }) => (error === undefined ? [] : [error]));
    const [failure] = failures;
    if (!files.some(wasLookedAt)) {
      await this.#sayFailure(stoppedBy ?? failure);
      return;
    }
    for (const error of failures) {
      logFailure(error, log);
    }
    const lines = policyReport({ files, leftOut, host: base.host, at: new Date() });
    const places = files.reduce((sum, { check }) => sum + (check?.findings.length ?? 0), 0);
    const [only] = files;
    const show = reports.add(
      only && files.length === 1
        ? l10n.t('{0} – Content Policy', only.name.split('/').at(-1) ?? '')
        : l10n.t('{0} Files – Content Policy', files.length),
      lines,
    );
    // Beside a document, whose places are marked; else in its own right.
    const isBeside =
      files.length === 1 && only?.uri.toString() === window.activeTextEditor?.document.uri.toString();
    const isFlagged = files.some(({ check }) => check?.verdict.isFlagged);
    const isShown = isFlagged && !attention.isElsewhere;
    if (isShown) {
      await show(isBeside);
    }
    const unfinished = files.every(isComplete) ? [] : [unfinishedInWords(files)];
    if (isShown && failures.length === 0) {
      return;
    }
    await this.#say(
      [
        l10n.t('Content policy: {0}.', summaryInWords(files, places)),
        ...unfinished,
        ...(failure === undefined ? [] : [errorInWords(stoppedBy ?? failure).message]),
      ],
      failures.length > 0,
      () => show(isBeside),
    );
  }

  async #sayFailure(error: unknown): Promise<void> {
    if (error !== undefined) {
      await showError(error, this.#moderation.log, {
        retry: () => this.start(),
        chooseModel: () => commands.executeCommand('workbench.action.openSettings', MODEL_SETTING),
      });
    }
  }

  async #say(sentences: readonly string[], hasFailed: boolean, show: () => Promise<void>): Promise<void> {
    const showReport = l10n.t('Show Report');
    const retry = l10n.t('Retry');
    const message = sentences.join(' ');
    const chosen = hasFailed
      ? await window.showWarningMessage(message, retry, showReport)
      : await window.showInformationMessage(message, showReport);
    if (chosen === showReport) {
      await show();
    } else if (chosen === retry) {
      await this.start();
    }
  }
}

/** @throws {ServiceError} `invalidRequest` for what is no text that can be checked */
async function checkOf({ uri, within }: CheckedFile): Promise<TextCheck> {
  try {
    const document = openDocument(uri);
    // What the person sees is what is meant, and what marks are put into.
    if (!document) {
      return new TextCheck((await readText(uri)).text);
    }
    const text = checked(document.getText());
    const parts = within?.map(
      ({ start, end }): Passage => ({
        start: document.offsetAt(new Position(start.line, start.character)),
        end: document.offsetAt(new Position(end.line, end.character)),
      }),
    );
    return new TextCheck(text, parts);
  } catch (error) {
    throw error instanceof NotText ? new ServiceError('invalidRequest', reasonFor(error)) : error;
  }
}

function reasonFor({ reason }: NotText): string {
  switch (reason) {
    case 'tooLarge':
      return l10n.t('It is larger than 1 MB.');
    case 'missing':
      return l10n.t('It cannot be read.');
    default:
      return l10n.t('It is not text.');
  }
}
