import assert from 'node:assert/strict';
import * as v from 'valibot';
import { type ChatEvent, chatEvent } from '../../../src/chat/events.ts';
import { type PlannedRequest, type ReplyJob, type ReplyStatus, writeReply } from '../../../src/chat/reply.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import type { ChatCompletionRequest } from '../../../src/service/request-schema.ts';
import { chatEvents, chatParts, replyThroughGate, replyWith } from '../../host/support/chat-stream.ts';
import { CHAT, useClients } from '../service/client-fixture.ts';

type Ended = Extract<ChatEvent, { type: 'ended' }>;

/** What a job has written, by reply. */
class Written {
  readonly texts = new Map<string, string>();
  readonly ended = new Map<string, Ended>();
  readonly statuses: ReplyStatus[] = [];
  onText: (text: string) => void = () => {};

  append(event: ChatEvent): void {
    if (event.type === 'text') {
      assert.ok(!this.ended.has(event.id), 'text came for a reply that had ended');
      this.texts.set(event.id, (this.texts.get(event.id) ?? '') + event.text);
      this.onText(event.text);
    } else if (event.type === 'ended') {
      assert.ok(!this.ended.has(event.id), 'a reply ended twice');
      this.ended.set(event.id, event);
    }
  }

  /** Outcome and text of a reply. */
  of(id: string): [string | undefined, string | undefined] {
    return [this.ended.get(id)?.outcome, this.texts.get(id)];
  }
}

