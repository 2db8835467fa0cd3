import assert from 'node:assert/strict';
import { receiveAnswers } from '../../../src/completion/answers.ts';
import { CandidateSet } from '../../../src/completion/candidate-set.ts';
import type { Place } from '../../../src/completion/places.ts';
import { receiveCandidates } from '../../../src/completion/receive-candidates.ts';
import type { Refused } from '../../../src/completion/refusals.ts';
import { planRequests } from '../../../src/completion/requests.ts';
import { Client } from '../../../src/service/client.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import type { CompletionRequest } from '../../../src/service/request-schema.ts';
import { type SampleService, startSampleService } from '../../service/sample-service.ts';

const NOT_DECODED = {
  type: 'status',
  status: 400,
  error: { message: 'json: cannot unmarshal array into Go struct field prompt of type string', param: null },
} as const;

describe('a service that takes one prompt in a request', () => {
  let service: SampleService;
  let client: Client;
  let refused: Set<Refused>;

  before(async () => {
    service = await startSampleService();
    client = new Client({ baseUrl: service.baseUrl, apiKey: service.apiKey ?? undefined, retries: 0 });
  });

  beforeEach(() => {
    refused = new Set();
  });

  afterEach(() => service.reset());

  after(async () => {
    await client.close();
    await service.close();
  });

  const prompts = (): unknown[] => service.requests.map(({ json }) => Object(json).prompt);

  /** What Complete Selection would write at each place. */
  async function complete(texts: readonly string[]): Promise<{ written: string[]; error: unknown }> {
    const places: Place[] = texts.map((prompt) => ({ offset: 0, passage: { prompt }, isCursor: false }));
    const written = texts.map(() => '');
    const { error } = await receiveAnswers(
      { client, refused },
      planRequests(places, 'complete-1', { max_tokens: 4 }),
      places,
      {
        append: (place, text) => {
          written[place] += text;
        },
      },
      new AbortController(),
      { onProgress: () => {}, onSuffixRefused: () => {} },
    );
    return { written, error };
  }

  /** The places of the candidates that come, with their numbers. */
  async function candidates(texts: readonly string[], n: number, request: Partial<CompletionRequest> = {}) {
    const set = new CandidateSet(texts);
    set.begin(n, false);
    const asked = { model: 'complete-1', prompt: [...texts], n, max_tokens: 4, ...request };
    const { signal } = new AbortController();
    const received = await receiveCandidates({ client, refused }, asked, set, signal, () => {});
    set.end(true);
    return { received, came: set.changes().candidates.map(({ place, number }) => [place, number]) };
  }

  it('is asked for each by itself, each answer at its place, and remembered', async () => {
    service.fault(NOT_DECODED);
    const { written, error } = await complete(['The tide', 'A river', 'The rain']);
    assert.equal(error, undefined);
    assert.ok(written.every((text) => text !== ''));
    assert.deepEqual(prompts(), [['The tide', 'A river', 'The rain'], 'The tide', 'A river', 'The rain']);
    await complete(['one', 'two']);
    assert.deepEqual(prompts().slice(4), ['one', 'two']);
  });

  it('is asked for candidates of each by itself, and for no more than it takes', async () => {
    service.fault(NOT_DECODED);
    service.fault({ type: 'status', status: 400, error: { message: 'No logprobs.', param: 'logprobs' } });
    const { received, came } = await candidates(['The tide', 'A river'], 2, { logprobs: 5, max_tokens: 12 });
    assert.deepEqual(came, [
      [0, 1],
      [0, 2],
      [1, 1],
      [1, 2],
    ]);
    assert.deepEqual(received.refused, ['list', 'logprobs']);
    assert.deepEqual(prompts(), [['The tide', 'A river'], 'The tide', 'The tide', 'A river']);
    service.reset();
    await candidates(['one', 'two'], 1, { logprobs: 5, stream: false });
    assert.deepEqual(prompts(), ['one', 'two']);
  });

  it('counts the tokens of all its answers', async () => {
    refused.add('list');
    const { received } = await candidates(['The tide', 'A river'], 1, { stream: false });
    assert.equal(received.completionTokens, 8);
  });

  it('keeps what came before one was refused, which says nothing of lists', async () => {
    service.fault(NOT_DECODED);
    service.fault({ type: 'latency', ms: 0 });
    service.fault({ type: 'status', status: 400, error: { message: 'Not this text.' } });
    const { written, error } = await complete(['The tide', 'A river', 'The rain']);
    assert.ok(ServiceError.is(error, 'badRequest') && error.message === 'Not this text.');
    assert.deepEqual(
      written.map((text) => text !== ''),
      [true, false, false],
    );
    assert.equal(service.requests.length, 3);
    assert.equal(refused.size, 0);
  });

  it('is not what refuses another field', async () => {
    const error = { message: 'Too many.', param: 'max_tokens' };
    service.fault({ type: 'status', status: 400, error }, { times: 2 });
    await complete(['The tide', 'A river']);
    await assert.rejects(candidates(['The tide', 'A river'], 1), /Too many/);
    assert.equal(service.requests.length, 2);
  });
});
