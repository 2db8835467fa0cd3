import { l10n, ProgressLocation, type TextDocument, type TextEditor, window } from 'vscode';
import type { Connected, Connection } from '../connection/connection.ts';
import type { ModelChoice } from '../models/model-choice.ts';
import { readParameters } from '../models/parameters.ts';
import { withTokenIds } from '../models/set-parameters.ts';
import { ServiceError } from '../service/errors.ts';
import { passAdvice } from '../ui/advice.ts';
import type { Log } from '../ui/log.ts';
import { plainText } from '../ui/plain-text.ts';
import { showError } from '../ui/show-error.ts';
import { type Answers, receiveAnswers } from './answers.ts';
import type { CompletionRuns } from './completion-runs.ts';
import { completionTarget } from './completion-target.ts';
import { PARAMETERS_SETTING } from './parameters.ts';
import { type Place, placesIn } from './places.ts';
import { fitToContext } from './preflight.ts';
import type { Refusals } from './refusals.ts';
import { type PlannedRequest, planRequests, promptsOnly } from './requests.ts';
import { StreamWriter } from './stream-writer.ts';
import { suffixRefusedInWords } from './suffix-refused.ts';
import { offerUnwritten } from './unwritten.ts';

/** Milliseconds; each report is a message to the window. */
const PROGRESS_INTERVAL = 200;

export interface CompletionServices {
  readonly connection: Connection;
  readonly models: ModelChoice;
  readonly log: Log;
  readonly runs: CompletionRuns;
  readonly refusals: Refusals;
}

/** Complete Selection: connects and asks for a model first where that is wanting, then goes on. */
export async function completeSelection(services: CompletionServices): Promise<void> {
  const target = await completionTarget(services);
  if (target) {
    const { editor, connected, model } = target;
    await new Completion(services, editor, connected, model).run(placesIn(editor));
  }
}

/** One run of the command, and its retries. */
class Completion {
  readonly #services: CompletionServices;
  readonly #editor: TextEditor;
  readonly #document: TextDocument;
  readonly #connected: Connected;
  readonly #model: string;

  constructor(services: CompletionServices, editor: TextEditor, connected: Connected, model: string) {
    this.#services = services;
    this.#editor = editor;
    this.#document = editor.document;
    this.#connected = connected;
    this.#model = model;
  }

