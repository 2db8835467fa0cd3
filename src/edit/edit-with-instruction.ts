import {
  l10n,
  ProgressLocation,
  type TextDocument,
  type TextEditor,
  type Uri,
  window,
  workspace,
} from 'vscode';
import type { Connected } from '../connection/connection.ts';
import { isGone } from '../review/document-text.ts';
import { offerAsNewFile } from '../review/refused.ts';
import { ServiceError } from '../service/errors.ts';
import { Attention } from '../ui/attention.ts';
import { plainText } from '../ui/plain-text.ts';
import { pool } from '../ui/pool.ts';
import { isReadOnly, sayReadOnly } from '../ui/read-only.ts';
import { showError } from '../ui/show-error.ts';
import { type EditArguments, editArguments } from './edit-arguments.ts';
import type { EditServices } from './edit-services.ts';
import type { EditAnswers, EditTask } from './edit-task.ts';
import { askForInstruction } from './instruction-picker.ts';
import { passEditPreflight } from './preflight.ts';
import { instructionFor, rangeAround } from './problem.ts';
import { remarksOn } from './remarks.ts';
import { requestEdit, requireEditModel } from './request-edit.ts';
import { assembled, type EditTarget, targetIn, targetOf } from './target.ts';

/** UTF-16 units that can be edited at once; a selection in a longer document can. */
const LONGEST_INPUT = 1_000_000;

/** How many ranges are sent at the same time. */
const AT_ONCE = 2;

/** Edit with Instruction: of the selection or the whole document, reviewed before anything is written. */
export async function editWithInstruction(services: EditServices, given: readonly unknown[]): Promise<void> {
  const asked = editArguments(given);
  const editor = await editorOf(asked.uri);
  if (!editor) {
    await window.showInformationMessage(
      l10n.t('There is no text to edit in this tab. Open a file as text, and select what is to be changed.'),
    );
    return;
  }
  if (await isReadOnly(editor)) {
    await sayReadOnly(editor.document);
    return;
  }
  const target = await targetFor(editor, asked);
  const [longest = 0] = target.ranges.map(({ start, end }) => end - start).sort((a, b) => b - a);
  if (longest > LONGEST_INPUT) {
    await window.showWarningMessage(
      l10n.t(
        '“{0}” is too long to be edited at once. Select a part of it of at most {1} characters.',
        nameOf(target.document),
        LONGEST_INPUT.toLocaleString(),
      ),
    );
    return;
  }
  const instruction = await instructionOf(services, target, asked);
  if (instruction !== undefined) {
    await new Editing(services, editor, target, instruction).start();
  }
}

async function editorOf(uri: Uri | undefined): Promise<TextEditor | undefined> {
  const active = window.activeTextEditor;
  if (!uri || active?.document.uri.toString() === uri.toString()) {
    return active;
  }
  return (
    window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString()) ??
    window.showTextDocument(uri)
  );
}

async function targetFor(editor: TextEditor, { problems = [] }: EditArguments): Promise<EditTarget> {
  return problems.length > 0
    ? targetIn(editor.document, [await rangeAround(editor.document, problems)])
    : targetOf(editor);
}

async function instructionOf(
  { context }: EditServices,
  target: EditTarget,
  { instruction, problems = [] }: EditArguments,
): Promise<string | undefined> {
  if (instruction !== undefined) {
    return instruction;
  }
  return problems.length > 0
    ? instructionFor(target.document, problems)
    : askForInstruction(context, { title: titleFor(target), scope: target.document });
}

function titleFor({ document, base, ranges, isWhole }: EditTarget): string {
  const name = nameOf(document);
  if (isWhole) {
    return l10n.t('Edit all of “{0}”', name);
  }
  const lines = ranges.reduce(
    (sum, { start, end }) => sum + base.slice(start, end).replace(/\n$/, '').split('\n').length,
    0,
  );
  if (ranges.length > 1) {
    return l10n.t('Edit {0} selections in “{1}”', ranges.length, name);
  }
  return lines === 1 ? l10n.t('Edit 1 line of “{0}”', name) : l10n.t('Edit {0} lines of “{1}”', lines, name);
}

/** One instruction for one document, and its retries. */
class Editing {
  readonly #services: EditServices;
  readonly #editor: TextEditor;
  readonly #target: EditTarget;
  readonly #instruction: string;

  constructor(services: EditServices, editor: TextEditor, target: EditTarget, instruction: string) {
    this.#services = services;
    this.#editor = editor;
    this.#target = target;
    this.#instruction = instruction;
  }

