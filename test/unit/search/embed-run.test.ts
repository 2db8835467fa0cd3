import assert from 'node:assert/strict';
import { hashOf } from '../../../src/search/chunks.ts';
import type { TextToEmbed } from '../../../src/search/embed-plan.ts';
import { type EmbedOptions, type EmbedOutcome, EmbedRun } from '../../../src/search/embed-run.ts';
import { EmbeddingError } from '../../../src/search/embedding-answer.ts';
import { cancelled, ServiceError } from '../../../src/service/errors.ts';
import type { EmbeddingResult } from '../../../src/service/response-schema.ts';
import { useIndexes, vectorOf } from './index-fixture.ts';

type Embed = EmbedOptions['client']['createEmbeddings'];
type Options = Parameters<Embed>[1];

const texts = (count: number): TextToEmbed[] =>
  Array.from({ length: count }, (_, index) => ({ hash: hashOf(`t${index}`), text: `t${index}`, tokens: 10 }));

function listOf(input: string | string[]): string[] {
  return typeof input === 'string' ? [input] : input;
}

function answer(input: string | string[], dimension = 8): EmbeddingResult {
  const data = listOf(input).map((text, index) => ({
    object: null,
    index,
    embedding: vectorOf(text, dimension),
  }));
  return { object: null, model: null, usage: null, data };
}

const limits = { mostTexts: 4, mostTokens: 1000 };

