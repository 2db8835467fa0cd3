import type { Client } from '../service/client.ts';
import type { CompletionRequest } from '../service/request-schema.ts';
import type { Completion, CompletionChunk } from '../service/response-schema.ts';
import type { CandidateSet } from './candidate-set.ts';
import {
  type Asked,
  mayRefuseList,
  onePromptEach,
  type Refused,
  refusedIn,
  withoutRefused,
} from './refusals.ts';

export interface Received {
  /** As the service counts them (§2), where it does. */
  readonly completionTokens: number;
  /** What the model was found to refuse, and was asked once more without. */
  readonly refused: readonly Refused[];
}

/**
 * Sends the request, and puts what comes into the set as it comes.
 *
 * @param onProgress something has come
 */
export async function receiveCandidates(
  { client, refused }: Asked<Pick<Client, 'createCompletion' | 'streamCompletion'>>,
  request: CompletionRequest,
  set: CandidateSet,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<Received> {
  const n = typeof request.n === 'number' ? request.n : 1;
  let completionTokens = 0;
  /** @param place which one the request is for, where it is for one of several */
  const send = async (sent: CompletionRequest, place: number | undefined): Promise<void> => {
    let counted = 0;
    const take = ({ choices, usage }: Completion | CompletionChunk): void => {
      for (const choice of choices) {
        if (place === undefined) {
          set.take(choice);
        } else if (Math.floor(choice.index / n) === 0) {
          set.take({ ...choice, index: place * n + choice.index });
        }
      }
      completionTokens += (usage?.completion_tokens ?? counted) - counted;
      counted = usage?.completion_tokens ?? counted;
      onProgress();
    };
    if (sent.stream === false) {
      take(await client.createCompletion(sent, { signal }));
      return;
    }
    for await (const chunk of client.streamCompletion(sent, { signal })) {
      take(chunk);
    }
  };
  /** Resolves with what was found to be refused. */
  const ask = async (sent: CompletionRequest, place?: number): Promise<Refused[]> => {
    if (Array.isArray(sent.prompt) && refused.has('list')) {
      return askEach(sent);
    }
    const before = set.comingCount;
    try {
      await send(sent, place);
      return [];
    } catch (error) {
      const found = set.comingCount > before ? undefined : refusedIn(error, sent);
      if (found !== undefined) {
        return [found, ...(await ask(withoutRefused(sent, new Set([found])), place))];
      }
      if (mayRefuseList(error, sent)) {
        return ['list', ...(await askEach(sent))];
      }
      throw error;
    }
  };
  /** One after the other, so that what fails does so once. */
  const askEach = async (sent: CompletionRequest): Promise<Refused[]> => {
    const found: Refused[] = [];
    for (const [place, each] of onePromptEach(sent).entries()) {
      found.push(...(await ask(withoutRefused(each, new Set(found)), place)));
    }
    return found;
  };
  const found = await ask(withoutRefused(request, refused));
  for (const each of found) {
    refused.add(each);
  }
  return { completionTokens, refused: found };
}
