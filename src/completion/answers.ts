import type { Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { Place } from './places.ts';
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

/** Sends the requests side by side and writes the first answer for each place as it comes. */
export async function receiveAnswers(
  client: Client,
  planned: readonly PlannedRequest[],
  places: readonly Place[],
  writer: StreamWriter,
  controller: AbortController,
  onProgress: (characters: number) => void,
): Promise<Answers> {
  const { signal } = controller;
  const alternatives: string[] = [];
  let characters = 0;
  let wasCut = false;

  const receive = async ({ request, places: ours }: PlannedRequest): Promise<void> => {
    const n = typeof request.n === 'number' ? request.n : 1;
    const filters = new Map<number, EchoFilter>();
    const take = (choice: Choice): void => {
      const place = ours[Math.floor(choice.index / n)];
      if (place === undefined) {
        return;
      }
      const prompt = request.echo ? (places[place]?.passage.prompt ?? '') : '';
      const filter = filters.get(choice.index) ?? new EchoFilter(prompt);
      filters.set(choice.index, filter);
      const text = filter.push(choice.text);
      const candidate = choice.index % n;
      if (candidate > 0) {
        alternatives[candidate - 1] = (alternatives[candidate - 1] ?? '') + text;
        return;
      }
      wasCut ||= choice.finish_reason === 'length';
      characters += text.length;
      writer.append(place, text);
      onProgress(characters);
    };
    if (request.stream === false) {
      (await client.createCompletion(request, { signal })).choices.forEach(take);
      return;
    }
    for await (const chunk of client.streamCompletion(request, { signal })) {
      chunk.choices.forEach(take);
    }
  };

  let error: unknown;
  await Promise.all(
    planned.map(async (request) => {
      try {
        await receive(request);
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