  async run(asked: readonly Place[]): Promise<void> {
    const { version } = this.#document;
    const parameters = await withTokenIds(readParameters('completion', this.#document));
    if (!(await passAdvice('completion', { ...parameters }))) {
      return;
    }
    const { refusals } = this.#services;
    const isPromptOnly = refusals.of(this.#connected.base, this.#model).has('suffix');
    const sendable = isPromptOnly ? promptsOnly(asked) : asked;
    const fitted = await fitToContext(sendable, parameters, this.#model, this.#document);
    const places = fitted && this.#stillThere(fitted.places, version);
    if (fitted && places) {
      await this.#stream(places, planRequests(places, this.#model, fitted.parameters));
    }
  }

  /** The places after the questions, while the person may have typed: VS Code has moved the cursors along. */
  #stillThere(places: readonly Place[], version: number): readonly Place[] | undefined {
    const { isClosed, version: now } = this.#document;
    const { selections } = this.#editor;
    if (isClosed || (now !== version && selections.length !== places.length)) {
      return undefined;
    }
    return now === version
      ? places
      : places.map((place, index) => ({
          ...place,
          offset: this.#document.offsetAt(selections[index]?.end ?? this.#document.positionAt(place.offset)),
        }));
  }

  async #stream(places: readonly Place[], planned: readonly PlannedRequest[]): Promise<void> {
    const stop = new AbortController();
    const writer = new StreamWriter(
      this.#editor,
      places.map(({ offset }) => offset),
      () => stop.abort(),
    );
    try {
      const answers = await this.#services.runs.track(stop, 'document', () =>
        this.#receive(places, planned, writer, stop),
      );
      await this.#conclude(answers, writer, places);
    } finally {
      writer.dispose();
    }
  }

  /** Streams under a progress notification that can cancel. */
  async #receive(
    places: readonly Place[],
    planned: readonly PlannedRequest[],
    writer: StreamWriter,
    controller: AbortController,
  ): Promise<Answers> {
    return window.withProgress(
      {
        location: ProgressLocation.Notification,
        title: l10n.t('Completing with {0}', plainText(this.#model)),
        cancellable: true,
      },
      async (progress, token) => {
        const cancel = token.onCancellationRequested(() => controller.abort());
        let characters = 0;
        const ticking = setInterval(() => {
          if (characters > 0) {
            progress.report({ message: l10n.t('{0} characters', characters.toLocaleString()) });
          }
        }, PROGRESS_INTERVAL);
        try {
          const { client, base } = this.#connected;
          const refused = this.#services.refusals.of(base, this.#model);
          return await receiveAnswers({ client, refused }, planned, places, writer, controller, {
            onProgress: (sofar) => {
              characters = sofar;
            },
            onSuffixRefused: () => tellSuffixRefused(this.#model, this.#services.log),
          });
        } finally {
          clearInterval(ticking);
          cancel.dispose();
          await writer.finish();
        }
      },
    );
  }

  async #conclude(answers: Answers, writer: StreamWriter, places: readonly Place[]): Promise<void> {
    const { error } = answers;
    const { stopped } = writer;
    if (stopped === 'refused' || stopped === 'closed') {
      const texts = places.map((_, place) => writer.unwritten(place));
      await offerUnwritten(stopped, this.#document, texts);
    } else if (stopped === 'edited') {
      // The person has taken over.
    } else if (error !== undefined) {
      await showError(error, this.#services.log, {
        setting:
          ServiceError.is(error) && error.param === 'model' ? 'inkwell.completion.model' : PARAMETERS_SETTING,
        retry: () => this.#retry(writer, places),
        chooseModel: () => this.#chooseModel(writer, places),
      });
    } else if (answers.alternatives.length > 0) {
      const { offerAlternatives } = await import('./alternatives.ts');
      await offerAlternatives(writer, answers.alternatives);
    } else if (answers.isEmpty) {
      await window.showInformationMessage(l10n.t('{0} had nothing to add.', plainText(this.#model)));
    } else if (answers.wasCut) {
      window.setStatusBarMessage(l10n.t('Inkwell stopped at max_tokens.'), 8000);
    }
  }

  /**
   * Once more, in place of what came the first time; the key or the address may be another one now. What the
   * person has changed meanwhile is theirs: then it starts anew where the cursors are.
   */
  async #retry(writer: StreamWriter, places: readonly Place[]): Promise<void> {
    for (const place of places.keys()) {
      if (writer.written(place) !== '' && !(await writer.replace(place, ''))) {
        if (!this.#document.isClosed) {
          await window.showTextDocument(this.#document, this.#editor.viewColumn);
          await completeSelection(this.#services);
        }
        return;
      }
    }
    await this.#again(await this.#services.connection.require(), this.#model, writer, places);
  }

  async #chooseModel(writer: StreamWriter, places: readonly Place[]): Promise<void> {
    const connected = await this.#services.connection.require();
    const model = connected && (await this.#services.models.ask('completion', connected, this.#document));
    await this.#again(connected, model, writer, places);
  }

  async #again(
    connected: Connected | undefined,
    model: string | undefined,
    writer: StreamWriter,
    places: readonly Place[],
  ): Promise<void> {
    if (connected && model !== undefined) {
      const moved = places.map((place, index) => ({ ...place, offset: writer.startOf(index) }));
      await new Completion(this.#services, this.#editor, connected, model).run(moved);
    }
  }
}

/** Once for each model: from then on nobody needs to know. */
function tellSuffixRefused(model: string, log: Log): void {
  const told = suffixRefusedInWords(model);
  log.info(told);
  window.setStatusBarMessage(told, 8000);
}
