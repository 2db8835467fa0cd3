import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Budget, type BudgetRequest, budgetFor, TokenCounts } from '../../../src/chat/context-budget.ts';
import { MESSAGE_OVERHEAD, REQUEST_OVERHEAD } from '../../../src/models/message-tokens.ts';

interface Sized {
  readonly role: 'user' | 'assistant';
  readonly tokens: number;
}

const user = (tokens: number): Sized => ({ role: 'user', tokens });
const reply = (tokens: number): Sized => ({ role: 'assistant', tokens });

function budget(messages: readonly Sized[], rest: Partial<BudgetRequest<Sized>> = {}): Budget {
  return budgetFor({
    system: undefined,
    messages,
    tokensOf: ({ tokens }) => tokens,
    max_tokens: undefined,
    contextLength: 1000,
    isEstimate: false,
    ...rest,
  });
}

/** Tokens of messages with their overhead, without a system prompt. */
function cost(...tokens: number[]): number {
  return tokens.reduce((sum, each) => sum + each + MESSAGE_OVERHEAD, REQUEST_OVERHEAD);
}

describe('budgetFor', () => {
  it('leaves everything as it is while it fits', () => {
    const messages = [user(100), reply(100), user(100)];
    const room = 1000 - cost(100, 100, 100);
    assert.deepEqual(budget(messages, { max_tokens: room }), {
      leftOut: 0,
      max_tokens: room,
      isLowered: false,
      used: cost(100, 100, 100),
      limit: 1000,
      isTooLong: false,
    });
  });

  it('lowers max_tokens by what is wanting, down to a quarter of the context length, before it leaves out a turn', () => {
    const messages = [user(100), reply(100), user(100)];
    const room = 1000 - cost(100, 100, 100);
    const lowered = budget(messages, { max_tokens: room + 1 });
    assert.deepEqual([lowered.leftOut, lowered.max_tokens, lowered.isLowered], [0, room, true]);
    const most = 1000 - 250 - cost(100, 100, 0);
    const quarter = budget([user(100), reply(100), user(most)], { max_tokens: 900 });
    assert.deepEqual([quarter.leftOut, quarter.max_tokens], [0, 250]);
    const beyond = budget([user(100), reply(100), user(most + 1)], { max_tokens: 900 });
    assert.equal(beyond.leftOut, 2);
    assert.equal(beyond.max_tokens, 1000 - cost(most + 1));
  });

  it('keeps a small max_tokens whole, and no more than that free', () => {
    const most = 1000 - 20 - cost(100, 100, 0);
    assert.equal(budget([user(100), reply(100), user(most)], { max_tokens: 20 }).leftOut, 0);
    assert.equal(budget([user(100), reply(100), user(most + 1)], { max_tokens: 20 }).leftOut, 2);
  });

  it('sends no max_tokens where none is set, and keeps a quarter free, at most 1,024 tokens', () => {
    const most = 1000 - 250 - cost(100, 100, 0);
    const fits = budget([user(100), reply(100), user(most)]);
    assert.deepEqual([fits.leftOut, fits.max_tokens, fits.isLowered], [0, undefined, false]);
    assert.equal(budget([user(100), reply(100), user(most + 1)]).leftOut, 2);
    const long = { contextLength: 100_000 };
    const mostOfLong = 100_000 - 1024 - cost(100, 100, 0);
    assert.equal(budget([user(100), reply(100), user(mostOfLong)], long).leftOut, 0);
    assert.equal(budget([user(100), reply(100), user(mostOfLong + 1)], long).leftOut, 2);
  });

  it('leaves out the oldest first, and each reply along with what it answers', () => {
    const messages = [user(10), reply(400), user(10), reply(300), user(10), reply(100), user(10)];
    assert.equal(budget(messages).leftOut, 2);
    assert.equal(budget(messages, { contextLength: 550 }).leftOut, 4);
    assert.equal(budget(messages, { contextLength: 150 }).leftOut, 6);
  });

  it('counts the system prompt, which always stays', () => {
    const messages = [user(100), reply(100), user(100)];
    const { used, leftOut } = budget(messages, { system: 500 });
    assert.equal(leftOut, 2);
    assert.equal(used, cost(500, 100));
  });

  it('lets the last message have the reserve, and says when nothing could be answered', () => {
    const room = (tokens: number) => 1000 - cost(tokens);
    const crowded = budget([user(100), reply(10), user(900)], { max_tokens: 500 });
    assert.deepEqual([crowded.leftOut, crowded.max_tokens, crowded.isTooLong], [2, room(900), false]);
    const last = 1000 - cost(0) - 1;
    assert.deepEqual(
      [budget([user(last)], { max_tokens: 5 }).max_tokens, budget([user(last)]).isTooLong],
      [1, false],
    );
    assert.equal(budget([user(last + 1)]).isTooLong, true);
    assert.equal(budget([user(10)], { system: 1000 }).isTooLong, true);
  });

  it('keeps together what makes no sense alone', () => {
    const messages = [user(10), reply(10), user(400), reply(300), user(5)];
    assert.equal(budget(messages, { contextLength: 600 }).leftOut, 4);
    const kept = budget(messages, { contextLength: 800, together: 3 });
    assert.deepEqual([kept.leftOut, kept.isTooLong], [2, false]);
    assert.equal(budget(messages, { contextLength: 600, together: 3 }).isTooLong, true);
  });

  it('takes an estimate for a tenth more, but leaves the last message the reply that may still fit', () => {
    const messages = [user(200), reply(200), user(300)];
    assert.equal(budget(messages, { max_tokens: 250 }).leftOut, 0);
    assert.equal(budget(messages, { max_tokens: 250, isEstimate: true }).leftOut, 2);
    const short = budget([user(100)], { max_tokens: 900, isEstimate: true });
    assert.equal(short.max_tokens, 1000 - Math.ceil(cost(100) * 1.1));
    const crowded = budget([user(950)], { max_tokens: 900, isEstimate: true });
    assert.deepEqual([crowded.max_tokens, crowded.isTooLong], [1000 - cost(950), false]);
  });

  it('makes use of a share of the context length alone, for the second try', () => {
    const messages = [user(100), reply(100), user(450)];
    assert.equal(budget(messages).leftOut, 0);
    const second = budget(messages, { shrink: 0.75, max_tokens: 250 });
    assert.deepEqual([second.limit, second.leftOut, second.max_tokens], [750, 2, 250]);
  });

  it('takes what is no number of tokens for not set', () => {
    for (const max_tokens of ['100', -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, null, {}]) {
      assert.equal(budget([user(10)], { max_tokens }).max_tokens, undefined, String(max_tokens));
    }
    assert.equal(budget([user(10)], { max_tokens: 0 }).max_tokens, 0);
  });

  it('begins with a message of the user’s, also where a file was garbled', () => {
    assert.equal(budget([reply(10), user(10)]).leftOut, 1);
  });

  it('asks for no more tokens than it needs to know', () => {
    const asked: Sized[] = [];
    const messages = Array.from({ length: 1000 }, (_, index) => (index % 2 ? reply(100) : user(100)));
    const { leftOut } = budget([...messages, user(100)], {
      tokensOf: (message) => {
        asked.push(message);
        return message.tokens;
      },
    });
    const sent = messages.length + 1 - leftOut;
    assert.ok(leftOut > 900 && asked.length <= sent + 2, `${asked.length} for ${sent}`);
  });

  it('has nothing to send for no messages', () => {
    assert.deepEqual([budget([]).leftOut, budget([]).used], [0, REQUEST_OVERHEAD]);
  });
});

