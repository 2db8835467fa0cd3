import { l10n, ProgressLocation, type Uri, window, workspace } from 'vscode';
import type { Connected } from '../connection/connection.ts';
import { contextLengthOf } from '../models/context-length.ts';
import { readParameters } from '../models/parameters.ts';
import type { Proposal } from '../review/review.ts';
import { passAdvice } from '../ui/advice.ts';
import { Attention } from '../ui/attention.ts';
import { runFiles } from '../ui/files-run.ts';
import { withLateProgress } from '../ui/late-progress.ts';
import { plainText } from '../ui/plain-text.ts';
import { confirmFiles, notEditedInWords } from './confirm-files.ts';
import { countFiles } from './count-files.ts';
import { editFile } from './edit-file.ts';
import type { EditServices } from './edit-services.ts';
import { type FilesOutcome, filesOutcome } from './files-outcome.ts';
import { planFiles } from './files-plan.ts';
import { remarksOnFiles, sayFailed, sayStopped, sayUnchanged } from './files-summary.ts';
import {
  askForFiles,
  type FilesToEdit,
  filesArguments,
  findFilesToEdit,
  MOST_FILES,
} from './files-to-edit.ts';
import { askForInstruction } from './instruction-picker.ts';
import { requireEditModel } from './request-edit.ts';

/** Fields of a request that are of the file. */
const OF_FILE = ['input', 'messages'];

/**
 * Edit Files with Instruction: of files and folders that are chosen in the explorer, or are in tabs. Nothing is sent
 * before the person has said yes to what, and nothing is written before it was reviewed.
 *
 * @param given see `filesArguments`
 */
export async function editFiles(services: EditServices, given: readonly unknown[]): Promise<void> {
  const asked = filesArguments(given);
  const chosen = asked.uris.length > 0 ? asked.uris : await askForFiles();
  const found = chosen && (await lookFor(chosen));
  if (!found) {
    return;
  }
  const [first] = found.files;
  if (found.isTooMany || !first) {
    await sayNotEdited(found);
    return;
  }
  const instruction = asked.instruction ?? (await askWhat(services, found.files.length, first.uri));
  if (instruction !== undefined) {
    await new FilesEditing(services, instruction, first.uri).start(found);
  }
}

function askWhat({ context }: EditServices, count: number, first: Uri): Promise<string | undefined> {
  const title = count === 1 ? l10n.t('Edit all of “{0}”', nameOf(first)) : l10n.t('Edit {0} files', count);
  return askForInstruction(context, { title, scope: first });
}

/** `undefined` when it was cancelled. */
function lookFor(chosen: readonly Uri[]): Promise<FilesToEdit | undefined> {
  return withLateProgress(l10n.t('Looking for files to edit'), (report, token) =>
    findFilesToEdit(chosen, token, (count) => {
      if (count % 20 === 0) {
        report(l10n.t('{0} files', count));
      }
    }),
  );
}

async function sayNotEdited({ isTooMany, leftOut }: FilesToEdit): Promise<void> {
  await window.showWarningMessage(
    isTooMany
      ? l10n.t(
          'More than {0} files are chosen, which are too many to edit at once. Choose fewer.',
          MOST_FILES,
        )
      : [l10n.t('There is no text file to edit in what is chosen.'), ...notEditedInWords(leftOut)].join(' '),
  );
}

/** One instruction for several files, and its retries. */
class FilesEditing {
  readonly #services: EditServices;
  readonly #instruction: string;
  /** Whose settings count. */
  readonly #scope: Uri;
  /** The service that the person has said yes to. */
  #confirmed: string | undefined;

  constructor(services: EditServices, instruction: string, scope: Uri) {
    this.#services = services;
    this.#instruction = instruction;
    this.#scope = scope;
  }

