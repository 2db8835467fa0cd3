import { ServiceError } from '../service/errors.ts';
import { isOperationMissing } from '../service/missing-operation.ts';
import { cleanAnswer } from './clean-answer.ts';
import type { Choice, EditJob, Received } from './edit-job.ts';
import type { CutCause, EditAnswers, EditText } from './edit-task.ts';
import { receiveByChat } from './receive-by-chat.ts';

/**
 * Asks `/v1/edits` (§4.5) for the new text, or where the service has no such operation, chat completion (§4.4).
 *
 * @throws {ServiceError}
 */
export async function receiveEdit(job: EditJob): Promise<EditAnswers> {
  return answersOf(job, await receive(job));
}

async function receive(job: EditJob): Promise<Received> {
  const { support, base } = job;
  if (!support.isMissing(base)) {
    try {
      return await receiveByEdits(job);
    } catch (error) {
      if (!isOperationMissing(error, 'choices')) {
        throw error;
      }
    }
    job.onFallback?.();
    const received = await receiveByChat(job);
    // Only what works is remembered: it may have been a passing fault of a service that has both.
    await support.remember(base);
    return received;
  }
  try {
    return await receiveByChat(job);
  } catch (error) {
    if (isRefusedByChat(error)) {
      // With neither, it is the address or the model that is wrong, and `/v1/edits` may be there by now.
      await support.forget(base);
    }
    throw error;
  }
}

/** Whether the service does not chat, or not with this model: one for edits, perhaps. */
function isRefusedByChat(error: unknown): boolean {
  return ServiceError.is(error, 'notFound') || isOperationMissing(error, 'choices');
}

async function receiveByEdits({ client, model, task, parameters, signal }: EditJob): Promise<Received> {
  const input = task.input.toWellFormed();
  const instruction = task.instruction.toWellFormed();
  const { choices, usage } = await client.createEdit(
    { ...parameters, model, input, instruction },
    { signal },
  );
  const told = choices.map(
    ({ index, text, finish_reason }): Choice => ({
      index,
      text,
      // Not of the interface, but some services tell.
      ...(typeof finish_reason === 'string' && { finish_reason }),
    }),
  );
  return { choices: told, usage, path: 'edits' };
}

function answersOf({ task, parameters }: EditJob, { choices, usage, path, markers }: Received): EditAnswers {
  const context = { ...task, markers };
  const all = choices
    .toSorted((a, b) => a.index - b.index)
    .slice(0, typeof parameters.n === 'number' ? parameters.n : 1)
    .map(({ text, finish_reason }): EditText => {
      const cut = cutCauseOf(finish_reason);
      return { text: cleanAnswer(text, context), ...(cut && { cut }) };
    });
  const filled = all.filter(({ text }) => !isEmpty(text, task.input));
  const changed = filled.filter(({ text }) => text !== task.input);
  const cut = filled.length === 0 ? all.find((text) => text.cut)?.cut : undefined;
  return {
    outcome: changed.length > 0 ? 'changed' : filled.length > 0 ? 'unchanged' : 'empty',
    texts: distinct(changed),
    ...(cut && { cut }),
    ...(usage && { usage }),
    path,
  };
}

function cutCauseOf(finish_reason: string | undefined): CutCause | undefined {
  return finish_reason === 'length' || finish_reason === 'content_filter' ? finish_reason : undefined;
}

/** Blank text is nothing, unless it is blank text that was to change. */
function isEmpty(text: string, input: string): boolean {
  return text.trim() === '' && (input === '' || input.trim() !== '');
}

/** Each text once; where one of two alike is whole, that one. */
function distinct(texts: readonly EditText[]): EditText[] {
  const found = new Map<string, EditText>();
  for (const text of texts) {
    const same = found.get(text.text);
    if (!same || (same.cut && !text.cut)) {
      found.set(text.text, text);
    }
  }
  return [...found.values()];
}
