import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CancellationToken,
  EndOfLine,
  type InlineCompletionContext,
  InlineCompletionItem,
  type InlineCompletionItemProvider,
  InlineCompletionTriggerKind,
  type Position,
  Range,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import type { Connection } from '../connection/connection.ts';
import type { ModelChoice } from '../models/model-choice.ts';
import type { Log } from '../ui/log.ts';
import { logFailure } from '../ui/log-failure.ts';
import type { CompletionRuns } from './completion-runs.ts';
import { withLineEnds } from './inline/inline-answer.ts';
import { InlineCache, type InlineHit, inlineKey } from './inline/inline-cache.ts';
import type { InlinePlace } from './inline/inline-context.ts';
import { type AskInline, InlineFlight } from './inline/inline-flight.ts';
import { InlinePause, type Pause } from './inline/inline-pause.ts';
import { withCandidates } from './inline/inline-request.ts';
import { InlineDelay, type Quiet, quietAt, quietIn } from './inline/inline-trigger.ts';
import { type InlineGap, placeIn } from './inline/inline-window.ts';
import { InlineAsker, type InlineQuestion } from './inline-asker.ts';
import { type InlineSettings, readInlineSettings } from './inline-settings.ts';
import type { Refusals } from './refusals.ts';

/** What suggesting itself needs. */
export interface SuggestingServices {
  readonly connection: Pick<Connection, 'base' | 'ready'>;
  readonly models: Pick<ModelChoice, 'configured'>;
  /** While text streams into a document, nothing is suggested. */
  readonly runs: Pick<CompletionRuns, 'areInDocuments'>;
  readonly log: Pick<Log, 'error'>;
  readonly refusals: Refusals;
}

/** What is needed besides, to switch it on and to mend it. */
export interface InlineServices extends SuggestingServices {
  readonly connection: Connection;
  readonly models: ModelChoice;
  readonly log: Log;
}

/** Why nothing is suggested in a document. */
export type InlineObstacle =
  | Exclude<Quiet, 'withinLine'>
  | 'untrusted'
  /** VS Code's own setting. */
  | 'notShown'
  | 'noService'
  | 'noModel';

/** Suggests text where VS Code asks for it: what is known already at once, else what the service says. */
export class InlineProvider implements InlineCompletionItemProvider {
  readonly #services: SuggestingServices;
  /** Told when a request begins or ends. */
  readonly #changed: () => void;
  readonly #cache = new InlineCache();
  readonly #flight = new InlineFlight(this.#cache);
  readonly #delay = new InlineDelay();
  readonly #pause = new InlinePause();
  readonly #asker: InlineAsker;
  /** By document: to read them takes longer than all else that is done with each key. */
  readonly #settings = new Map<TextDocument, { readonly language: string; readonly read: InlineSettings }>();
  #underWay = 0;
  /** Of the last request. */
  #asked: TextDocument | undefined;

  constructor(services: SuggestingServices, changed: () => void) {
    this.#services = services;
    this.#changed = changed;
    this.#asker = new InlineAsker(services.connection, services.refusals);
  }

  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  get pause(): Pause | undefined {
    return this.#pause.at(Date.now());
  }