describe('budgetFor, with any conversation', () => {
  const size = fc.oneof(fc.nat(30), fc.nat(3000));
  const turns = fc.array(fc.tuple(size, size), { maxLength: 12 });
  const requests = fc.record({
    messages: fc
      .tuple(turns, size)
      .map(([pairs, last]) => [...pairs.flatMap(([asked, said]) => [user(asked), reply(said)]), user(last)]),
    system: fc.option(size, { nil: undefined }),
    max_tokens: fc.option(fc.nat(5000), { nil: undefined }),
    contextLength: fc.integer({ min: 1, max: 5000 }),
    isEstimate: fc.boolean(),
    shrink: fc.constantFrom(1, 0.75, 0.5),
  });
  const tokensOf = ({ tokens }: Sized): number => tokens;
  const check = (property: (request: BudgetRequest<Sized>) => void): void =>
    fc.assert(
      fc.property(requests, (request) => property({ ...request, tokensOf })),
      { numRuns: 2000 },
    );

  it('never goes over the context length, unless it says so', () => {
    check((request) => {
      const { leftOut, used, limit, max_tokens = 0, isTooLong } = budgetFor(request);
      const sent = request.messages.slice(leftOut).map(tokensOf);
      assert.equal(used, cost(...(request.system === undefined ? [] : [request.system]), ...sent));
      assert.equal(isTooLong, used >= limit);
      assert.ok(isTooLong || used + max_tokens <= limit);
      assert.ok(limit <= request.contextLength);
    });
  });

  it('never leaves out the last message, and begins with one of the user’s', () => {
    check((request) => {
      const { leftOut } = budgetFor(request);
      assert.equal(request.messages[leftOut]?.role, 'user');
    });
  });

  it('never asks for more than was asked, nor for nothing', () => {
    check((request) => {
      const { max_tokens, isLowered } = budgetFor(request);
      if (typeof request.max_tokens !== 'number') {
        assert.deepEqual([max_tokens, isLowered], [undefined, false]);
      } else {
        assert.ok(max_tokens !== undefined && max_tokens <= request.max_tokens);
        assert.equal(max_tokens === 0, request.max_tokens === 0);
        assert.equal(isLowered, max_tokens < request.max_tokens);
      }
    });
  });

  it('never sends less where there is more room', () => {
    check((request) => {
      const now = budgetFor(request);
      const more = budgetFor({ ...request, contextLength: request.contextLength + 100 });
      assert.ok(more.leftOut <= now.leftOut);
      if (more.leftOut === now.leftOut && !now.isTooLong) {
        assert.ok((more.max_tokens ?? 0) >= (now.max_tokens ?? 0));
      }
    });
  });

  it('leaves out a turn only where all of them, with the reserve, would not fit', () => {
    check((request) => {
      const { leftOut, limit } = budgetFor(request);
      if (leftOut > 0) {
        const all = request.messages.slice(leftOut - 2).map(tokensOf);
        const used = cost(...(request.system === undefined ? [] : [request.system]), ...all);
        const taken = request.isEstimate ? Math.ceil(used * 1.1) : used;
        const wanted = typeof request.max_tokens === 'number' ? request.max_tokens : 1024;
        assert.ok(taken + Math.min(wanted, Math.floor(limit / 4)) > limit);
      }
    });
  });
});

describe('TokenCounts', () => {
  it('counts each message once, and another object of the same text anew', () => {
    const counted: object[] = [];
    const counts = new TokenCounts((message: { text: string }) => {
      counted.push(message);
      return message.text.length;
    });
    const one = { text: 'one' };
    assert.deepEqual([counts.of(one), counts.of(one), counts.of({ text: 'one' })], [3, 3, 3]);
    assert.equal(counted.length, 2);
  });
});
