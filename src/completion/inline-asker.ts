import { realpath } from 'node:fs/promises';
import { l10n, type TextDocument } from 'vscode';
import type { Connected, Connection } from '../connection/connection.ts';
import { isSecretFile } from '../files/secret-files.ts';
import { withTokenIds } from '../models/set-parameters.ts';
import { cancelled, ServiceError } from '../service/errors.ts';
import type { CompletionRequest } from '../service/request-schema.ts';
import { isReadOnly } from '../ui/read-only.ts';
import { inlineCandidates } from './inline/inline-answer.ts';
import type { InlinePlace } from './inline/inline-context.ts';
import { type InlineParameters, inlineRequest } from './inline/inline-request.ts';
import type { InlineSettings } from './inline-settings.ts';
import { type Refusals, refusesSuffix } from './refusals.ts';

/** Lines of a suggestion: what is longer covers what it is for. */
const MOST_LINES = 12;

/** What is asked for. */
export interface InlineQuestion {
  readonly document: TextDocument;
  readonly settings: InlineSettings & { readonly model: string };
  readonly parameters: InlineParameters;
}

/** Asks the service for suggestions, and never the person for anything. */
export class InlineAsker {
  readonly #connection: Pick<Connection, 'base' | 'ready'>;
  readonly #refusals: Refusals;

  constructor(connection: Pick<Connection, 'base' | 'ready'>, refusals: Refusals) {
    this.#connection = connection;
    this.#refusals = refusals;
  }

  /** Whether a model was found to take only what stands before the cursor. */
  isPrefixOnly(model: string | undefined): boolean {
    const base = this.#connection.base();
    return base !== undefined && model !== undefined && this.#refusals.of(base, model).has('suffix');
  }

  /** @throws {ServiceError} */
  async ask(question: InlineQuestion, place: InlinePlace, signal: AbortSignal): Promise<readonly string[]> {
    const { document, settings } = question;
    if (!(await mayBeSent(document))) {
      return [];
    }
    const connected = await this.#connection.ready();
    if (!connected) {
      const message = l10n.t('You have not been asked yet whether the service may be used.');
      throw new ServiceError('invalidRequest', message, { param: 'baseUrl' });
    }
    const parameters = await withTokenIds(question.parameters);
    const answers = await this.#send({ ...settings, parameters }, connected, place, signal);
    return inlineCandidates(answers, { ...place, mostLines: MOST_LINES });
  }

  async #send(
    settings: InlineQuestion['settings'],
    connected: Connected,
    place: InlinePlace,
    signal: AbortSignal,
  ): Promise<string[]> {
    const refused = this.#refusals.of(connected.base, settings.model);
    const isPrefixOnly = refused.has('suffix');
    const request = await inlineRequest(
      settings,
      isPrefixOnly ? { ...place, suffix: '', isWhole: true } : place,
      async () => (await import('../models/tokens.ts')).loadTokenizer(),
    );
    try {
      return await textsOf(connected, request, signal);
    } catch (error) {
      if (isPrefixOnly || !refusesSuffix(error, request)) {
        throw error;
      }
      refused.add('suffix');
      return this.#send(settings, connected, place, signal);
    }
  }
}

async function textsOf(
  { client }: Connected,
  request: CompletionRequest,
  signal: AbortSignal,
): Promise<string[]> {
  if (signal.aborted) {
    throw cancelled(signal);
  }
  // What nobody has asked for is not tried again: the next key may ask for something else.
  const { choices } = await client.createCompletion(request, { signal, retries: 0 });
  return choices.map(({ text }) => text);
}

/** Whether it can be written in, and is not by another name a file that holds secrets. */
async function mayBeSent(document: TextDocument): Promise<boolean> {
  if (await isReadOnly({ document })) {
    return false;
  }
  const { fsPath, scheme } = document.uri;
  const path = scheme === 'file' ? await realpath(fsPath).catch(() => fsPath) : fsPath;
  return !isSecretFile(path, document.languageId);
}