  /** Connects and asks for a model first where that is wanting. */
  async start(): Promise<void> {
    const { connection } = this.#services;
    const connected = await connection.require();
    const model = connected && (await requireEditModel(this.#services, connected, this.#target.document));
    if (connected && model !== undefined) {
      await this.#run(connected, model);
    }
  }

  async #run(connected: Connected, model: string): Promise<void> {
    const { document } = this.#target;
    const { editsSupport } = this.#services;
    if (!(await passEditPreflight(this.#tasks(), { editsSupport, connected, model, scope: document }))) {
      return;
    }
    const attention = new Attention();
    try {
      const answers = await this.#receive(connected, model);
      if (answers) {
        await this.#conclude(answers, model, attention);
      }
    } catch (error) {
      await showError(error, this.#services.log, {
        setting:
          ServiceError.is(error) && error.param === 'model'
            ? 'inkwell.edit.model'
            : 'inkwell.edit.parameters',
        retry: () => this.start(),
        chooseModel: () => this.#chooseModel(),
      });
    } finally {
      attention.dispose();
    }
  }

  /** `undefined` when the person thought better of it. */
  async #receive(connected: Connected, model: string): Promise<readonly EditAnswers[] | undefined> {
    const { document } = this.#target;
    const title = l10n.t('Editing “{0}” with {1}', nameOf(document), plainText(model));
    return window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable: true },
      async (progress, token) => {
        const stop = new AbortController();
        const cancel = token.onCancellationRequested(() => stop.abort());
        const received = new Map<EditTask, number>();
        try {
          return await pool(
            this.#tasks(),
            AT_ONCE,
            (task) =>
              requestEdit(this.#services, connected, model, task, document, {
                signal: stop.signal,
                onProgress: (characters) => {
                  received.set(task, characters);
                  const all = [...received.values()].reduce((sum, count) => sum + count, 0);
                  progress.report({ message: l10n.t('{0} characters', all.toLocaleString()) });
                },
              }),
            stop,
          );
        } finally {
          cancel.dispose();
        }
      },
    );
  }

  #tasks(): readonly EditTask[] {
    const { base, document, ranges } = this.#target;
    return ranges.map(({ start, end }) => ({
      input: base.slice(start, end),
      instruction: this.#instruction,
      before: base.slice(0, start),
      after: base.slice(end),
      language: document.languageId,
      fileName: workspace.asRelativePath(document.uri),
    }));
  }

  async #conclude(answers: readonly EditAnswers[], model: string, attention: Attention): Promise<void> {
    const { document, base, ranges } = this.#target;
    if (answers.every(({ outcome }) => outcome !== 'changed')) {
      await window.showInformationMessage(nothingIn(answers, plainText(model)));
      return;
    }
    const texts = assembled(
      this.#target,
      answers.map((answer) => answer.texts.map(({ text }) => text)),
    );
    const [first = ''] = texts;
    if (await isGone(document)) {
      await offerAsNewFile(
        l10n.t('“{0}” is no longer there, so its new text cannot be compared with it.', nameOf(document)),
        first,
        document.languageId,
      );
      return;
    }
    const reviews = await this.#services.reviews();
    await reviews.open(
      { target: document.uri, language: document.languageId, base, texts },
      {
        viewColumn: this.#editor.viewColumn,
        inBackground: attention.isElsewhere,
        remarks: remarksOn(
          answers,
          ranges.map(({ start, end }) => base.slice(start, end)),
        ),
      },
    );
  }

  async #chooseModel(): Promise<void> {
    const { connection, models } = this.#services;
    const connected = await connection.require();
    const model = connected && (await models.ask('edit', connected, this.#target.document));
    if (connected && model !== undefined) {
      await this.#run(connected, model);
    }
  }
}

/** Why there is nothing to review. */
function nothingIn(answers: readonly EditAnswers[], model: string): string {
  if (answers.some(({ cut }) => cut === 'content_filter')) {
    return l10n.t('The service’s content policy kept {0} from answering. Nothing was changed.', model);
  }
  return answers.every(({ outcome }) => outcome === 'empty')
    ? l10n.t('{0} answered nothing. Nothing was changed.', model)
    : l10n.t('{0} gave the same text back. There is nothing to change.', model);
}

function nameOf({ uri }: TextDocument): string {
  return plainText(uri.path.split('/').at(-1) ?? '');
}
