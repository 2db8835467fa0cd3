import type { EditsSupport } from '../connection/edits-support.ts';
import type { ParametersOf } from '../models/set-parameters.ts';
import type { BaseUrl } from '../service/base-url.ts';
import type { Client } from '../service/client.ts';
import type { Usage } from '../service/response-schema.ts';
import type { EditAnswers, EditTask } from './edit-task.ts';
import type { Markers } from './markers.ts';

/** A task, and all that it takes to ask for it. */
export interface EditJob {
  readonly client: Client;
  readonly base: BaseUrl;
  readonly support: EditsSupport;
  readonly model: string;
  readonly task: EditTask;
  readonly parameters: ParametersOf['edit'];
  /** Tokens of prompt and answer together (§8). */
  readonly contextLength: number;
  /** Whether the model may count tokens otherwise than we do. */
  readonly isEstimate: boolean;
  readonly signal: AbortSignal;
  /** Characters that have come so far, of all candidates; only where they come one after another. */
  readonly onProgress?: ((characters: number) => void) | undefined;
  /** The service turned out to have no `/v1/edits`. */
  readonly onFallback?: (() => void) | undefined;
}

/** One candidate as it came. */
export interface Choice {
  readonly index: number;
  readonly text: string;
  readonly finish_reason?: string | undefined;
}

/** What a service answered. */
export interface Received {
  readonly choices: readonly Choice[];
  readonly usage: Usage;
  readonly path: EditAnswers['path'];
  /** Those of the prompt, where there was one. */
  readonly markers?: Markers;
}
