import type { ConfigurationScope } from 'vscode';
import type { Connected } from '../connection/connection.ts';
import type { EditsSupport } from '../connection/edits-support.ts';
import { contextLengthOf } from '../models/context-length.ts';
import type { ModelChoice } from '../models/model-choice.ts';
import { readParameters } from '../models/parameters.ts';
import { countsExactly } from '../models/tokens.ts';
import type { Log } from '../ui/log.ts';
import type { EditAnswers, EditTask } from './edit-task.ts';
import { receiveEdit } from './receive-edit.ts';

/** What a request for an edit is made with. */
export interface EditRequestServices {
  readonly models: ModelChoice;
  readonly log: Pick<Log, 'info'>;
  readonly editsSupport: EditsSupport;
}

export interface EditRequestOptions {
  readonly signal: AbortSignal;
  /** Characters that have come so far, of all candidates. Not told where the answer comes all at once. */
  readonly onProgress?: ((characters: number) => void) | undefined;
}

/**
 * The model that edits, asking for one when none is set. `undefined` when the person gave up. A service that is known to
 * have no `/v1/edits` edits by chat, so that the chat model does where there is none for editing.
 */
export async function requireEditModel(
  { models, editsSupport }: Pick<EditRequestServices, 'models' | 'editsSupport'>,
  connected: Connected,
  scope?: ConfigurationScope,
): Promise<string | undefined> {
  const chatModel = editsSupport.isMissing(connected.base) ? models.configured('chat', scope) : undefined;
  return models.configured('edit', scope) ?? chatModel ?? models.ask('edit', connected, scope);
}

/**
 * Asks for the new text of a task, with the parameters of the settings. Nothing is asked of the person: see
 * `passEditPreflight`.
 *
 * @throws {ServiceError} `cancelled` by the signal; the kinds of service/errors.ts for what went wrong
 */
export async function requestEdit(
  { log, editsSupport }: Pick<EditRequestServices, 'log' | 'editsSupport'>,
  { client, base }: Connected,
  model: string,
  task: EditTask,
  scope: ConfigurationScope | undefined,
  { signal, onProgress }: EditRequestOptions,
): Promise<EditAnswers> {
  return receiveEdit({
    client,
    base,
    support: editsSupport,
    model,
    task,
    parameters: readParameters('edit', scope),
    contextLength: contextLengthOf(model, scope),
    isEstimate: !countsExactly(model),
    signal,
    onProgress,
    onFallback: () => log.info(`${base.host} has no /v1/edits: chat completion is asked instead.`),
  });
}
