import assert from 'node:assert/strict';
import { Gate } from '../../service/gate.ts';
import type { ChatChunk } from './answers.ts';
import { chunksOf, payloadsOf, type Raw, useService } from './service-fixture.ts';

const chat = '/v1/chat/completions';
const messages = [{ role: 'user', content: 'Hello' }];
const whole = { model: 'chat-1', messages };
const streamed = { ...whole, stream: true };

describe('sample service: faults of streams', () => {
  const fixture = useService();

  const send = (body: object): Promise<Raw> => fixture.send(chat, body);

  describe('streams', () => {
    async function text(): Promise<string> {
      const { body, complete } = await send(streamed);
      assert.equal(complete, true);
      return body.toString();
    }

    it('noDone: ends with or without a finish reason', async () => {
      fixture.service.fault({ type: 'noDone' });
      const bare = payloadsOf(await text()).map((payload): ChatChunk => JSON.parse(payload));
      assert.ok(bare.length > 3);
      assert.ok(bare.every((chunk) => chunk.choices[0].finish_reason === null));
      fixture.service.fault({ type: 'noDone', finishReason: true });
      const last: ChatChunk = JSON.parse(payloadsOf(await text()).at(-1) ?? '');
      assert.equal(last.choices[0].finish_reason, 'stop');
    });

    it('errorEvent: an error after so many events, then the end', async () => {
      fixture.service.fault({ type: 'errorEvent', afterEvents: 2, error: { code: 'broken' } });
      const [, second = '', third = '', ...more] = payloadsOf(await text());
      assert.ok('choices' in JSON.parse(second));
      assert.equal(JSON.parse(third).error.code, 'broken');
      assert.deepEqual(more, []);
    });

    it('longLine: one event of at least so many bytes', async () => {
      fixture.service.fault({ type: 'longLine', bytes: 1_000_000 });
      const lines = (await text()).split('\n').map((line) => line.length);
      assert.equal(lines.filter((length) => length >= 1_000_000 && length < 1_000_100).length, 1);
      assert.equal(lines.filter((length) => length > 1000).length, 1);
    });

    it('invalidUtf8: bytes that no decoder takes, in streams and other answers', async () => {
      for (const body of [streamed, whole]) {
        fixture.service.fault({ type: 'invalidUtf8' });
        const answer = await send(body);
        assert.throws(() => new TextDecoder('utf-8', { fatal: true }).decode(answer.body));
        assert.ok(answer.body.includes(Buffer.from([0xc3, 0x28, 0xff])));
        assert.ok(!answer.body.toString().includes('\uE0FF'));
      }
    });

    it('framing: other ends of lines', async () => {
      const usual = await text();
      for (const [eol, end] of [
        ['crlf', '\r\n'],
        ['cr', '\r'],
      ] as const) {
        fixture.service.fault({ type: 'framing', eol });
        const other = await text();
        assert.equal(withoutIds(other), withoutIds(usual).replaceAll('\n', end));
      }
    });

    it('framing: everything else that may stand in a stream', async () => {
      const usual = withoutIds(await text());
      const framed = async (framing: object) => {
        fixture.service.fault({ type: 'framing', ...framing });
        return withoutIds((await send(streamed)).body.toString());
      };
      assert.equal(await framed({ bom: true }), `\uFEFF${usual}`);
      assert.equal(await framed({ comments: true }), usual.replaceAll('data: ', ': ping\n\ndata: '));
      assert.equal(
        await framed({ emptyEvents: true }),
        usual.replaceAll('data: ', 'event: keepalive\n\ndata: '),
      );
      assert.equal(await framed({ noSpace: true }), usual.replaceAll('data: ', 'data:'));
      assert.equal(await framed({ doneSpace: true }), usual.replace('[DONE]', '[DONE] '));
      assert.equal(await framed({ noFinalBlankLine: true }), usual.slice(0, -1));
      assert.equal(await framed({ slice: 3 }), usual);
      const many = await framed({ manyDataLines: true });
      const [first = ''] = many.split('\n\n');
      assert.ok(first.split('\n').length > 5);
      const data = first.split('\n').map((line) => line.replace(/^data: /, ''));
      assert.equal(JSON.parse(data.join('\n')).object, 'chat.completion.chunk');
    });

    it('framing: a usage chunk without choices', async () => {
      fixture.service.fault({ type: 'framing', usageChunk: true });
      const chunks = chunksOf<ChatChunk>(await text());
      const usage = chunks.at(-1);
      assert.deepEqual(usage?.choices, []);
      // All but the role, the finish reason and the usage itself carry a token.
      assert.equal(usage.usage?.completion_tokens, chunks.length - 3);
    });

    function withoutIds(stream: string): string {
      return stream.replace(/chatcmpl-req_\d+/g, 'ID').replace(/"created":\d+/g, '"created":0');
    }
  });

  describe('time', () => {
    it('stallBeforeHeaders: nothing comes until the client gives up', async () => {
      fixture.service.fault({ type: 'stallBeforeHeaders' });
      const giveUp = new AbortController();
      const answer = fixture.fetch(chat, whole, { signal: giveUp.signal });
      const request = await fixture.service.nextRequest();
      giveUp.abort();
      await assert.rejects(answer, { name: 'AbortError' });
      await request.whenClosed;
      assert.equal(request.closedByClient, true);
    });

    it('stallAfter: so many events come, then silence', async () => {
      fixture.service.fault({ type: 'stallAfter', events: 2 });
      const giveUp = new AbortController();
      const response = await fixture.fetch(chat, streamed, { signal: giveUp.signal });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let received = '';
      while (received.split('\n\n').length <= 2) {
        received += (await reader?.read())?.value ?? assert.fail('the stream ended');
      }
      assert.equal(payloadsOf(received).length, 2);
      const more = reader?.read();
      giveUp.abort();
      await assert.rejects(more ?? Promise.resolve(), { name: 'AbortError' });
    });

    it('latency and pace: take their time, which ends with the client', async () => {
      // So long that the test would end by its own deadline if the client's leaving did not end them.
      const day = 24 * 60 * 60 * 1000;
      for (const fault of [
        { type: 'latency', ms: day },
        { type: 'pace', ms: day },
      ] as const) {
        fixture.service.fault(fault);
        const giveUp = new AbortController();
        const answer = fixture
          .fetch(chat, streamed, { signal: giveUp.signal })
          .then((response) => response.text());
        const request = await fixture.service.nextRequest();
        giveUp.abort();
        await assert.rejects(answer);
        await request.whenClosed;
        assert.equal(request.closedByClient, true, fault.type);
      }
    });

    it('latency and pace: let everything through in the end', async () => {
      fixture.service.fault([
        { type: 'latency', ms: 1 },
        { type: 'pace', ms: 1 },
      ]);
      assert.equal(payloadsOf((await send(streamed)).body.toString()).at(-1), '[DONE]');
    });

    it('gate: lets through as many events as the test releases', async () => {
      const gate = fixture.service.gate();
      const response = await fixture.fetch(chat, { ...streamed, max_tokens: 3 });
      assert.equal(response.headers.get('content-type'), 'text/event-stream');
      await gate.waiting();
      assert.equal(gate.passed, 0);
      gate.release(2);
      await gate.waiting();
      assert.equal(gate.passed, 2);
      gate.open();
      assert.equal(payloadsOf(await response.text()).length, 6);
      assert.equal(gate.passed, 6);
    });

    it('gate: holds an answer that is no stream before its headers', async () => {
      const gate = fixture.service.gate();
      let answered = false;
      const answer = fixture.post(chat, whole).then((result) => {
        answered = true;
        return result;
      });
      await gate.waiting();
      assert.equal(answered, false);
      gate.release();
      assert.equal((await answer).status, 200);
    });

    it('gate: is left when the client goes, and combines with other faults', async () => {
      const gate = new Gate();
      fixture.service.fault([
        { type: 'hold', gate },
        { type: 'cut', at: { afterEvents: 1 } },
      ]);
      const cut = send(streamed);
      await gate.waiting();
      gate.open();
      assert.equal(payloadsOf((await cut).body.toString()).length, 1);

      const another = fixture.service.gate();
      const giveUp = new AbortController();
      const answer = fixture.fetch(chat, whole, { signal: giveUp.signal });
      await another.waiting();
      giveUp.abort();
      await assert.rejects(answer);
      await fixture.service.requests.at(-1)?.whenClosed;
      assert.equal(another.passed, 0);
    });
  });
});