describe('EmbedRun', () => {
  const indexes = useIndexes();

  /** Runs against a service, and tells what was sent. */
  async function run(
    service: (input: string | string[], options: Options) => EmbeddingResult | Promise<EmbeddingResult>,
    toSend = texts(10),
    more: Partial<EmbedOptions> = {},
  ) {
    const index = await indexes.open();
    const sent: (string | string[])[] = [];
    const createEmbeddings: Embed = async ({ input }, options) => {
      sent.push(input);
      return service(input, options);
    };
    const options = { client: { createEmbeddings }, model: 'm', index, texts: toSend, limits, ...more };
    return { index, sent, outcome: await new EmbedRun(options).run() };
  }

  function kinds({ refused }: EmbedOutcome): Record<string, string> {
    return Object.fromEntries(
      refused.map(({ hash, error }) => [
        texts(20).find((text) => text.hash === hash)?.text ?? hash,
        error.kind,
      ]),
    );
  }

  it('sends batches and keeps each', async () => {
    const { index, sent, outcome } = await run((input) => answer(input));
    assert.deepEqual(
      sent.map((input) => listOf(input).length),
      [4, 4, 2],
    );
    assert.deepEqual([outcome.end, outcome.stored, outcome.tokens], ['done', 10, 100]);
    assert.equal(index.size, 10);
    assert.deepEqual(outcome.refused, []);
  });

  it('sends a single text as the interface shows it', async () => {
    const { sent } = await run((input) => answer(input), texts(1));
    assert.deepEqual(sent, ['t0']);
  });

  it('has at most two requests under way', async () => {
    let now = 0;
    let most = 0;
    await run(async (input) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise(setImmediate);
      now -= 1;
      return answer(input);
    }, texts(40));
    assert.equal(most, 2);
  });

  it('keeps what is good, and asks for what is missing once more', async () => {
    const { outcome, index, sent } = await run((input) => {
      const whole = answer(input);
      // Of more than two, the second is left out; of t5 there is never one.
      const data = whole.data.filter(
        ({ index: at }) => !(whole.data.length > 2 && at === 1) && listOf(input)[at] !== 't5',
      );
      return { ...whole, data: data.reverse() };
    });
    assert.deepEqual(kinds(outcome), { t5: 'missing' });
    assert.deepEqual([outcome.end, outcome.stored, index.size], ['done', 9, 9]);
    assert.ok(sent.length <= 6);
  });

  it('leaves out vectors that are none, and keeps the others', async () => {
    const bad: Record<string, number[]> = {
      t2: new Array(8).fill(0),
      t6: [...vectorOf('', 7), Number.NaN],
      t7: [...vectorOf('', 7), Number.POSITIVE_INFINITY],
    };
    const { outcome, sent } = await run((input) => {
      const whole = answer(input);
      const data = whole.data.map((each) => ({
        ...each,
        embedding: bad[listOf(input)[each.index] ?? ''] ?? each.embedding,
      }));
      return { ...whole, data };
    });
    assert.deepEqual(kinds(outcome), { t2: 'zero', t6: 'notFinite', t7: 'notFinite' });
    assert.deepEqual([outcome.end, outcome.stored, sent.length], ['done', 7, 3]);
  });

  it('ends when vectors become longer midway, with what had come', async () => {
    let count = 0;
    const { outcome, index } = await run((input) => {
      count += 1;
      return answer(input, count > 2 ? 16 : 8);
    }, texts(40));
    assert.equal(outcome.end, 'failed');
    assert.ok(EmbeddingError.is(outcome.error, 'dimension'));
    assert.deepEqual([outcome.stored, index.size, index.dimension], [8, 8, 8]);
    assert.ok(count <= 4, 'no more is spent');
  });

  it('finds the text that the service refuses, and goes on with the others', async () => {
    const refusal = new ServiceError('contextLength', 'Too long.');
    const { outcome, index } = await run((input) => {
      if (listOf(input).includes('t6')) {
        throw refusal;
      }
      return answer(input);
    });
    assert.deepEqual(kinds(outcome), { t6: 'refused' });
    assert.equal(outcome.refused[0]?.error.cause, refusal);
    assert.deepEqual([outcome.end, index.size], ['done', 9]);
  });

  it('sends texts one by one to a service that takes no lists, and asks no longer', async () => {
    const { outcome, sent } = await run((input) => {
      if (typeof input !== 'string') {
        throw new ServiceError('badRequest', 'input must be a string.');
      }
      return answer(input);
    }, texts(40));
    assert.deepEqual([outcome.end, outcome.stored], ['done', 40]);
    assert.ok(sent.length <= 40 + 10, `${sent.length} requests`);
  });

  it('does not try all texts with a service that takes none', async () => {
    const refusal = new ServiceError('badRequest', 'No such model.');
    const { outcome, sent } = await run(() => {
      throw refusal;
    }, texts(500));
    assert.equal(outcome.end, 'failed');
    assert.equal(outcome.error, refusal);
    assert.ok(sent.length <= 16, `${sent.length} requests`);
  });

  for (const kind of ['authentication', 'quota', 'rateLimit', 'server', 'connection', 'notFound'] as const) {
    it(`ends at once by ${kind}, with what had come`, async () => {
      let count = 0;
      const { outcome, index } = await run((input) => {
        count += 1;
        if (count === 3) {
          throw new ServiceError(kind, 'It failed.');
        }
        return answer(input);
      }, texts(100));
      assert.equal(outcome.end, 'failed');
      assert.ok(ServiceError.is(outcome.error, kind));
      assert.equal(index.size, outcome.stored);
      assert.ok(outcome.stored >= 8 && count <= 5);
    });
  }

  it('ends at once by a web page, as a log-in in between gives it', async () => {
    const { outcome, sent } = await run(() => {
      throw new ServiceError('invalidResponse', 'A page.', { status: 200, code: 'webPage' });
    }, texts(100));
    assert.equal(outcome.end, 'failed');
    assert.ok(sent.length <= 2, `${sent.length} requests`);
  });

  it('is cancelled, and resumed with what is left', async () => {
    const controller = new AbortController();
    const { outcome, index } = await run(
      (input, options) => {
        if (listOf(input).includes('t13')) {
          controller.abort();
        }
        if (options?.signal?.aborted) {
          throw cancelled(options.signal);
        }
        return answer(input);
      },
      texts(40),
      { signal: controller.signal },
    );
    assert.deepEqual([outcome.end, outcome.error], ['cancelled', undefined]);
    assert.equal(index.size, outcome.stored);
    await index.close();
    const left = texts(40).filter(({ hash }) => !index.has(hash));
    const second = await run((input) => answer(input), left);
    assert.equal(second.outcome.stored, 40 - outcome.stored);
    assert.equal(second.index.size, 40);
  });

  it('begins nothing when it was cancelled before, also while it is paused', async () => {
    const aborted = await run((input) => answer(input), texts(5), { signal: AbortSignal.abort() });
    assert.deepEqual([aborted.outcome.end, aborted.sent], ['cancelled', []]);
    await aborted.index.close();
    const index = await indexes.open();
    const controller = new AbortController();
    const client = { createEmbeddings: (): never => assert.fail('it is paused') };
    const paused = new EmbedRun({ client, model: 'm', index, texts: texts(5), signal: controller.signal });
    paused.pause();
    const running = paused.run();
    controller.abort();
    assert.equal((await running).end, 'cancelled');
  });

  it('pauses and resumes', async () => {
    const index = await indexes.open();
    const sent: number[] = [];
    const told: number[] = [];
    const createEmbeddings: Embed = async ({ input }) => {
      sent.push(listOf(input).length);
      if (sent.length === 2) {
        embedding.pause();
      }
      return answer(input);
    };
    const paused = Promise.withResolvers<void>();
    const embedding = new EmbedRun({
      client: { createEmbeddings },
      model: 'm',
      index,
      texts: texts(40),
      limits,
      onProgress: ({ stored }) => {
        told.push(stored);
        if (stored === 8) {
          paused.resolve();
        }
      },
    });
    const running = embedding.run();
    await paused.promise;
    await new Promise(setImmediate);
    assert.ok(embedding.isPaused);
    assert.equal(sent.length, 2, 'those under way have come to their end');
    embedding.resume();
    assert.equal((await running).stored, 40);
    assert.equal(told.at(-1), 40);
  });

  it('ends by an error of what it gets its texts from', async () => {
    async function* failing(): AsyncGenerator<TextToEmbed> {
      yield* texts(5);
      throw new Error('The disk is gone.');
    }
    const { outcome } = await run((input) => answer(input), [], { texts: failing() });
    assert.equal(outcome.end, 'failed');
    assert.match(String(outcome.error), /disk is gone/);
    assert.equal(outcome.stored, 4);
  });
});