  /** Connects and asks for a model first where that is wanting, and then whether these files are to be sent. */
  async start(found: FilesToEdit): Promise<void> {
    const connected = await this.#services.connection.require();
    const model = connected && (await requireEditModel(this.#services, connected, this.#scope));
    if (!connected || model === undefined) {
      return;
    }
    const parameters = readParameters('edit', this.#scope);
    if (!(await passAdvice('edit', { ...parameters }, { modal: true }))) {
      return;
    }
    const uris = await this.#confirm(found, connected, model);
    if (uris) {
      await this.#run(uris, connected, model);
    }
  }

  async #confirm(
    { files, leftOut }: FilesToEdit,
    { base }: Connected,
    model: string,
  ): Promise<readonly Uri[] | undefined> {
    // In a chat completion, prompt and answer share the context.
    const withAnswer = this.#services.editsSupport.isMissing(base);
    const contextLength = contextLengthOf(model, this.#scope);
    const counted = await withLateProgress(l10n.t('Counting what is sent'), (_, token) =>
      countFiles(files, this.#instruction, token),
    );
    const plan = counted && planFiles(counted.files, counted.instruction, contextLength, withAnswer);
    const recipient = { host: base.host, model, contextLength };
    const confirmed = plan && (await confirmFiles(plan, recipient, this.#instruction, leftOut));
    if (confirmed) {
      this.#confirmed = base.href;
    }
    return confirmed?.map(({ file }) => file.uri);
  }

  async #run(uris: readonly Uri[], connected: Connected, model: string): Promise<void> {
    const attention = new Attention();
    try {
      const run = await this.#receive(uris, connected, model);
      await this.#conclude(run, uris.length, model, attention);
    } finally {
      attention.dispose();
    }
  }

  #receive(uris: readonly Uri[], connected: Connected, model: string): Thenable<FilesOutcome<Uri, Proposal>> {
    const request = { instruction: this.#instruction, connected, model };
    return window.withProgress(
      {
        location: ProgressLocation.Notification,
        title: l10n.t('Editing files with {0}', plainText(model)),
        cancellable: true,
      },
      async (progress, token) => {
        const stop = new AbortController();
        const cancel = token.onCancellationRequested(() => stop.abort());
        progress.report({ message: l10n.t('{0} of {1}', 0, uris.length), increment: 0 });
        try {
          const run = await runFiles(
            uris,
            (uri, signal) => editFile(this.#services, { ...request, uri, signal }),
            {
              ofFile: OF_FILE,
              stop,
              onSettled: (count) =>
                progress.report({
                  message: l10n.t('{0} of {1}', count, uris.length),
                  increment: 100 / uris.length,
                }),
            },
          );
          return filesOutcome(run);
        } finally {
          cancel.dispose();
        }
      },
    );
  }

  async #conclude(
    run: FilesOutcome<Uri, Proposal>,
    count: number,
    model: string,
    attention: Attention,
  ): Promise<void> {
    const { proposals, failed, notAsked, stoppedBy } = run;
    const isCancelled = notAsked.length > 0 && stoppedBy === undefined;
    if (isCancelled && proposals.length > 0 && !(await sayStopped(run, count))) {
      return;
    }
    if (proposals.length > 0) {
      const reviews = await this.#services.reviews();
      const remarks = remarksOnFiles(proposals);
      await reviews.openFiles(plainText(this.#instruction, 60), proposals, {
        remarks,
        inBackground: attention.isElsewhere,
      });
    }
    if (failed.length > 0) {
      const again = [...failed.map(({ file }) => file), ...(isCancelled ? [] : notAsked)];
      await sayFailed(run, count, this.#services.log, {
        retry: () =>
          this.#again(again, (connected) => requireEditModel(this.#services, connected, this.#scope)),
        chooseModel: () =>
          this.#again(again, (connected) => this.#services.models.ask('edit', connected, this.#scope)),
      });
    } else if (run.unchanged.length > 0 && !isCancelled) {
      await sayUnchanged(run, plainText(model));
    }
  }

  /**
   * Once more. The key or the address may be another one now; the person has said yes to these files, but not to any
   * other service.
   */
  async #again(
    uris: readonly Uri[],
    modelFor: (connected: Connected) => Promise<string | undefined>,
  ): Promise<void> {
    const connected = await this.#services.connection.require();
    const model = connected && (await modelFor(connected));
    if (connected && model !== undefined) {
      const isKnown = connected.base.href === this.#confirmed;
      const agreed = isKnown ? uris : await this.#confirmAnew(uris, connected, model);
      await (agreed && this.#run(agreed, connected, model));
    }
  }

  async #confirmAnew(
    uris: readonly Uri[],
    connected: Connected,
    model: string,
  ): Promise<readonly Uri[] | undefined> {
    const found = await lookFor(uris);
    return found && this.#confirm(found, connected, model);
  }
}

function nameOf(uri: Uri): string {
  return plainText(workspace.asRelativePath(uri).split('/').at(-1) ?? '');
}
