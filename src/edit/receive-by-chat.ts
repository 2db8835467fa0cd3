import { loadTokenizer } from '../models/tokens.ts';
import { ServiceError } from '../service/errors.ts';
import type { Message } from '../service/request-schema.ts';
import type { Usage } from '../service/response-schema.ts';
import type { Choice, EditJob, Received } from './edit-job.ts';
import { fallbackPrompt } from './fallback-prompt.ts';

/** UTF-16 units; a text beyond this is an attack or a mistake, and is stopped. */
const LONGEST_ANSWER = 16 * 1024 * 1024;

/** Tokens kept free of a `max_tokens` that is as large as it can be: counts differ. */
const SPARE = 64;
/** The same, as a share of the prompt, where its count is an estimate. */
const ESTIMATE_MARGIN = 1.1;

/**
 * The answer of a chat completion (§4.4). It streams, so that a long one neither meets the deadline of the first byte nor
 * comes unannounced.
 *
 * @throws {ServiceError}
 */
export async function receiveByChat(job: EditJob): Promise<Received> {
  try {
    return await ask(job, true);
  } catch (error) {
    // Models whose context is shorter than it was taken to be; they say so before anything comes.
    if (ServiceError.is(error, 'contextLength') && (job.task.before !== '' || job.task.after !== '')) {
      return ask(job, false);
    }
    throw error;
  }
}

async function ask(job: EditJob, withSurroundings: boolean): Promise<Received> {
  const { messages, markers } = await fallbackPrompt(job.task, { ...job, withSurroundings });
  const first = await receive(job, messages);
  const max_tokens = await roomForMore(job, messages, first.choices);
  if (max_tokens === undefined) {
    return { ...first, path: 'chat', markers };
  }
  try {
    return { ...(await receive(job, messages, max_tokens)), path: 'chat', markers };
  } catch (error) {
    if (ServiceError.is(error, 'cancelled')) {
      throw error;
    }
    // It was too much for this model after all; half an answer is better than none.
    return { ...first, path: 'chat', markers };
  }
}

type ChatAnswer = Pick<Received, 'choices' | 'usage'>;

async function receive(job: EditJob, messages: Message[], max_tokens?: number): Promise<ChatAnswer> {
  const { client, model, parameters, signal } = job;
  const most = typeof parameters.n === 'number' ? parameters.n : 1;
  const parts = new Map<number, { index: number; text: string; finish_reason?: string }>();
  let characters = 0;
  let usage: Usage;
  const request = { ...parameters, model, messages, ...(max_tokens !== undefined && { max_tokens }) };
  for await (const chunk of client.streamChatCompletion(request, { signal })) {
    for (const { index, delta, finish_reason } of chunk.choices) {
      // A candidate that nobody asked for has no place.
      if (!Number.isInteger(index) || index < 0 || index >= most) {
        continue;
      }
      const choice = parts.get(index) ?? { index, text: '' };
      parts.set(index, choice);
      const content = delta.content ?? '';
      choice.text += content;
      characters += content.length;
      if (finish_reason) {
        choice.finish_reason = finish_reason;
      }
      if (choice.text.length > LONGEST_ANSWER) {
        throw new ServiceError('invalidResponse', 'The service sent an answer without end. It was stopped.');
      }
    }
    usage = chunk.usage ?? usage;
    job.onProgress?.(characters);
  }
  return { choices: [...parts.values()], usage };
}

/**
 * The `max_tokens` to ask with once more, where an answer was cut though the context has much room left: some services
 * stop at a few hundred tokens unless they are told. None is sent at first, since others refuse to be told.
 */
async function roomForMore(
  { contextLength, isEstimate }: EditJob,
  messages: readonly Message[],
  choices: readonly Choice[],
): Promise<number | undefined> {
  const cut = choices.filter(({ finish_reason }) => finish_reason === 'length');
  if (cut.length === 0) {
    return undefined;
  }
  const tokenizer = await loadTokenizer();
  const count = (text: string): number => tokenizer.count(text, contextLength);
  const prompt = messages.reduce((sum, { content }) => sum + count(content), 0);
  const room = Math.floor(contextLength - prompt * (isEstimate ? ESTIMATE_MARGIN : 1) - SPARE);
  const longest = cut.reduce((most, { text }) => Math.max(most, count(text)), 0);
  return longest < room / 2 ? room : undefined;
}
