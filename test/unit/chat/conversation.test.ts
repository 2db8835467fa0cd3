import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Conversation } from '../../../src/chat/conversation.ts';
import type { Attachment, ChatEvent } from '../../../src/chat/events.ts';
import { ended, reply, resumed, selected, text, user } from './conversation-events.ts';

function conversationOf(...events: ChatEvent[]): Conversation {
  const conversation = new Conversation('id', 500);
  for (const event of events) {
    conversation.apply(event);
  }
  return conversation;
}

function shown(conversation: Conversation): string[] {
  return conversation.path().map(({ id }) => id);
}

function textOf(conversation: Conversation, id: string): string | undefined {
  return conversation.message(id)?.text;
}

describe('Conversation', () => {
  it('is empty at first', () => {
    const conversation = conversationOf();
    assert.equal(conversation.isEmpty, true);
    assert.equal(conversation.title, '');
    assert.equal(conversation.updatedAt, 500);
    assert.deepEqual(conversation.path(), []);
    assert.deepEqual(conversation.snapshot(), []);
    assert.equal(conversation.message('a'), undefined);
    assert.deepEqual(conversation.pathTo('a'), []);
    assert.deepEqual(conversation.branchesOf('a'), []);
    assert.equal(conversation.neighbour('a', 1), undefined);
  });

  it('shows question and reply, which grows and ends', () => {
    const conversation = conversationOf(user('u', null, 'Why?'), reply('r', 'u'), text('r', 'Be'));
    assert.deepEqual(shown(conversation), ['u', 'r']);
    const before = conversation.message('r');
    conversation.apply(text('r', 'cause.'));
    assert.equal(textOf(conversation, 'r'), 'Because.');
    assert.equal(before?.text, 'Be', 'a message that somebody holds does not change');
    conversation.apply({ ...ended('r', 9000), finish_reason: 'length', usage: { total_tokens: 7 } });
    const after = conversation.message('r');
    assert.ok(after?.role === 'assistant');
    assert.deepEqual(after.ended, {
      at: 9000,
      outcome: 'finished',
      finish_reason: 'length',
      usage: { total_tokens: 7 },
    });
    assert.equal(conversation.updatedAt, 9000);
  });

  it('keeps every branch, and shows the one that was added last', () => {
    const conversation = conversationOf(
      user('u1', null),
      reply('r1', 'u1'),
      user('u2', 'r1'),
      reply('r2', 'u1'),
      user('edited', null),
    );
    assert.deepEqual(shown(conversation), ['edited']);
    assert.deepEqual(conversation.branchesOf('u1'), ['u1', 'edited']);
    assert.deepEqual(conversation.branchesOf('r2'), ['r1', 'r2']);
    assert.equal(conversation.neighbour('edited', -1), 'u1');
    assert.equal(conversation.neighbour('edited', 1), undefined);
    assert.equal(conversation.neighbour('u1', -1), undefined);
    assert.deepEqual(
      conversation.pathTo('u2').map(({ id }) => id),
      ['u1', 'r1', 'u2'],
    );
    assert.deepEqual(
      Array.from(conversation.messages(), ({ id }) => id),
      ['u1', 'r1', 'u2', 'r2', 'edited'],
    );
  });

  it('shows the branch that was chosen, with what came behind it, until another is added', () => {
    const conversation = conversationOf(
      user('u1', null),
      reply('r1', 'u1'),
      user('u2', 'r1'),
      reply('r2', 'u1'),
      selected('r1'),
    );
    assert.deepEqual(shown(conversation), ['u1', 'r1', 'u2']);
    conversation.apply(user('elsewhere', 'r2'));
    assert.deepEqual(shown(conversation), ['u1', 'r1', 'u2'], 'that is another place');
    conversation.apply(reply('r3', 'u1'));
    assert.deepEqual(shown(conversation), ['u1', 'r3']);
  });

  describe('with several candidates', () => {
    const request = 'one';

    it('orders them by choice and shows the first, whichever came first', () => {
      const conversation = conversationOf(
        user('u', null),
        reply('earlier', 'u'),
        reply('c2', 'u', { request, choice: 2 }),
        reply('c0', 'u', { request, choice: 0 }),
        reply('c1', 'u', { request, choice: 1 }),
      );
      assert.deepEqual(conversation.branchesOf('c1'), ['earlier', 'c0', 'c1', 'c2']);
      assert.deepEqual(shown(conversation), ['u', 'c0']);
    });

    it('stays with the one that was chosen when others of them come', () => {
      const conversation = conversationOf(
        user('u', null),
        reply('c1', 'u', { request, choice: 1 }),
        selected('c1'),
        reply('c0', 'u', { request, choice: 0 }),
      );
      assert.deepEqual(shown(conversation), ['u', 'c1']);
      conversation.apply(reply('again', 'u', { request: 'two' }));
      assert.deepEqual(shown(conversation), ['u', 'again']);
    });
  });

  describe('when a reply is resumed', () => {
    it('goes on with its text, or begins anew', () => {
      const conversation = conversationOf(user('u', null), reply('r', 'u'), text('r', 'half'), ended('r'));
      conversation.apply(resumed('r', false));
      conversation.apply(text('r', ' whole'));
      assert.equal(textOf(conversation, 'r'), 'half whole');
      conversation.apply(ended('r'));
      conversation.apply(resumed('r', true));
      const message = conversation.message('r');
      assert.ok(message?.role === 'assistant');
      assert.equal(message.text, '');
      assert.equal(message.ended, undefined);
      assert.equal(message.model, 'another');
      assert.deepEqual(message.writer, { window: 'other', pid: 2 });
      assert.deepEqual(conversation.branchesOf('r'), ['r']);
    });

    it('takes text and end only from who resumed it last', () => {
      const conversation = new Conversation('id', 0);
      conversation.apply(user('u', null), 'first');
      conversation.apply(reply('r', 'u'), 'first');
      conversation.apply(text('r', 'one '), 'first');
      conversation.apply(text('r', 'not mine'), 'second');
      conversation.apply(resumed('r', false), 'second');
      conversation.apply(text('r', 'too late'), 'first');
      conversation.apply(ended('r'), 'first');
      conversation.apply(text('r', 'two'), 'second');
      assert.equal(textOf(conversation, 'r'), 'one two');
    });
  });

  it('remembers what was chosen for it alone', () => {
    const conversation = conversationOf(
      { type: 'configured', model: 'm', system: '', parameters: { n: 2 } },
      { type: 'configured', system: 'Be brief.' },
    );
    assert.equal(conversation.model, 'm');
    assert.equal(conversation.system, 'Be brief.');
    assert.deepEqual(conversation.parameters, { n: 2 });
    conversation.apply({ type: 'configured', model: null, parameters: null });
    assert.equal(conversation.model, undefined);
    assert.equal(conversation.system, 'Be brief.');
    assert.equal(conversation.parameters, undefined);
  });

  it('has the title that it was given, else one made of its first message', () => {
    const conversation = conversationOf(
      user('u', null, '\n\n  What is\ta lamp?\nAnd why?'),
      user('v', 'u', 'No'),
    );
    assert.equal(conversation.title, 'What is a lamp?');
    conversation.apply({ type: 'titled', title: 'Lamps' });
    assert.equal(conversation.title, 'Lamps');
    conversation.apply({ type: 'titled', title: '' });
    assert.equal(conversation.title, 'What is a lamp?');
  });

  it('is called by what is attached where nothing was said', () => {
    const attachment = { id: 'a', kind: 'file', name: 'lamp.ts', text: '' } as const;
    assert.equal(conversationOf({ ...user('u', null, ' \n'), attachments: [attachment] }).title, 'lamp.ts');
  });

  it('does not stay on top for ever when the clock was wrong for once', () => {
    const conversation = conversationOf(
      { ...user('u', null), at: 4_000_000_000_000 },
      reply('r', 'u', { at: 2000 }),
    );
    assert.equal(conversation.updatedAt, 2000);
  });

  describe('with events that make no sense', () => {
    it('puts messages of which the parent was lost behind what came before, together', () => {
      const conversation = conversationOf(
        user('u1', null),
        reply('r1', 'u1'),
        reply('c0', 'lost', { request: 'one', choice: 0 }),
        reply('c1', 'lost', { request: 'one', choice: 1 }),
        user('u3', 'c0'),
      );
      assert.deepEqual(shown(conversation), ['u1', 'r1', 'c0', 'u3']);
      assert.deepEqual(conversation.branchesOf('c1'), ['c0', 'c1']);
    });

    it('passes over what is of nothing, or comes twice, or too late', () => {
      const conversation = conversationOf(
        text('nobody', 'x'),
        ended('nobody'),
        resumed('nobody', true),
        selected('nobody'),
        user('u', null, 'first'),
        user('u', null, 'second'),
        text('u', 'not a reply'),
        resumed('u', true),
        reply('r', 'u'),
        text('r', 'all'),
        ended('r'),
        text('r', ' and more'),
        { ...ended('r', 9000), outcome: 'failed' },
        JSON.parse('{"type":"invented","id":"u"}'),
      );
      assert.deepEqual(shown(conversation), ['u', 'r']);
      assert.equal(textOf(conversation, 'u'), 'first');
      assert.equal(textOf(conversation, 'r'), 'all');
      assert.equal(conversation.updatedAt, 3000);
    });

    it('has no circles', () => {
      const conversation = conversationOf(user('a', 'b'), user('b', 'a'), user('c', 'c'));
      assert.deepEqual(shown(conversation), ['a', 'b', 'c']);
    });
  });

  it('takes any events in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyEvent, author), { maxLength: 60 }), (events) => {
        const conversation = new Conversation('id', 0);
        for (const [event, window] of events) {
          conversation.apply(event, window);
        }
        const all = Array.from(conversation.messages(), ({ id }) => id);
        assert.equal(new Set(shown(conversation)).size, shown(conversation).length);
        assert.equal(all.length === 0, shown(conversation).length === 0);
        for (const id of all) {
          const path = conversation.pathTo(id);
          assert.equal(path.at(-1)?.id, id);
          assert.equal(path[0]?.parent, null);
          assert.equal(new Set(path).size, path.length);
          const branches = conversation.branchesOf(id);
          const place = branches.indexOf(id);
          assert.ok(place >= 0);
          assert.equal(conversation.neighbour(id, 1), branches[place + 1]);
          assert.equal(conversation.neighbour(id, -1), branches[place - 1]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is made once more by its snapshot', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
        const conversation = conversationOf(...events);
        const copy = conversationOf(...conversation.snapshot());
        assert.deepEqual([...copy.messages()], [...conversation.messages()]);
        assert.deepEqual(copy.path(), conversation.path());
        for (const { id } of conversation.messages()) {
          assert.deepEqual(copy.branchesOf(id), conversation.branchesOf(id));
        }
        for (const what of ['title', 'model', 'system', 'parameters'] as const) {
          assert.deepEqual(copy[what], conversation[what]);
        }
        assert.deepEqual(copy.snapshot(), conversation.snapshot());
      }),
      { numRuns: 500 },
    );
  });

  it('gives the path to one message, with replies that nobody writes on', () => {
    const conversation = conversationOf(
      user('u1', null),
      reply('r1', 'u1'),
      reply('r2', 'u1'),
      text('r2', 'so far'),
      user('u2', 'r2'),
      { type: 'configured', model: 'm' },
    );
    const copy = conversationOf(...conversation.snapshot({ upTo: 'r2' }));
    assert.deepEqual(shown(copy), ['u1', 'r2']);
    assert.deepEqual(
      Array.from(copy.messages(), ({ id }) => id),
      ['u1', 'r2'],
    );
    const last = copy.message('r2');
    assert.ok(last?.role === 'assistant');
    assert.equal(last.text, 'so far');
    assert.equal(last.ended?.outcome, 'stopped');
    assert.equal(copy.model, 'm');
    assert.deepEqual(
      conversation.snapshot({ upTo: 'nobody' }).map(({ type }) => type),
      ['configured'],
    );
  });

  it('grows in proportion to what comes', () => {
    const conversation = conversationOf(user('u', null), reply('r', 'u'));
    // Copying the text at each step would take hours.
    for (let step = 0; step < 200_000; step++) {
      conversation.apply(text('r', 'ten units '));
    }
    assert.equal(textOf(conversation, 'r')?.length, 2_000_000);
    const long = conversationOf(user('0', null));
    for (let step = 1; step < 50_000; step++) {
      long.apply(user(`${step}`, `${step - 1}`, ''));
      long.apply(reply(`branch ${step}`, '0', { request: `${step % 3}`, choice: step }));
    }
    assert.equal(long.pathTo('49999').length, 50_000);
    assert.equal(long.branchesOf('1').length, 50_000);
  });
});

