import type { Usage } from '../service/response-schema.ts';

/** What is to be edited. All line ends are `\n`. */
export interface EditTask {
  /** The text to change; empty where new text is wanted at a place. */
  readonly input: string;
  readonly instruction: string;
  /** All that stands before it in the document. It is cut to what is near when a request is made. */
  readonly before: string;
  readonly after: string;
  /** VS Code's id. */
  readonly language: string;
  /** Below its workspace folder; for the prompt. */
  readonly fileName: string;
}

/** Why a text is not whole: `max_tokens` or the context length, or the service's content policy. */
export type CutCause = 'length' | 'content_filter';

/** One candidate: the new text of what was to change. */
export interface EditText {
  readonly text: string;
  /** Absent where it is whole. */
  readonly cut?: CutCause;
}

/** What came of a task. */
export interface EditAnswers {
  /** `unchanged`: the same text came back. `empty`: nothing came. */
  readonly outcome: 'changed' | 'unchanged' | 'empty';
  /** Those that change something, each once, in the order of their index; none unless `changed`. */
  readonly texts: readonly EditText[];
  /** Why nothing came, where the service told. */
  readonly cut?: CutCause;
  readonly usage?: NonNullable<Usage>;
  /** Which operation answered: `/v1/edits` (§4.5) or chat completion (§4.4). */
  readonly path: 'edits' | 'chat';
}
