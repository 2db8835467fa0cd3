import * as v from 'valibot';

/**
 * What a conversation is made of, in the order it happened: one line of its file each. A line is never changed;
 * what it says can be overtaken by a later one. Fields and types that are not known here are kept in the file
 * and passed over, since a newer Inkwell may have written them.
 */

/** Version of the lines written here. A reader of an older version upgrades them, see `log-format.ts`. */
export const FORMAT_VERSION = 1;

const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100));
/** What JSON has no word for would be written as `null`, and the line could not be read again. */
const number = v.pipe(v.number(), v.finite());
/** Milliseconds since 1970. */
const time = number;

/** Text that goes along with a message, as it was when it was attached. */
export const attachment = v.object({
  id,
  kind: v.picklist(['selection', 'file']),
  /** Path below the workspace folder, or the file's name. For people and for the model; nothing is opened by it. */
  name: v.string(),
  /** Language identifier of VS Code. */
  language: v.optional(v.string()),
  /** First and last line, counted from 1, of a selection. */
  lines: v.optional(v.tuple([number, number])),
  /** The document, to open it again; only the host reads it. */
  uri: v.optional(v.string()),
  text: v.string(),
});

const parent = v.nullable(id);

export const userMessage = v.object({
  type: v.literal('user'),
  id,
  /** The message before; `null` begins the conversation. Messages of the same parent are branches. */
  parent,
  at: time,
  text: v.string(),
  attachments: v.optional(v.array(attachment), []),
});

const writer = v.object({
  window: v.string(),
  /** Of the extension host. */
  pid: number,
});

/** A reply begins. Each of `n` candidates is a message of its own: they are branches like any others. */
export const replyMessage = v.object({
  type: v.literal('reply'),
  id,
  parent,
  at: time,
  model: v.string(),
  /** The same for all candidates of one request. */
  request: id,
  /** `index` of the choice in the service's answer. */
  choice: number,
  /** Who writes it, so that others can tell an interrupted reply from one that is still being written. */
  writer,
});

/** A reply grows by so much text. */
export const replyText = v.object({ type: v.literal('text'), id, text: v.string() });

/** A reply that had ended is written on: Retry in place, or Continue. */
export const replyResumed = v.object({
  type: v.literal('resumed'),
  id,
  at: time,
  /** The model may be another one now. */
  model: v.string(),
  writer,
  /** Whether what came so far is thrown away. */
  anew: v.boolean(),
});

/** What a failure was, as it is shown; the same words after a reload. */
export const failure = v.object({
  /** `ServiceErrorKind`, or `other`. */
  kind: v.string(),
  message: v.string(),
  /** `Remedy` of `ui/error-words.ts`. */
  remedies: v.array(v.string()),
  requestId: v.optional(v.string()),
});

const count = v.optional(number);

/** A reply has ended: finished, stopped by the person, or failed. Only the window that writes it says so. */
export const replyEnded = v.object({
  type: v.literal('ended'),
  id,
  at: time,
  outcome: v.picklist(['finished', 'stopped', 'failed']),
  finish_reason: v.optional(v.string()),
  /** §2; of the whole request, so all candidates have the same. */
  usage: v.optional(v.object({ prompt_tokens: count, completion_tokens: count, total_tokens: count })),
  /** Whether `usage` was counted here, since the service did not tell. */
  isEstimate: v.optional(v.boolean()),
  failure: v.optional(failure),
  /** How many messages at the start of the conversation were left out of the request. */
  leftOut: v.optional(number),
  /** What `max_tokens` was lowered to. */
  max_tokens: v.optional(number),
});

/** Among the branches that it is one of, this message is shown. */
export const selected = v.object({ type: v.literal('selected'), id });

export const titled = v.object({ type: v.literal('titled'), title: v.string() });

/** What the person chose for this conversation alone; a field that is `null` goes back to the settings'. */
export const configured = v.object({
  type: v.literal('configured'),
  model: v.optional(v.nullable(v.string())),
  /** The system prompt's text. */
  system: v.optional(v.nullable(v.string())),
  /** By wire names (§4.4). */
  parameters: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
});

export const chatEvent = v.variant('type', [
  userMessage,
  replyMessage,
  replyText,
  replyResumed,
  replyEnded,
  selected,
  titled,
  configured,
]);

export type ChatEvent = v.InferOutput<typeof chatEvent>;
export type Attachment = v.InferOutput<typeof attachment>;
export type Writer = v.InferOutput<typeof writer>;
export type Failure = v.InferOutput<typeof failure>;
export type Usage = NonNullable<v.InferOutput<typeof replyEnded>['usage']>;
