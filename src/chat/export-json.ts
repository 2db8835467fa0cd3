import * as v from 'valibot';
import type { Conversation, Message } from './conversation.ts';
import type { Attachment } from './events.ts';

/** Version of the exported form. It is raised when a field changes its meaning, and not when one is added. */
export const EXPORT_VERSION = 1;

const id = v.string();
const time = v.pipe(v.string(), v.isoTimestamp());
const optionalText = v.optional(v.string());
const optionalNumber = v.optional(v.number());

const exportedAttachment = v.strictObject({
  kind: v.picklist(['selection', 'file']),
  name: v.string(),
  language: optionalText,
  /** First and last line, counted from 1. */
  lines: v.optional(v.tuple([v.number(), v.number()])),
  text: v.string(),
});

const exportedMessage = v.variant('role', [
  v.strictObject({
    role: v.literal('user'),
    id,
    /** The message before; `null` for one that begins the conversation. Messages of the same parent are branches. */
    parent: v.nullable(id),
    at: time,
    text: v.string(),
    attachments: v.array(exportedAttachment),
  }),
  v.strictObject({
    role: v.literal('assistant'),
    id,
    parent: v.nullable(id),
    at: time,
    model: v.string(),
    /** `index` of the choice, where several were asked for. */
    choice: v.number(),
    text: v.string(),
    /** `unfinished`: nobody ended it, or it is being written. */
    outcome: v.picklist(['finished', 'stopped', 'failed', 'unfinished']),
    finish_reason: optionalText,
    usage: v.optional(
      v.strictObject({
        prompt_tokens: optionalNumber,
        completion_tokens: optionalNumber,
        total_tokens: optionalNumber,
      }),
    ),
    failure: v.optional(v.strictObject({ kind: v.string(), message: v.string(), requestId: optionalText })),
    /** How many messages at the start were not sent with the request. */
    leftOut: optionalNumber,
    /** What `max_tokens` was lowered to. */
    max_tokens: optionalNumber,
  }),
]);

/** A conversation as others may read it: with all branches, and nothing of this machine. */
export const exportedConversation = v.strictObject({
  format: v.literal('inkwell-conversation'),
  version: v.literal(EXPORT_VERSION),
  id,
  title: v.string(),
  created: time,
  updated: time,
  exported: time,
  /** What was chosen for this conversation alone. */
  model: optionalText,
  system: optionalText,
  parameters: v.optional(v.record(v.string(), v.unknown())),
  messages: v.array(exportedMessage),
  /** The branch that was shown, as ids of messages from the first to the last. */
  shown: v.array(id),
});

export type ExportedConversation = v.InferOutput<typeof exportedConversation>;
type ExportedMessage = ExportedConversation['messages'][number];

/** @param now milliseconds since 1970 */
export function exportAsJson(conversation: Conversation, now: number): string {
  const { id, title, created, updatedAt, model, system, parameters } = conversation;
  const exported: ExportedConversation = {
    format: 'inkwell-conversation',
    version: EXPORT_VERSION,
    id,
    title,
    created: isoTime(created),
    updated: isoTime(updatedAt),
    exported: isoTime(now),
    ...(model !== undefined && { model }),
    ...(system !== undefined && { system }),
    ...(parameters && { parameters: { ...parameters } }),
    messages: Array.from(conversation.messages(), exportMessage),
    shown: conversation.path().map((message) => message.id),
  };
  return `${JSON.stringify(exported, undefined, 2)}\n`;
}

/** Also of a time that cannot be one, as a garbled file may have it. */
export function isoTime(at: number): string {
  return new Date(Math.abs(at) <= 8.64e15 ? at : 0).toISOString();
}

function exportMessage(message: Message): ExportedMessage {
  const { id, parent, text } = message;
  const at = isoTime(message.at);
  if (message.role === 'user') {
    return { role: 'user', id, parent, at, text, attachments: message.attachments.map(exportAttachment) };
  }
  const { model, choice, ended } = message;
  const { prompt_tokens, completion_tokens, total_tokens } = ended?.usage ?? {};
  return {
    role: 'assistant',
    id,
    parent,
    at,
    model,
    choice,
    text,
    outcome: ended?.outcome ?? 'unfinished',
    ...(ended?.finish_reason !== undefined && { finish_reason: ended.finish_reason }),
    ...(ended?.usage && {
      usage: {
        ...(prompt_tokens !== undefined && { prompt_tokens }),
        ...(completion_tokens !== undefined && { completion_tokens }),
        ...(total_tokens !== undefined && { total_tokens }),
      },
    }),
    ...(ended?.failure && {
      failure: {
        kind: ended.failure.kind,
        message: ended.failure.message,
        ...(ended.failure.requestId !== undefined && { requestId: ended.failure.requestId }),
      },
    }),
    ...(ended?.leftOut !== undefined && { leftOut: ended.leftOut }),
    ...(ended?.max_tokens !== undefined && { max_tokens: ended.max_tokens }),
  };
}

/** Without the document's address, which is a path on this machine. */
function exportAttachment(attachment: Attachment): v.InferOutput<typeof exportedAttachment> {
  const { kind, name, language, lines, text } = attachment;
  return {
    kind,
    name,
    ...(language !== undefined && { language }),
    ...(lines && { lines: [...lines] }),
    text,
  };
}
