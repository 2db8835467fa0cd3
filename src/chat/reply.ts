import type { Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { ChatCompletionRequest } from '../service/request-schema.ts';
import type { ChatCompletion, ChatCompletionChunk } from '../service/response-schema.ts';
import type { ChatEvent, Failure, Usage } from './events.ts';

/** What is to be sent, and what was done to make it fit the context length (§8). */
export interface PlannedRequest {
  readonly request: ChatCompletionRequest;
  /** Messages left out at the conversation's start. */
  readonly leftOut: number;
  /** What `max_tokens` was lowered to, if it was. */
  readonly lowered?: number | undefined;
  /** Whether a smaller request than this one can be made. */
  readonly canShrink: boolean;
  /** Tokens of its messages, as counted here. */
  readonly used: number;
}

/** What a reply is at before its text comes. */
export type ReplyStatus =
  | { readonly kind: 'waiting' }
  /** The service found the conversation too long: more of it is left out. */
  | { readonly kind: 'shrinking' }
  /** Seconds until the next try. */
  | { readonly kind: 'retrying'; readonly delay: number };

export interface ReplyJob {
  readonly client: Client;
  /**
   * @param refused why the service found the request before too long: this one is to be smaller
   * @throws {ServiceError} where nothing can be sent
   */
  readonly plan: (refused?: ServiceError) => Promise<PlannedRequest>;
  /** The reply that is written, of choice 0. It has begun already. */
  readonly reply: string;
  /** Begins the reply of another choice, and gives its id. */
  readonly begin: (choice: number) => string;
  readonly append: (event: ChatEvent) => void;
  readonly onStatus: (status: ReplyStatus) => void;
  /** Counts tokens, where the service does not tell. */
  readonly count: (text: string) => Promise<number>;
  readonly failureOf: (error: unknown) => Failure;
  readonly signal: AbortSignal;
}

/** UTF-16 units; a reply beyond this is an attack or a mistake, and is stopped. */
const LONGEST_REPLY = 16 * 1024 * 1024;

/** One choice of the answer while it comes. */
interface Writing {
  readonly id: string;
  text: string;
  finish_reason: string | undefined;
}

/**
 * Asks for a reply and writes it into the conversation as it comes. It never fails: what goes wrong becomes the end
 * of the replies. An answer that the service refuses for its length is asked for once more with less.
 */
export async function writeReply(job: ReplyJob): Promise<void> {
  const writing = new Map<number, Writing>([[0, { id: job.reply, text: '', finish_reason: undefined }]]);
  let planned: PlannedRequest | undefined;
  let usage: Usage | undefined;
  let error: unknown;
  try {
    job.onStatus({ kind: 'waiting' });
    planned = await job.plan();
    try {
      usage = await receive(job, planned, writing);
    } catch (thrown) {
      const hasBegun = [...writing.values()].some(({ text }) => text !== '');
      if (!ServiceError.is(thrown, 'contextLength') || hasBegun || !planned.canShrink) {
        throw thrown;
      }
      job.onStatus({ kind: 'shrinking' });
      planned = await job.plan(thrown);
      usage = await receive(job, planned, writing);
    }
  } catch (thrown) {
    error = thrown;
  }
  const told = usage ?? (planned && (await estimate(job, planned, [...writing.values()])));
  const wasStopped = job.signal.aborted && (error === undefined || ServiceError.is(error, 'cancelled'));
  for (const { id, finish_reason } of writing.values()) {
    // What one choice had finished before the stream broke is whole.
    const failed = error !== undefined && finish_reason === undefined;
    job.append({
      type: 'ended',
      id,
      at: Date.now(),
      outcome: !failed ? 'finished' : wasStopped ? 'stopped' : 'failed',
      ...(finish_reason !== undefined && { finish_reason }),
      ...(told && { usage: told }),
      ...(told && !usage && { isEstimate: true }),
      ...(failed && !wasStopped && { failure: job.failureOf(error) }),
      ...(planned && planned.leftOut > 0 && { leftOut: planned.leftOut }),
      ...(planned?.lowered !== undefined && { max_tokens: planned.lowered }),
    });
  }
}

/** @throws {ServiceError} */
async function receive(
  job: ReplyJob,
  { request }: PlannedRequest,
  writing: Map<number, Writing>,
): Promise<Usage | undefined> {
  const { client, signal, onStatus } = job;
  const options = {
    signal,
    onRetry: (delay: number) => onStatus({ kind: 'retrying', delay }),
  };
  const choices = typeof request.n === 'number' ? request.n : 1;
  const take = (
    index: number,
    content: string | null | undefined,
    finish_reason: string | null | undefined,
  ): void => {
    // A choice that nobody asked for has no place.
    if (!Number.isInteger(index) || index < 0 || index >= choices) {
      return;
    }
    let choice = writing.get(index);
    if (!choice) {
      choice = { id: job.begin(index), text: '', finish_reason: undefined };
      writing.set(index, choice);
    }
    if (content) {
      job.append({ type: 'text', id: choice.id, text: content });
      choice.text += content;
    }
    choice.finish_reason = finish_reason ?? choice.finish_reason;
    if (choice.text.length > LONGEST_REPLY) {
      throw new ServiceError('invalidResponse', 'The service sent a reply without end. It was stopped.');
    }
  };
  if (request.stream === false) {
    const answer: ChatCompletion = await client.createChatCompletion(request, options);
    for (const { index, message, finish_reason } of answer.choices) {
      take(index, message.content, finish_reason ?? 'stop');
    }
    return usageOf(answer);
  }
  const { stream: _, ...streamed } = request;
  let usage: Usage | undefined;
  for await (const chunk of client.streamChatCompletion(streamed, options)) {
    for (const { index, delta, finish_reason } of chunk.choices) {
      take(index, delta.content, finish_reason);
    }
    usage = usageOf(chunk) ?? usage;
  }
  return usage;
}

/** Most services tell no usage in a stream. What nothing came of is taken to have cost nothing. */
async function estimate(
  job: ReplyJob,
  { used }: PlannedRequest,
  writing: readonly Writing[],
): Promise<Usage | undefined> {
  const texts = writing.map(({ text }) => text).filter((text) => text !== '');
  if (texts.length === 0) {
    return undefined;
  }
  try {
    const counts = await Promise.all(texts.map((text) => job.count(text)));
    const completion_tokens = counts.reduce((sum, count) => sum + count, 0);
    return { prompt_tokens: used, completion_tokens, total_tokens: used + completion_tokens };
  } catch {
    // A reply is worth having without its count.
    return undefined;
  }
}

function usageOf({ usage }: ChatCompletion | ChatCompletionChunk): Usage | undefined {
  if (!usage) {
    return undefined;
  }
  const { prompt_tokens, completion_tokens, total_tokens } = usage;
  return {
    ...(isCount(prompt_tokens) && { prompt_tokens }),
    ...(isCount(completion_tokens) && { completion_tokens }),
    ...(isCount(total_tokens) && { total_tokens }),
  };
}

/** JSON can have numbers that are none here, such as 1e999. */
function isCount(value: number | null | undefined): value is number {
  return Number.isFinite(value);
}
