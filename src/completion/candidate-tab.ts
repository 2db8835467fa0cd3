import { type Disposable, env, l10n } from 'vscode';
import type { Connected } from '../connection/connection.ts';
import { ServiceError } from '../service/errors.ts';
import { logFailure } from '../ui/log-failure.ts';
import { plainText } from '../ui/plain-text.ts';
import { errorActions, showError } from '../ui/show-error.ts';
import type { CandidateInserter } from './candidate-inserter.ts';
import { CandidatePage } from './candidate-page.ts';
import { type Amount, amountOf, candidateRequest, possibleAmount } from './candidate-request.ts';
import type { CandidateServices } from './candidate-services.ts';
import { CandidateSet } from './candidate-set.ts';
import { offerElsewhere } from './offer-elsewhere.ts';
import { type CompletionParameters, PARAMETERS_SETTING } from './parameters.ts';
import type { Place } from './places.ts';
import { receiveCandidates } from './receive-candidates.ts';
import type { CandidatesPageMessage } from './shared/candidates-protocol.ts';
import { suffixRefusedInWords } from './suffix-refused.ts';

/** Milliseconds between two looks of the page at what is coming: no more often than it can draw with ease. */
const UPDATE_INTERVAL = 50;
/** Of a prompt that a service repeats. */
const PROMPT_END_LINES = 3;
const PROMPT_END_LENGTH = 400;

/** What is asked. */
export interface CandidateQuestion {
  readonly places: readonly Place[];
  readonly parameters: CompletionParameters;
  readonly model: string;
}

/** What some settings make of it; `undefined` when the person thought better of it. */
export type Preparation = (
  places: readonly Place[],
  model: string,
  amount?: Amount,
) => Promise<CandidateQuestion | undefined>;

/** Candidates for some places of a document, in a tab beside it, to choose from. */
export class CandidateTab implements Disposable {
  readonly #services: CandidateServices;
  readonly #prepare: Preparation;
  readonly #inserter: CandidateInserter;
  readonly #set: CandidateSet;
  readonly #page: CandidatePage;
  readonly #name: string;
  #question: CandidateQuestion;
  #amount: Amount;
  /** As many were wanted, whether that is possible or not. */
  #wanted: number;
  #asking: AbortController | undefined;
  #failure: ReturnType<typeof errorActions> | undefined;
  /** Of all answers; as the service counts them, or else as many as it has told of. */
  #tokens = 0;
  #updating: ReturnType<typeof setTimeout> | undefined;
  #isInserting = false;

  /**
   * @param prepare for when it is asked again: the settings may be others by then
   * @param inserter from now on the tab's
   */
  constructor(
    services: CandidateServices,
    question: CandidateQuestion,
    prepare: Preparation,
    inserter: CandidateInserter,
  ) {
    this.#services = services;
    this.#question = question;
    this.#prepare = prepare;
    this.#inserter = inserter;
    const amount = amountOf(question.parameters);
    this.#wanted = amount.n;
    this.#amount = possibleAmount(amount);
    this.#set = new CandidateSet(question.places.map(({ passage }) => passage.prompt));
    this.#name = plainText(inserter.document.uri.path.split('/').at(-1) ?? '');
    this.#page = new CandidatePage(
      services.extensionUri,
      l10n.t('Candidates: {0}', this.#name),
      { receive: (message) => this.#handle(message), closed: () => this.#closed() },
      services.log,
    );
    services.tabs.add(this);
  }

  /** What stands at a place has changed. */
  placesChanged(): void {
    this.#postState();
  }

  /** Asks for candidates; what came before stays. It fails in the page. */
  async ask(connected: Connected): Promise<void> {
    const { places, parameters, model } = this.#question;
    if (this.#asking || this.#page.isDisposed) {
      return;
    }
    const controller = new AbortController();
    this.#asking = controller;
    this.#failure = undefined;
    const amount = this.#amount;
    const { client, base } = connected;
    const refused = this.#services.refusals.of(base, model);
    this.#set.begin(amount.n, parameters.echo === true);
    this.#postState();
    let isWhole = false;
    let completionTokens = 0;
    const notes: string[] = [];
    if (amount.n < this.#wanted) {
      notes.push(l10n.t('n was lowered to {0}: the service cannot choose more than best_of.', amount.n));
    }
    try {
      const request = candidateRequest(model, places, parameters, amount);
      const received = await this.#services.runs.track(controller, 'tab', () =>
        receiveCandidates({ client, refused }, request, this.#set, controller.signal, () =>
          this.#updateSoon(),
        ),
      );
      completionTokens = received.completionTokens;
      isWhole = true;
      if (received.refused.includes('logprobs')) {
        notes.push(l10n.t('The service does not tell how sure {0} is.', plainText(model)));
      }
      if (received.refused.includes('suffix')) {
        notes.push(suffixRefusedInWords(model));
      }
    } catch (error) {
      if (!(ServiceError.is(error, 'cancelled') && controller.signal.aborted)) {
        this.#fail(error);
      }
    } finally {
      const count = this.#set.comingCount;
      this.#tokens += completionTokens || this.#set.comingTokens;
      this.#set.end(isWhole);
      this.#asking = undefined;
      this.#update();
      this.#postState();
      if (isWhole) {
        this.#page.say(notes.join(' ') || this.#countInWords(count, amount.n * places.length));
      }
    }
  }

  dispose(): void {
    this.#page.dispose();
  }

  #closed(): void {
    this.#asking?.abort();
    clearTimeout(this.#updating);
    this.#inserter.dispose();
    this.#services.tabs.delete(this);
  }