  settingsOf(document: TextDocument): InlineSettings {
    const known = this.#settings.get(document);
    if (known?.language === document.languageId) {
      return known.read;
    }
    const read = readInlineSettings(document, this.#services);
    this.#settings.set(document, { language: document.languageId, read });
    return read;
  }

  isPrefixOnly(document: TextDocument): boolean {
    return this.#asker.isPrefixOnly(this.settingsOf(document).model);
  }

  obstacleIn(document: TextDocument): InlineObstacle | undefined {
    const settings = this.settingsOf(document);
    const quiet = quietIn(momentOf(document, settings));
    return quiet === 'withinLine' ? undefined : (quiet ?? obstacleOf(settings));
  }

  /** A key was pressed in a document. */
  typed(): void {
    this.#delay.typed(performance.now());
  }

  /** What was read, answered or refused counts no longer. */
  forget(): void {
    this.#settings.clear();
    this.#flight.stop();
    this.#cache.clear();
    this.#pause.clear();
  }

  /** Asks again, though the last request has failed. */
  resume(): void {
    this.#pause.clear();
  }

  forgetDocument(document: TextDocument): void {
    this.#settings.delete(document);
    if (this.#asked === document) {
      this.#asked = undefined;
      this.#flight.stop();
    }
    this.#cache.clear(String(document.uri));
  }

  provideInlineCompletionItems(
    document: TextDocument,
    position: Position,
    context: InlineCompletionContext,
    token: CancellationToken,
  ): InlineCompletionItem[] | undefined | Promise<InlineCompletionItem[] | undefined> {
    const settings = this.settingsOf(document);
    const { model } = settings;
    const gap = gapAt(position, context);
    const isAsked = context.triggerKind === InlineCompletionTriggerKind.Invoke;
    const isQuiet = quietAt({
      ...momentOf(document, settings),
      before: document.lineAt(gap.before.line).text.slice(0, gap.before.character) + gap.text,
      after: document.lineAt(gap.after.line).text.slice(gap.after.character),
      isAsked,
    });
    const isBusy = this.#services.runs.areInDocuments || hasSeveralCursors(document);
    if (isQuiet || isBusy || obstacleOf(settings) || model === undefined) {
      return undefined;
    }
    const place = placeIn(document, gap, offsetOf(document, gap), settings.budget);
    const keyFor = (asked: boolean): string =>
      inlineKey(String(document.uri), model, withCandidates(settings.parameters, asked));
    const known = (): readonly InlineHit[] | undefined => {
      const asked = this.#cache.find(keyFor(true), place);
      return isAsked || asked?.length ? asked : this.#cache.find(keyFor(false), place);
    };
    const itemsOf = (hits: readonly InlineHit[]): InlineCompletionItem[] =>
      hits.map((hit) => itemOf(hit, gap, document));
    const hits = known();
    // What is shown stays the first of several.
    const shown = isAsked ? (this.#cache.find(keyFor(false), place) ?? []) : [];
    if (hits) {
      return itemsOf(eachOnce([...shown, ...hits]));
    }
    if (this.pause) {
      return itemsOf(shown);
    }
    const parameters = withCandidates(settings.parameters, isAsked);
    const ask = this.#askerFor({ document, settings: { ...settings, model }, parameters });
    return this.#ask(keyFor(isAsked), place, ask, known, isAsked ? 0 : settings.delay, token).then((found) =>
      itemsOf(eachOnce([...shown, ...found])),
    );
  }

  /** What is known by then, or answered, once the person has stopped typing. */
  async #ask(
    key: string,
    place: InlinePlace,
    ask: AskInline,
    known: () => readonly InlineHit[] | undefined,
    delay: number | undefined,
    token: CancellationToken,
  ): Promise<readonly InlineHit[]> {
    const stop = new AbortController();
    const cancel = token.onCancellationRequested(() => stop.abort());
    try {
      const waited = sleep(this.#delay.rest(performance.now(), delay), undefined, { signal: stop.signal });
      if (this.#flight.isUnderWay) {
        await Promise.race([waited, this.#flight.ended]);
        const hits = known();
        if (hits) {
          waited.catch(() => {});
          return stop.signal.aborted ? [] : hits;
        }
      }
      await waited;
      return await this.#flight.candidates(key, place, ask, stop.signal);
    } catch {
      // Cancelled; or it failed, which is in the log, and for the status item to say.
      return [];
    } finally {
      stop.abort();
      cancel.dispose();
    }
  }

  #askerFor(question: InlineQuestion): AskInline {
    return async (place, signal) => {
      // Whoever waited for another answer does not know that it was a refusal.
      const { pause } = this;
      if (pause) {
        throw pause.error;
      }
      this.#asked = question.document;
      this.#underWay += 1;
      this.#changed();
      try {
        const candidates = await this.#asker.ask(question, place, signal);
        this.#pause.clear();
        return candidates;
      } catch (error) {
        if (!signal.aborted) {
          this.#pause.failed(error, Date.now());
          logFailure(error, this.#services.log);
        }
        throw error;
      } finally {
        this.#underWay -= 1;
        this.#changed();
      }
    };
  }
}

function obstacleOf({ isShown, hasService, model }: InlineSettings): InlineObstacle | undefined {
  if (!workspace.isTrusted) {
    return 'untrusted';
  }
  if (!isShown) {
    return 'notShown';
  }
  if (!hasService) {
    return 'noService';
  }
  return model === undefined ? 'noModel' : undefined;
}

function momentOf(document: TextDocument, { isOn }: InlineSettings) {
  return {
    isOn,
    path: document.uri.path,
    language: document.languageId,
    length: isOn ? document.offsetAt(document.lineAt(document.lineCount - 1).range.end) : 0,
  };
}

/** VS Code shows suggestions while one of its own is chosen only if they go on from that. */
function gapAt(position: Position, { selectedCompletionInfo: chosen }: InlineCompletionContext): InlineGap {
  return chosen
    ? { before: chosen.range.start, after: chosen.range.end, text: chosen.text }
    : { before: position, after: position, text: '' };
}

/** UTF-16 units before the gap, with one for each line break. */
function offsetOf(document: TextDocument, { before: { line, character } }: InlineGap): number {
  const offset = document.offsetAt(document.lineAt(line).range.start) + character;
  return document.eol === EndOfLine.CRLF ? offset - line : offset;
}

function hasSeveralCursors(document: TextDocument): boolean {
  const { activeTextEditor: editor } = window;
  return editor?.document === document && editor.selections.length > 1;
}

function itemOf({ text, replaced }: InlineHit, gap: InlineGap, document: TextDocument): InlineCompletionItem {
  const { line, character } = gap.after;
  const range = new Range(gap.before.line, gap.before.character, line, character + replaced);
  const eol = document.eol === EndOfLine.CRLF ? '\r\n' : '\n';
  return new InlineCompletionItem(withLineEnds(gap.text + text, eol), range);
}

function eachOnce(hits: readonly InlineHit[]): InlineHit[] {
  return hits.filter((hit, index) => hits.findIndex(({ text }) => text === hit.text) === index);
}
