import assert from 'node:assert/strict';
import { EditsSupport } from '../../../src/connection/edits-support.ts';
import type { EditJob } from '../../../src/edit/edit-job.ts';
import type { EditAnswers, EditTask } from '../../../src/edit/edit-task.ts';
import { receiveEdit } from '../../../src/edit/receive-edit.ts';
import { parseBaseUrl } from '../../../src/service/base-url.ts';
import { type ChatPart, chatEvents, chatParts, replyThroughGate } from '../../host/support/chat-stream.ts';
import { faultPresets } from '../../service/fault-presets.ts';
import type { Fault } from '../../service/faults.ts';
import { failure, useClients } from '../service/client-fixture.ts';
import { MemoryState } from './memory-state.ts';

const EDITS = { path: '/v1/edits' };
const CHAT = { path: '/v1/chat/completions' };
const ALWAYS = Number.POSITIVE_INFINITY;

const task: EditTask = {
  input: 'const foo = 1;\n',
  instruction: 'Rename foo to bar',
  before: 'first\n',
  after: 'last\n',
  language: 'typescript',
  fileName: 'src/a.ts',
};

describe('receiveEdit', () => {
  const fixture = useClients();
  let support: EditsSupport;

  beforeEach(() => {
    support = new EditsSupport(new MemoryState());
  });

  const base = () => parseBaseUrl(fixture.service.baseUrl);
  const paths = (): string[] => fixture.service.requests.map(({ path }) => path);
  const bodyOf = (index: number) => fixture.service.requests[index]?.json as Record<string, unknown>;

  function receive(changes: Partial<EditTask> = {}, more: Partial<EditJob> = {}): Promise<EditAnswers> {
    return receiveEdit({
      client: fixture.connect(),
      base: base(),
      support,
      model: 'edit-1',
      task: { ...task, ...changes },
      parameters: {},
      contextLength: 4096,
      isEstimate: false,
      signal: new AbortController().signal,
      ...more,
    });
  }

  /** The service answers an edit with these texts. */
  function editWith(...texts: (string | { text: string; index?: number; finish_reason?: string })[]): void {
    const choices = texts.map((text, index) =>
      typeof text === 'string' ? { text, index } : { index, ...text },
    );
    const body = JSON.stringify({ object: 'edit', created: 1, choices });
    fixture.service.fault({ type: 'status', status: 200, body }, EDITS);
  }

  /** The service has no edits, and chats with these parts. */
  function chatWith(...parts: (string | ChatPart)[]): void {
    const ends = parts.some((part) => typeof part === 'object' && part.finish_reason !== undefined);
    const slices = ends ? [...chatParts(parts), 'data: [DONE]\n\n'] : chatEvents(parts);
    fixture.service.fault({ type: 'bytes', slices }, CHAT);
  }

  describe('by edits', () => {
    it('sends the text and the instruction, and gives the new text', async () => {
      const answers = await receive({}, { parameters: { temperature: 0 } });
      assert.deepEqual(bodyOf(0), {
        model: 'edit-1',
        input: task.input,
        instruction: task.instruction,
        temperature: 0,
      });
      assert.deepEqual(answers.texts, [{ text: 'const bar = 1;\n' }]);
      assert.deepEqual([answers.outcome, answers.path], ['changed', 'edits']);
      assert.ok((answers.usage?.total_tokens ?? 0) > 0);
      assert.deepEqual(paths(), ['/v1/edits']);
    });

    it('gives each candidate once, in the order of their index', async () => {
      editWith({ text: 'c\n', index: 2 }, { text: 'a\n', index: 0 }, { text: 'a', index: 1 });
      const { texts } = await receive({}, { parameters: { n: 3 } });
      assert.deepEqual(texts, [{ text: 'a\n' }, { text: 'c\n' }]);
    });

    it('gives no more candidates than were asked for', async () => {
      editWith('a', 'b');
      assert.deepEqual((await receive()).texts, [{ text: 'a\n' }]);
    });

    it('keeps the end of the input, and takes a fence away', async () => {
      editWith('```ts\r\nconst bar = 1;\r\n```\r\n');
      assert.deepEqual((await receive()).texts, [{ text: 'const bar = 1;\n' }]);
    });

    it('says when the same text came back', async () => {
      editWith('const foo = 1;', '```ts\nconst foo = 1;\n```');
      const { outcome, texts } = await receive({}, { parameters: { n: 2 } });
      assert.deepEqual([outcome, texts], ['unchanged', []]);
    });

    it('says when nothing came', async () => {
      for (const nothing of [[], [''], ['\n', ' \n']]) {
        editWith(...nothing);
        const { outcome, texts } = await receive({}, { parameters: { n: 2 } });
        assert.deepEqual([outcome, texts], ['empty', []], JSON.stringify(nothing));
      }
    });

    it('keeps what changes, and leaves out what does not', async () => {
      editWith('', 'const foo = 1;', 'b');
      const { outcome, texts } = await receive({}, { parameters: { n: 3 } });
      assert.deepEqual([outcome, texts], ['changed', [{ text: 'b\n' }]]);
    });

    it('takes blank text for an answer where blank text was to change', async () => {
      editWith('\n');
      assert.deepEqual((await receive({ input: ' \t\n' })).texts, [{ text: '\n' }]);
    });

    it('sends no half of a surrogate pair', async () => {
      editWith('b');
      await receive({ input: 'a\ud800', instruction: '\udc00b' });
      assert.deepEqual([bodyOf(0).input, bodyOf(0).instruction], ['a\ufffd', '\ufffdb']);
    });

    it('tells what a service says of a cut', async () => {
      editWith({ text: 'b', finish_reason: 'length' });
      assert.deepEqual((await receive()).texts, [{ text: 'b\n', cut: 'length' }]);
    });

    it('fails as the service does, and asks nobody else', async () => {
      const faults: [Fault, string][] = [
        [{ type: 'status', status: 401 }, 'authentication'],
        [{ type: 'status', status: 404, error: { param: 'model', code: 'model_not_found' } }, 'notFound'],
        [{ type: 'status', status: 400, error: { code: 'context_length_exceeded' } }, 'contextLength'],
        [{ type: 'html' }, 'invalidResponse'],
      ];
      for (const [fault, kind] of faults) {
        fixture.service.reset();
        fixture.service.fault(fault, EDITS);
        assert.equal((await failure(receive())).kind, kind);
        assert.deepEqual(paths(), ['/v1/edits']);
        assert.equal(support.isMissing(base()), false);
      }
    });

    it('sends nothing that the interface does not allow', async () => {
      const error = await failure(receive({}, { parameters: { temperature: 1, top_p: 1 } }));
      assert.deepEqual([error.kind, error.param, paths()], ['invalidRequest', 'top_p', []]);
    });

    it('can be cancelled', async () => {
      const stop = new AbortController();
      const gate = fixture.service.gate(EDITS);
      const asked = failure(receive({}, { signal: stop.signal }), 'cancelled');
      await gate.waiting();
      stop.abort();
      await asked;
      assert.deepEqual(paths(), ['/v1/edits']);
    });
  });

  describe('where the service has no edits', () => {
    const missing: [string, Fault | readonly Fault[] | undefined][] = [
      ['404 in JSON', faultPresets['no-operation']],
      ['404 as a page', faultPresets['no-operation-page']],
      ['200 with an error', faultPresets['no-operation-at-200']],
      ['404 and nothing', { type: 'status', status: 404, body: '' }],
      [
        '404 in plain words',
        { type: 'status', status: 404, body: '404 page not found', contentType: 'text/plain' },
      ],
      [
        '404 of an unknown address',
        { type: 'status', status: 404, error: { message: 'Invalid URL (POST /v1/edits)' } },
      ],
      ['405', { type: 'status', status: 405 }],
      ['410', { type: 'status', status: 410 }],
      ['501', { type: 'status', status: 501 }],
    ];
    for (const [what, fault] of missing) {
      it(`asks a chat instead: ${what}`, async () => {
        assert.ok(fault);
        fixture.service.fault(fault, { ...EDITS, times: ALWAYS });
        chatWith('const bar ', '= 1;');
        let fallbacks = 0;
        const answers = await receive({}, { onFallback: () => (fallbacks += 1) });
        assert.deepEqual([answers.outcome, answers.path], ['changed', 'chat']);
        assert.deepEqual(answers.texts, [{ text: 'const bar = 1;\n' }]);
        // At once: a refusal for good is not tried again.
        assert.deepEqual(paths(), ['/v1/edits', '/v1/chat/completions']);
        assert.equal(fallbacks, 1);
      });
    }

    it('does not ask for edits the next time', async () => {
      fixture.service.fault({ type: 'status', status: 404 }, { ...EDITS, times: ALWAYS });
      chatWith('a');
      await receive();
      chatWith('b');
      await receive();
      assert.deepEqual(paths(), ['/v1/edits', '/v1/chat/completions', '/v1/chat/completions']);
    });

    it('asks for edits once more when there is no chat either', async () => {
      fixture.service.fault({ type: 'status', status: 404 }, { times: ALWAYS });
      assert.equal((await failure(receive())).kind, 'notFound');
      assert.equal(support.isMissing(base()), false);
    });

    it('is not believed before chat has answered, since it may be a passing fault', async () => {
      fixture.service.fault({ type: 'status', status: 404 }, EDITS);
      assert.equal((await failure(receive())).param, 'model', 'edit-1 is no model for chat');
      assert.equal(support.isMissing(base()), false);
      assert.equal((await receive()).path, 'edits');
    });

    it('is forgotten when chat does not take the model', async () => {
      await support.remember(base());
      assert.equal((await failure(receive())).param, 'model');
      assert.equal((await receive()).path, 'edits');
    });
  });

  describe('by chat', () => {
    beforeEach(() => support.remember(base()));

    /** By a model that chats. */
    const chat = (changes: Partial<EditTask> = {}, more: Partial<EditJob> = {}) =>
      receive(changes, { model: 'chat-1', ...more });

    it('sends the text, its surroundings and the parameters, and no max_tokens', async () => {
      chatWith('a');
      await chat({}, { parameters: { top_p: 0.5, n: 2 } });
      const { messages, ...others } = bodyOf(0);
      assert.deepEqual(others, { model: 'chat-1', top_p: 0.5, n: 2, stream: true });
      assert.match(JSON.stringify(messages), /first.*const foo = 1;.*last.*Rename foo to bar/);
    });

    it('gets an answer from the sample service', async () => {
      assert.equal((await chat()).path, 'chat');
    });

    it('takes away what was put around the text', async () => {
      chatWith(
        'Here is the edited code:\n\n```typescript\nconst',
        ' bar = 1;\n```\n',
        '\nI renamed the variable.',
      );
      assert.deepEqual((await chat()).texts, [{ text: 'const bar = 1;\n' }]);
      chatWith('<edit-1>\nconst bar = 1;\n</edit-1>');
      assert.deepEqual((await chat()).texts, [{ text: 'const bar = 1;\n' }]);
    });

    it('keeps the candidates apart however they interleave, and drops uninvited ones', async () => {
      chatWith(
        { index: 1, text: 'b' },
        { index: 7, text: 'intruder' },
        { index: 0, text: 'a' },
        { index: 1, text: 'b' },
        { index: 2, text: 'a' },
        { index: 0, finish_reason: 'stop' },
        { index: 1, finish_reason: 'content_filter' },
        { index: 2, finish_reason: 'stop' },
      );
      const { texts } = await chat({}, { parameters: { n: 3 } });
      assert.deepEqual(texts, [{ text: 'a\n' }, { text: 'bb\n', cut: 'content_filter' }]);
    });

    it('puts characters together that were cut in half', async () => {
      chatWith('\ud83e', '\udded');
      assert.deepEqual((await chat()).texts, [{ text: '🧭\n' }]);
    });

    it('says what was withheld, of which text or of all', async () => {
      chatWith(
        { index: 0, text: 'a' },
        { index: 1, text: 'b' },
        { index: 0, finish_reason: 'stop' },
        { index: 1, finish_reason: 'content_filter' },
      );
      assert.deepEqual((await chat({}, { parameters: { n: 2 } })).texts, [
        { text: 'a\n' },
        { text: 'b\n', cut: 'content_filter' },
      ]);
      chatWith({ finish_reason: 'content_filter' });
      const { outcome, cut } = await chat();
      assert.deepEqual([outcome, cut], ['empty', 'content_filter']);
    });

    it('asks with max_tokens where the service stopped long before the context was full', async () => {
      chatWith({ text: 'a' }, { finish_reason: 'length' });
      chatWith('a b c');
      assert.deepEqual((await chat()).texts, [{ text: 'a b c\n' }]);
      const { max_tokens } = bodyOf(1);
      assert.ok(typeof max_tokens === 'number' && max_tokens > 3500 && max_tokens < 4000, String(max_tokens));
      assert.deepEqual({ ...bodyOf(1), max_tokens: undefined }, { ...bodyOf(0), max_tokens: undefined });
    });

    it('keeps what it has where that is refused, and does not go on for ever', async () => {
      chatWith({ text: 'a' }, { finish_reason: 'length' });
      fixture.service.fault({ type: 'status', status: 400, error: { param: 'max_tokens' } }, CHAT);
      assert.deepEqual((await chat()).texts, [{ text: 'a\n', cut: 'length' }]);
      fixture.service.reset();
      chatWith({ text: 'a' }, { finish_reason: 'length' });
      chatWith({ text: 'a b' }, { finish_reason: 'length' });
      assert.deepEqual((await chat()).texts, [{ text: 'a b\n', cut: 'length' }]);
      assert.equal(fixture.service.requests.length, 2);
    });

    it('asks no more where the context was full', async () => {
      const long = 'word '.repeat(2000);
      chatWith({ text: long }, { finish_reason: 'length' });
      assert.equal((await chat()).texts[0]?.cut, 'length');
      assert.equal(fixture.service.requests.length, 1);
    });

    it('prefers the whole one of two that are alike', async () => {
      chatWith(
        { index: 0, text: 'a' },
        { index: 1, text: 'a' },
        { index: 0, finish_reason: 'content_filter' },
        { index: 1, finish_reason: 'stop' },
      );
      assert.deepEqual((await chat({}, { parameters: { n: 2 } })).texts, [{ text: 'a\n' }]);
    });

    it('tells how much has come', async () => {
      chatWith('four', 'more', '!');
      const told: number[] = [];
      await chat({}, { onProgress: (characters) => told.push(characters) });
      assert.deepEqual([...new Set(told)], [4, 8, 9]);
    });

    it('takes the usage from the end of the stream', async () => {
      fixture.service.fault({ type: 'framing', usageChunk: true }, CHAT);
      assert.ok(((await chat()).usage?.prompt_tokens ?? 0) > 0);
    });

    it('asks once more without the surroundings when that was too long', async () => {
      const tooLong: Fault = { type: 'status', status: 400, error: { code: 'context_length_exceeded' } };
      fixture.service.fault(tooLong, CHAT);
      chatWith('a');
      assert.deepEqual((await chat()).texts, [{ text: 'a\n' }]);
      assert.match(JSON.stringify(bodyOf(0)), /first/);
      assert.doesNotMatch(JSON.stringify(bodyOf(1)), /first/);
      fixture.service.reset();
      fixture.service.fault(tooLong, { ...CHAT, times: ALWAYS });
      assert.equal((await failure(chat())).kind, 'contextLength');
      assert.equal(fixture.service.requests.length, 2);
      assert.equal((await failure(chat({ before: '', after: '' }))).kind, 'contextLength');
      assert.equal(fixture.service.requests.length, 3, 'the same is not sent twice');
    });

    it('gives no half of a text when the network is cut', async () => {
      fixture.service.fault({ type: 'bytes', slices: chatParts(['half']), finish: 'cut' }, CHAT);
      assert.match((await failure(chat())).kind, /connection|truncated/);
      fixture.service.fault({ type: 'noDone' }, CHAT);
      assert.equal((await failure(chat())).kind, 'truncated');
    });

    it('stops an answer that does not end', async () => {
      const megabyte = 'x'.repeat(1024 * 1024);
      fixture.service.fault(
        { type: 'bytes', slices: chatParts(Array(20).fill(megabyte)), finish: 'stall' },
        CHAT,
      );
      assert.match((await failure(chat(), 'invalidResponse')).message, /without end/);
    });

    it('can be cancelled before it asks, while it waits and while text comes', async () => {
      for (const when of ['before', 'waiting', 'streaming'] as const) {
        fixture.service.reset();
        const stop = new AbortController();
        const gate = replyThroughGate(fixture.service, 'first', 'second');
        if (when === 'before') {
          stop.abort();
        }
        const asked = failure(chat({}, { signal: stop.signal, onProgress: () => stop.abort() }), 'cancelled');
        if (when === 'waiting') {
          await gate.waiting();
          stop.abort();
        } else if (when === 'streaming') {
          gate.release(1);
        }
        await asked;
      }
    });
  });
});
