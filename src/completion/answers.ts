import type { Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { CompletionRequest } from '../service/request-schema.ts';
import type { Place } from './places.ts';
import { type Asked, mayRefuseList, onePromptEach, refusedIn, withoutRefused } from './refusals.ts';
import type { PlannedRequest } from './requests.ts';
import type { StreamWriter } from './stream-writer.ts';
import { EchoFilter } from './text-flow.ts';

/** What came of the requests. */
export interface Answers {
  /** Why it did not come to its end; absent also when the person ended it. */
  readonly error: unknown;
  readonly isEmpty: boolean;
  /** A `finish_reason` of `length` (§2). */
  readonly wasCut: boolean;
  /** The answers beyond the first that `n` asked for; only kept where there is one place. */
  readonly alternatives: readonly string[];
}

interface Choice {
  readonly index: number;
  readonly text: string;
  readonly finish_reason?: string | null | undefined;
}

/** Told of what happens meanwhile. */
export interface AnswersListener {
  /** So many characters have come by now. */
  onProgress(characters: number): void;
  /** The model was found to refuse what stands behind a cursor, and is asked once more without it. */
  onSuffixRefused(): void;
}

/** Sends the requests side by side and writes the first answer for each place as it comes. */
export async function receiveAnswers(
  { client, refused }: Asked<Pick<Client, 'createCompletion' | 'streamCompletion'>>,
  planned: readonly PlannedRequest[],
  places: readonly Place[],
  writer: Pick<StreamWriter, 'append'>,
  controller: AbortController,
  listener: AnswersListener,
): Promise<Answers> {
  const { signal } = controller;
  const alternatives: string[] = [];
  let characters = 0;
  let wasCut = false;

  const receive = async ({ request, places: ours }: PlannedRequest): Promise<void> => {
    const n = typeof request.n === 'number' ? request.n : 1;
    const filters = new Map<number, EchoFilter>();
    let hasBegun = false;
    const take = (choice: Choice): void => {
      const place = ours[Math.floor(choice.index / n)];
      if (place === undefined) {
        return;
      }
      const prompt = request.echo ? (places[place]?.passage.prompt ?? '') : '';
      const filter = filters.get(choice.index) ?? new EchoFilter(prompt);
      filters.set(choice.index, filter);
      const text = filter.push(choice.text) + (choice.finish_reason ? filter.end() : '');
      const candidate = choice.index % n;
      if (candidate > 0) {
        alternatives[candidate - 1] = (alternatives[candidate - 1] ?? '') + text;
        return;
      }
      wasCut ||= choice.finish_reason === 'length';
      characters += text.length;
      writer.append(place, text);
      listener.onProgress(characters);
    };
    const send = async (asked: CompletionRequest): Promise<void> => {
      if (asked.stream === false) {
        (await client.createCompletion(asked, { signal })).choices.forEach(take);
        return;
      }
      for await (const chunk of client.streamCompletion(asked, { signal })) {
        hasBegun = true;
        chunk.choices.forEach(take);
      }
    };
    const ask = async (asked: CompletionRequest): Promise<void> => {
      try {
        await send(asked);
      } catch (thrown) {
        const found = hasBegun ? undefined : refusedIn(thrown, asked);
        if (found === undefined) {
          throw thrown;
        }
        if (found === 'suffix' && !refused.has(found)) {
          listener.onSuffixRefused();
        }
        refused.add(found);
        await ask(withoutRefused(asked, new Set([found])));
      }
    };
    await ask(withoutRefused(request, refused));
  };

  /** Several prompts one after the other, so that what fails does so once. */
  const receiveEach = async ({ request, places: ours }: PlannedRequest): Promise<void> => {
    for (const [at, each] of onePromptEach(request).entries()) {
      await receive({ request: each, places: ours.slice(at, at + 1) });
    }
  };

  const receiveAll = async (one: PlannedRequest): Promise<void> => {
    if (Array.isArray(one.request.prompt) && refused.has('list')) {
      return receiveEach(one);
    }
    try {
      await receive(one);
    } catch (thrown) {
      if (!mayRefuseList(thrown, one.request)) {
        throw thrown;
      }
      await receiveEach(one);
      // Had one of them been refused by itself, it would not have been the list.
      refused.add('list');
    }
  };

  let error: unknown;
  await Promise.all(
    planned.map(async (request) => {
      try {
        await receiveAll(request);
      } catch (thrown) {
        if (!(ServiceError.is(thrown, 'cancelled') && signal.aborted)) {
          error ??= thrown;
          // One failure is enough to tell.
          controller.abort();
        }
      }
    }),
  );
  return {
    error,
    isEmpty: characters === 0 && !signal.aborted,
    wasCut,
    alternatives:
      places.length === 1 && !signal.aborted ? Array.from(alternatives, (text) => text ?? '') : [],
  };
}