const author = fc.constantFrom('one', 'two', undefined);
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'constructor');
const parent = fc.option(id, { nil: null });
const at = fc.integer({ min: 0, max: 9 });
const writer = { window: 'w', pid: 1 };

const anyEvent: fc.Arbitrary<ChatEvent> = fc.oneof(
  fc.record({
    type: fc.constant('user' as const),
    id,
    parent,
    at,
    text: fc.string(),
    attachments: fc.constant<Attachment[]>([]),
  }),
  fc.record({
    type: fc.constant('reply' as const),
    id,
    parent,
    at,
    model: fc.constant('m'),
    request: fc.constantFrom('one', 'two'),
    choice: fc.integer({ min: -1, max: 3 }),
    writer: fc.constant(writer),
  }),
  fc.record({ type: fc.constant('text' as const), id, text: fc.string() }),
  fc.record({
    type: fc.constant('resumed' as const),
    id,
    at,
    model: fc.constant('n'),
    writer: fc.constant(writer),
    anew: fc.boolean(),
  }),
  fc.record({ type: fc.constant('ended' as const), id, at, outcome: fc.constantFrom('finished', 'failed') }),
  fc.record({ type: fc.constant('selected' as const), id }),
  fc.record({ type: fc.constant('titled' as const), title: fc.string() }),
  fc.record({
    type: fc.constant('configured' as const),
    model: fc.option(fc.string(), { nil: null }),
    system: fc.option(fc.string(), { nil: undefined }),
    parameters: fc.constantFrom(null, undefined, { n: 2 }),
  }),
);