describe('writeReply', () => {
  const fixture = useClients();

  async function write(
    request: Partial<ChatCompletionRequest> = {},
    more: Partial<ReplyJob> & { written?: Written } = {},
  ): Promise<Written> {
    const { written = new Written(), ...job } = more;
    const planned: PlannedRequest = {
      request: { ...CHAT, ...request },
      leftOut: 0,
      canShrink: true,
      used: 7,
    };
    await writeReply({
      client: fixture.connect(),
      plan: async () => planned,
      reply: 'r0',
      begin: (choice) => `r${choice}`,
      append: (event) => written.append(event),
      onStatus: (status) => written.statuses.push(status),
      count: async (text) => text.length,
      failureOf: (error) => ({
        kind: ServiceError.is(error) ? error.kind : 'other',
        message: String(error),
        remedies: [],
      }),
      signal: new AbortController().signal,
      ...job,
    });
    return written;
  }

  it('writes what comes, and that it has ended', async () => {
    replyWith(fixture.service, 'Good ', 'day');
    const written = await write();
    assert.deepEqual(written.of('r0'), ['finished', 'Good day']);
    assert.equal(written.ended.get('r0')?.finish_reason, 'stop');
  });

  it('writes an answer that does not stream', async () => {
    const written = await write({ stream: false });
    assert.equal(written.of('r0')[0], 'finished');
    assert.ok(written.of('r0')[1]);
    assert.ok((written.ended.get('r0')?.usage?.prompt_tokens ?? 0) > 0);
    const [request] = fixture.service.requests;
    assert.equal((request?.json as { stream?: boolean } | undefined)?.stream, false);
  });

  it('keeps the choices apart however they interleave', async () => {
    const parts = [
      { index: 1, text: 'b1 ' },
      { index: 0, text: 'a1 ' },
      { index: 2, text: 'c1' },
      { index: 1, text: 'b2' },
      { index: 0, text: 'a2' },
      { index: 2, finish_reason: 'length' },
      { index: 1, finish_reason: 'stop' },
    ];
    fixture.service.fault({ type: 'bytes', slices: chatEvents(parts) });
    const written = await write({ n: 3 });
    assert.deepEqual(
      ['r0', 'r1', 'r2'].map((id) => written.of(id)),
      [
        ['finished', 'a1 a2'],
        ['finished', 'b1 b2'],
        ['finished', 'c1'],
      ],
    );
    assert.equal(written.ended.get('r2')?.finish_reason, 'length');
  });

  it('has no place for choices that nobody asked for', async () => {
    const parts = [{ index: 7, text: 'intruder' }, { index: 1, text: 'intruder' }, 'mine'];
    fixture.service.fault({ type: 'bytes', slices: chatEvents(parts) });
    const written = await write();
    assert.deepEqual([...written.texts], [['r0', 'mine']]);
  });

  it('takes the usage from a chunk without choices', async () => {
    fixture.service.fault({ type: 'framing', usageChunk: true });
    const written = await write();
    assert.equal(written.ended.get('r0')?.usage?.prompt_tokens, 1);
  });

  it('takes no usage that is no number of tokens', async () => {
    const chunk =
      '{"choices":[],"usage":{"prompt_tokens":1e999,"completion_tokens":-1e999,"total_tokens":3}}';
    fixture.service.fault({
      type: 'bytes',
      slices: [...chatParts(['word']), `data: ${chunk}\n\n`, 'data: [DONE]\n\n'],
    });
    const ended = (await write()).ended.get('r0');
    assert.deepEqual(ended?.usage, { total_tokens: 3 });
    // What cannot be kept would leave the reply without its end.
    assert.equal(v.safeParse(chatEvent, ended).success, true);
  });

  it('counts where the service does not tell', async () => {
    replyWith(fixture.service, 'Good ', 'day');
    const { usage, isEstimate } = (await write()).ended.get('r0') ?? {};
    assert.deepEqual(usage, { prompt_tokens: 7, completion_tokens: 8, total_tokens: 15 });
    assert.equal(isEstimate, true);
  });

  it('keeps what came before a cut, and what had finished as finished', async () => {
    const parts = [
      { index: 0, text: 'half' },
      { index: 1, text: 'whole' },
      { index: 1, finish_reason: 'stop' },
    ];
    fixture.service.fault({ type: 'bytes', slices: chatParts(parts), finish: 'cut' });
    const written = await write({ n: 2 });
    assert.deepEqual(written.of('r0'), ['failed', 'half']);
    assert.deepEqual(written.of('r1'), ['finished', 'whole']);
    assert.match(written.ended.get('r0')?.failure?.kind ?? '', /truncated|connection/);
  });

  it('ends as stopped wherever it is stopped', async () => {
    for (const where of ['before', 'waiting', 'streaming'] as const) {
      fixture.service.reset();
      const controller = new AbortController();
      const written = new Written();
      const gate = replyThroughGate(fixture.service, 'first', 'second');
      if (where === 'before') {
        controller.abort();
      }
      written.onText = () => controller.abort();
      const done = write({}, { signal: controller.signal, written });
      if (where === 'waiting') {
        await gate.waiting();
        controller.abort();
      } else if (where === 'streaming') {
        gate.release(1);
      }
      await done;
      assert.deepEqual(written.of('r0'), ['stopped', where === 'streaming' ? 'first' : undefined], where);
      assert.equal(written.ended.get('r0')?.failure, undefined);
    }
  });

  it('tells of the waits between tries, and can be stopped in one', async () => {
    fixture.service.fault({ type: 'status', status: 429, headers: { 'retry-after': '50' } });
    const controller = new AbortController();
    const written = new Written();
    const done = write(
      {},
      {
        written,
        signal: controller.signal,
        onStatus: (status) => {
          written.statuses.push(status);
          if (status.kind === 'retrying') {
            controller.abort();
          }
        },
      },
    );
    await done;
    assert.deepEqual(written.statuses, [{ kind: 'waiting' }, { kind: 'retrying', delay: 50 }]);
    assert.deepEqual(written.of('r0'), ['stopped', undefined]);
  });

  describe('when the service finds the conversation too long', () => {
    const tooLong = { type: 'status', status: 400, error: { code: 'context_length_exceeded' } } as const;

    async function planned(refusals: unknown[], canShrink = true): Promise<Written> {
      return write(
        {},
        {
          plan: async (refused) => {
            refusals.push(refused?.kind);
            return { request: { ...CHAT, max_tokens: 10 }, leftOut: refused ? 4 : 2, canShrink, used: 7 };
          },
        },
      );
    }

    it('tries once more with less', async () => {
      fixture.service.fault(tooLong);
      replyWith(fixture.service, 'short enough');
      const refusals: unknown[] = [];
      const written = await planned(refusals);
      assert.deepEqual(refusals, [undefined, 'contextLength']);
      assert.deepEqual(written.of('r0'), ['finished', 'short enough']);
      assert.equal(written.ended.get('r0')?.leftOut, 4);
      assert.deepEqual(
        written.statuses.map(({ kind }) => kind),
        ['waiting', 'shrinking'],
      );
    });

    it('says so when that is refused as well', async () => {
      fixture.service.fault(tooLong, { times: 3 });
      const refusals: unknown[] = [];
      const written = await planned(refusals);
      assert.deepEqual(refusals, [undefined, 'contextLength']);
      assert.equal(fixture.service.requests.length, 2);
      assert.equal(written.ended.get('r0')?.failure?.kind, 'contextLength');
    });

    it('does not send the same again where nothing can be left out', async () => {
      fixture.service.fault(tooLong, { times: 3 });
      const written = await planned([], false);
      assert.equal(fixture.service.requests.length, 1);
      assert.equal(written.ended.get('r0')?.failure?.kind, 'contextLength');
    });

    it('does not begin anew when text had come', async () => {
      const event = `data: ${JSON.stringify({ error: { code: 'context_length_exceeded', message: 'Full.' } })}\n\n`;
      fixture.service.fault({ type: 'bytes', slices: [...chatParts(['so far']), event] });
      const written = await planned([]);
      assert.deepEqual(written.of('r0'), ['failed', 'so far']);
      assert.equal(fixture.service.requests.length, 1);
    });
  });

  it('ends in a failure when the request cannot be made', async () => {
    const written = await write(
      {},
      { plan: () => Promise.reject(new ServiceError('contextLength', 'Too long.')) },
    );
    assert.equal(written.ended.get('r0')?.failure?.kind, 'contextLength');
    assert.equal(fixture.service.requests.length, 0);
  });

  it('stops a reply that does not end', async () => {
    const megabyte = 'x'.repeat(1024 * 1024);
    fixture.service.fault({ type: 'bytes', slices: chatParts(Array(20).fill(megabyte)), finish: 'stall' });
    const written = await write();
    assert.equal(written.ended.get('r0')?.outcome, 'failed');
    assert.match(written.ended.get('r0')?.failure?.message ?? '', /without end/);
    assert.ok((written.of('r0')[1]?.length ?? 0) <= 18 * 1024 * 1024);
  });
});