  async #handle(message: CandidatesPageMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#begin();
        break;
      case 'insert':
        await this.#insert(message.id);
        break;
      case 'copy':
        await this.#copy(this.#set.get(message.id)?.text ?? '');
        break;
      case 'more':
        await this.#more(message);
        break;
      case 'stop':
        this.#asking?.abort();
        break;
      case 'act':
        await [...(this.#failure?.actions.values() ?? [])][message.index]?.();
        break;
      case 'close':
        await this.#inserter.goBack();
        this.dispose();
        break;
    }
  }

  #begin(): void {
    const { places } = this.#question;
    const lines = places.map((_, place) => this.#lineOf(place));
    const [only] = lines;
    this.#page.post({
      type: 'init',
      heading: l10n.t(
        'Completion candidates — {0}',
        lines.length === 1 ? `${this.#name}:${only}` : this.#name,
      ),
      places: places.map(({ passage }, place) => ({
        label: l10n.t('Line {0}', lines[place] ?? 0),
        promptEnd: promptEnd(passage.prompt),
      })),
      n: this.#amount.n,
      bestOf: this.#amount.bestOf,
    });
    this.#set.forgetShown();
    this.#update();
    this.#postState();
  }

  async #insert(id: number): Promise<void> {
    const candidate = this.#set.get(id);
    if (this.#isInserting || !candidate || candidate.state === 'growing' || candidate.text === '') {
      return;
    }
    this.#isInserting = true;
    try {
      const line = this.#lineOf(candidate.place);
      const done = await this.#inserter.insert(candidate.place, id, candidate.text);
      if (done !== 'inserted') {
        // In its own time: the page goes on.
        const { document } = this.#inserter;
        offerElsewhere(done, document, candidate.text).catch((error) => showError(error, this.#services.log));
      } else if (this.#inserter.isComplete) {
        await this.#inserter.goBack();
        this.dispose();
      } else {
        this.#postState();
        this.#page.say(l10n.t('Inserted at line {0}', line));
      }
    } finally {
      this.#isInserting = false;
    }
  }

  async #copy(text: string): Promise<void> {
    if (text !== '') {
      await env.clipboard.writeText(text);
      this.#page.say(l10n.t('Copied'));
    }
  }

  async #more({ n, bestOf }: Amount): Promise<void> {
    if (!this.#asking) {
      this.#wanted = n;
      this.#amount = possibleAmount({ n, bestOf });
      await this.#again();
    }
  }

  /** Once more; settings, key and address may be others now. */
  async #again(model = this.#question.model): Promise<void> {
    const connected = await this.#services.connection.require();
    const question = connected && (await this.#prepare(this.#question.places, model, this.#amount));
    if (connected && question && !this.#asking) {
      this.#question = question;
      await this.ask(connected);
    }
  }

  async #chooseModel(): Promise<void> {
    const connected = await this.#services.connection.require();
    const { document } = this.#inserter;
    const model = connected && (await this.#services.models.ask('completion', connected, document));
    if (model !== undefined) {
      await this.#again(model);
    }
  }

  #fail(error: unknown): void {
    const retry = (): Promise<void> => this.#again();
    logFailure(error, this.#services.log);
    const { message, actions } = errorActions(error, this.#services.log, {
      setting:
        ServiceError.is(error) && error.param === 'model' ? 'inkwell.completion.model' : PARAMETERS_SETTING,
      retry,
      chooseModel: () => this.#chooseModel(),
    });
    // There is always something to try again: later, with another key, with another model.
    this.#failure = { message, actions: new Map([[l10n.t('Retry'), retry], ...actions]) };
  }

  #lineOf(place: number): number {
    const { document } = this.#inserter;
    return document.isClosed ? 1 : document.positionAt(this.#inserter.offsetOf(place)).line + 1;
  }

  #updateSoon(): void {
    this.#updating ??= setTimeout(() => this.#update(), UPDATE_INTERVAL);
  }

  #update(): void {
    clearTimeout(this.#updating);
    this.#updating = undefined;
    const changes = this.#set.changes();
    if (changes.candidates.length > 0 || changes.gone.length > 0) {
      this.#page.post({ type: 'candidates', ...changes });
    }
  }

  #postState(): void {
    const tokens = this.#tokens;
    const { bestOf } = this.#amount;
    const failure = this.#failure;
    this.#page.post({
      type: 'state',
      details: [
        ...(bestOf === null ? [] : [l10n.t('best of {0}', bestOf)]),
        plainText(this.#question.model),
        ...(tokens === 0 ? [] : [tokens === 1 ? l10n.t('1 token') : l10n.t('{0} tokens', tokens)]),
      ],
      isAsking: this.#asking !== undefined,
      failure: failure ? { message: failure.message, actions: [...failure.actions.keys()] } : null,
      inserted: [...this.#inserter.inserted],
    });
  }

  /** Also for those who do not see the candidates grow. */
  #countInWords(came: number, wanted: number): string {
    if (came === 0) {
      return l10n.t('{0} had nothing to add.', plainText(this.#question.model));
    }
    if (came < wanted) {
      return l10n.t('{0} of {1} candidates came', came, wanted);
    }
    return came === 1 ? l10n.t('1 candidate came') : l10n.t('{0} candidates came', came);
  }
}

/** The last lines of a prompt: enough to see where it ends. */
function promptEnd(prompt: string): string {
  const end = prompt.split('\n').slice(-PROMPT_END_LINES).join('\n').slice(-PROMPT_END_LENGTH).toWellFormed();
  return end.length < prompt.length ? `…${end}` : end;
}
