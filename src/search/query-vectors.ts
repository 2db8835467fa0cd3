import type { Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { checkAnswer, EmbeddingError } from './embedding-answer.ts';
import type { IndexIdentity } from './index-folder.ts';

/** Texts whose vectors are kept. */
const KEPT = 100;

/** The vectors of texts that are searched for, those asked for last kept. */
export class QueryVectors {
  /** The one asked for last comes last. */
  readonly #vectors = new Map<string, readonly number[]>();

  /** @throws {ServiceError} */
  async of(
    text: string,
    identity: IndexIdentity,
    client: Pick<Client, 'createEmbeddings'>,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    const key = keyOf(text, identity);
    const vector = this.#vectors.get(key) ?? (await ask(text, identity.model, client, signal));
    this.#vectors.delete(key);
    this.#vectors.set(key, vector);
    for (const oldest of [...this.#vectors.keys()].slice(0, -KEPT)) {
      this.#vectors.delete(oldest);
    }
    return vector;
  }

  /** What did not fit is asked for anew. */
  forget(text: string, identity: IndexIdentity): void {
    this.#vectors.delete(keyOf(text, identity));
  }
}

function keyOf(text: string, { service, model }: IndexIdentity): string {
  return JSON.stringify([service, model, text]);
}

async function ask(
  input: string,
  model: string,
  client: Pick<Client, 'createEmbeddings'>,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const answer = await client.createEmbeddings({ model, input: input.toWellFormed() }, { signal });
  const [vector] = checkAnswer(answer, 1);
  if (vector === undefined || vector instanceof EmbeddingError) {
    throw new ServiceError('invalidResponse', vector?.message ?? 'The answer has no vector.');
  }
  return vector;
}
