import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ChatEvent } from '../../../src/chat/events.ts';
import {
  CURRENT_FORMAT,
  encodeEvent,
  encodeHeader,
  type LogFormat,
  LogReader,
} from '../../../src/chat/log-format.ts';
import { ended, reply, text, user } from './conversation-events.ts';

const header = encodeHeader('id', 500);

function read(lines: readonly (Buffer | string)[], reader = new LogReader()): ChatEvent[] {
  return lines.flatMap((line) => reader.read(Buffer.from(line)).map(({ event }) => event));
}

describe('LogReader', () => {
  it('reads what was written, and who wrote it', () => {
    const events = [user('u', null), reply('r', 'u'), text('r', 'words'), ended('r')];
    const reader = new LogReader();
    const logged = [header, ...events.map((event, index) => encodeEvent(event, 'me', index + 1))].flatMap(
      (line) => reader.read(line),
    );
    assert.deepEqual(
      logged.map(({ event }) => event),
      events,
    );
    assert.deepEqual(
      logged.map(({ author, number }) => [author, number]),
      [
        ['me', 1],
        ['me', 2],
        ['me', 3],
        ['me', 4],
      ],
    );
    assert.equal(reader.created, 500);
    assert.equal(reader.version, CURRENT_FORMAT.version);
    assert.equal(reader.isDamaged, false);
    assert.equal(reader.isFuture, false);
  });

  it('brings back any text as it was, on one line', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '\u0000', '\ud83d', '\udc00', '\n\r\u2028'),
        (a, b) => {
          const line = encodeEvent(text('r', a + b + a), 'me', 1);
          assert.ok(!line.includes(0x0a));
          const [event] = read([header, line]);
          assert.ok(event?.type === 'text');
          assert.equal(event.text, a + b + a);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('counts a line once that was written twice, and not that of another writer', () => {
    const line = encodeEvent(text('r', 'a'), 'me', 1);
    const other = encodeEvent(text('r', 'b'), 'you', 1);
    const texts = read([header, line, line, other, line, encodeEvent(text('r', 'c'), 'me', 2)]);
    assert.deepEqual(texts, [text('r', 'a'), text('r', 'b'), text('r', 'c')]);
  });

  it('passes over blank lines', () => {
    const reader = new LogReader();
    assert.deepEqual(read([header, '', '\r', '  ', encodeEvent(ended('r'), 'me', 1)], reader), [ended('r')]);
    assert.equal(reader.isDamaged, false);
  });

  const garbled: readonly [string, string][] = [
    ['a line cut off', '{"w":"me","n":1,"type":"te'],
    ['half a line', 't":"words"}'],
    ['zeros', '\0\0\0\0'],
    ['no object', '[1,2]'],
    ['null', 'null'],
    ['an event that lacks something', '{"w":"me","n":1,"type":"user","id":"u"}'],
    ['an event of no type', '{"w":"me","n":1}'],
    ['a header of no version', '{"inkwell":"conversation","version":"one"}'],
    ['ten thousand brackets', '['.repeat(10_000)],
  ];
  for (const [name, line] of garbled) {
    it(`keeps the rest and says so when there is ${name}`, () => {
      const reader = new LogReader();
      const good = encodeEvent(ended('r'), 'you', 1);
      assert.deepEqual(read([header, line, good], reader), [ended('r')]);
      assert.equal(reader.isDamaged, true);
    });
  }

  it('keeps a text of which some bytes are garbled, and says so', () => {
    const line = encodeEvent(text('r', 'one two'), 'me', 1);
    line[line.indexOf('two')] = 0xff;
    const reader = new LogReader();
    assert.deepEqual(read([header, line], reader), [text('r', 'one \ufffdwo')]);
    assert.equal(reader.isDamaged, true);
  });

  it('takes no harm from a beginning of a line that was written again as a whole', () => {
    const line = encodeEvent(text('r', 'naïve'), 'me', 1);
    for (let length = 1; length < line.length; length++) {
      const reader = new LogReader();
      read([header, line.subarray(0, length), line], reader);
      assert.equal(reader.isDamaged, false, `${length} bytes`);
    }
  });

  it('reads a file without its header, and says that something is missing', () => {
    const reader = new LogReader();
    assert.deepEqual(read([encodeEvent(ended('r'), 'me', 1)], reader), [ended('r')]);
    assert.equal(reader.isDamaged, true);
    assert.equal(reader.version, undefined);
  });

  describe('of a newer version', () => {
    const newer = '{"inkwell":"conversation","version":99,"id":"id","created":5,"colour":"red"}';

    it('reads what it understands, and calls nothing of it damage', () => {
      const reader = new LogReader();
      const events = read(
        [
          newer,
          '{"w":"me","n":1,"type":"user","id":"u","parent":null,"at":1,"text":"words","mood":"good"}',
          '{"w":"me","n":2,"type":"painted","id":"u"}',
          '{"w":"me","n":3,"type":"ended","id":"u","reason":{}}',
          '{"v2":[]}',
        ],
        reader,
      );
      assert.deepEqual(events, [{ ...user('u', null, 'words'), at: 1 }]);
      assert.equal(reader.isFuture, true);
      assert.equal(reader.isDamaged, false);
    });

    it('passes over types it does not know also where the version is its own', () => {
      const reader = new LogReader();
      assert.deepEqual(read([header, '{"w":"me","n":1,"type":"painted"}'], reader), []);
      assert.equal(reader.isDamaged, false);
    });
  });

  describe('of an older version', () => {
    /** As if there had been a version 0 that had questions and answers, and a version -1 never. */
    const format: LogFormat = {
      version: CURRENT_FORMAT.version,
      upgrades: new Map([
        [
          0,
          ({ type, id, words, ...rest }) => {
            if (type === 'spoiled') {
              throw new Error('This cannot be upgraded.');
            }
            return type === 'question'
              ? [{ type: 'user', parent: null, at: 1000, id, text: words, ...rest }]
              : [reply(`${id}`, 'u'), text(`${id}`, `${words}`), ended(`${id}`)];
          },
        ],
      ]),
    };
    const old = '{"inkwell":"conversation","version":0,"id":"id","created":5}';
    const question = '{"w":"me","n":1,"type":"question","id":"u","words":"Why?"}';
    const answer = '{"w":"me","n":2,"type":"answer","id":"r","words":"Because."}';

    it('upgrades its lines, and not those that came later', () => {
      const reader = new LogReader(format);
      const events = read([old, question, answer, header, encodeEvent(user('u2', 'r'), 'me', 3)], reader);
      assert.deepEqual(events, [
        user('u', null, 'Why?'),
        reply('r', 'u'),
        text('r', 'Because.'),
        ended('r'),
        user('u2', 'r'),
      ]);
      assert.equal(reader.created, 5);
      assert.equal(reader.version, CURRENT_FORMAT.version);
      assert.equal(reader.isDamaged, false);
    });

    it('keeps the rest when a line cannot be upgraded, or nothing upgrades it', () => {
      const reader = new LogReader(format);
      assert.equal(read([old, '{"w":"me","n":1,"type":"spoiled"}', answer], reader).length, 3);
      assert.equal(reader.isDamaged, true);
      const none = new LogReader();
      assert.deepEqual(read([old, question], none), []);
      assert.equal(none.isDamaged, true);
    });
  });

  it('knows the whole of a line from its beginnings', () => {
    const line = encodeEvent(text('r', '} "}'), 'me', 1);
    const reader = new LogReader();
    for (let length = 0; length < line.length; length++) {
      assert.equal(reader.isWhole(line.subarray(0, length)), false, `${length}`);
    }
    assert.equal(reader.isWhole(line), true);
  });
});
