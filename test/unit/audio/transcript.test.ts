import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type ProblemKind,
  readTranscript,
  textOf,
  transcriptOf,
  writeTranscript,
} from '../../../src/audio/transcript.ts';
import { threadTime } from '../thread-time.ts';

const kindsOf = (json: string): ProblemKind[] => readTranscript(json).problems.map(({ kind }) => kind);
const segmentsOf = (segments: unknown): [number, number, string][] =>
  transcriptOf({ segments }).transcript.segments.map(({ start, end, text }) => [start, end, text]);

const FULL = {
  task: 'transcribe',
  language: 'english',
  duration: 4.5,
  text: 'Hello there. Bye.',
  segments: [
    { id: 0, seek: 0, start: 0, end: 2.5, text: ' Hello there.', tokens: [1, 2], avg_logprob: -0.1 },
    { id: 1, seek: 0, start: 2.5, end: 4.5, text: ' Bye.', words: [{ word: 'Bye', start: 2.6, end: 3 }] },
  ],
  x_groq: { id: 'req_1' },
};

describe('transcript', () => {
  it('reads what the interface tells', () => {
    const { transcript, problems } = readTranscript(JSON.stringify(FULL));
    assert.deepEqual(problems, []);
    const { segments, told, ...head } = transcript;
    assert.deepEqual(head, { task: 'transcribe', language: 'english', duration: 4.5, text: FULL.text });
    assert.deepEqual(told, FULL);
    assert.deepEqual(
      segments.map(({ start, end, text }) => [start, end, text]),
      [
        [0, 2.5, ' Hello there.'],
        [2.5, 4.5, ' Bye.'],
      ],
    );
  });

  it('writes what it read, in its order, with all that it does not know', () => {
    const { transcript } = readTranscript(JSON.stringify(FULL));
    assert.equal(writeTranscript(transcript), `${JSON.stringify(FULL, null, 2)}\n`);
  });

  it('writes what has changed, and nothing else', () => {
    const { transcript } = readTranscript(JSON.stringify(FULL));
    const segments = transcript.segments.map((segment) => ({ ...segment, text: segment.text.toUpperCase() }));
    const written = JSON.parse(writeTranscript({ ...transcript, text: 'NEW', segments }));
    assert.deepEqual(written, {
      ...FULL,
      text: 'NEW',
      segments: FULL.segments.map((segment) => ({ ...segment, text: segment.text.toUpperCase() })),
    });
  });

  it('writes times as they were told, though they are no numbers', () => {
    const told = { duration: '8.47', text: 'a', segments: [{ start: '1.50', end: '2', text: 'a' }] };
    const { transcript, problems } = transcriptOf(told);
    assert.equal(transcript.duration, 8.47);
    assert.deepEqual(segmentsOf(told.segments), [[1.5, 2, 'a']]);
    assert.deepEqual(problems, []);
    assert.deepEqual(JSON.parse(writeTranscript(transcript)), told);
  });

  it('keeps whatever JSON there is, for any', () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue());
    const segment = fc
      .tuple(json, fc.double({ min: 0, max: 1e6, noNaN: true }), fc.nat(100), fc.string())
      .map(([rest, start, seconds, text]) => ({ ...rest, start, end: start + seconds, text }));
    fc.assert(
      fc.property(json, fc.string(), fc.array(segment), (rest, text, segments) => {
        const sorted = segments.sort((a, b) => a.start - b.start);
        const told = JSON.parse(JSON.stringify({ ...rest, text, segments: sorted }));
        const { transcript } = readTranscript(JSON.stringify(told));
        assert.deepEqual(JSON.parse(writeTranscript(transcript)), told);
      }),
    );
  });

  it('keeps what would be the prototype of an object', () => {
    const json = '{\n  "__proto__": {\n    "x": 1\n  },\n  "text": "a"\n}\n';
    assert.equal(writeTranscript(readTranscript(json).transcript), json);
  });

  const bad: [string, string, ProblemKind[]][] = [
    ['nothing', '', ['notJson']],
    ['a web page', '<html></html>', ['notJson']],
    ['JSON that is cut', '{"text": "a', ['notJson']],
    ['a list', '[]', ['notTranscript']],
    ['a word', '"text"', ['notTranscript']],
    ['null', 'null', ['notTranscript']],
    ['an error', '{"error": {"message": "no"}}', ['notTranscript']],
    ['a text that is none', '{"text": 5}', ['notTranscript']],
    ['text alone', '{"text": "a"}', ['noSegments']],
    ['segments that are none', '{"text": "a", "segments": {"0": 1}}', ['noSegments']],
    ['silence', '{"text": "", "segments": []}', []],
    ['a mark at the beginning', '\ufeff{"text": "", "segments": []}', []],
  ];
  for (const [what, json, kinds] of bad) {
    it(`copes with ${what}`, () => assert.deepEqual(kindsOf(json), kinds));
  }

  it('reads numbers that are none, outside of text', () => {
    const { transcript, problems } = readTranscript(
      '{"text": "NaN \\"-Infinity", "segments": [{"start": 1, "end": NaN, "text": "a"}, {"start": -Infinity, "end": 3, "text": "NaN"}]}',
    );
    assert.equal(transcript.text, 'NaN "-Infinity');
    assert.deepEqual(
      transcript.segments.map(({ start, end, text }) => [start, end, text]),
      [
        [1, 1, 'a'],
        [1, 3, 'NaN'],
      ],
    );
    assert.deepEqual(problems, [{ kind: 'badTime', count: 2, segment: 0 }]);
  });

  const times: [string, unknown, [number, number, string][], ProblemKind[]][] = [
    [
      'missing ends',
      [
        { start: 1, text: 'a' },
        { start: 4, text: 'b' },
      ],
      [
        [1, 4, 'a'],
        [4, 4, 'b'],
      ],
      ['badTime'],
    ],
    [
      'missing starts',
      [
        { end: 2, text: 'a' },
        { end: 5, text: 'b' },
      ],
      [
        [0, 2, 'a'],
        [2, 5, 'b'],
      ],
      ['badTime'],
    ],
    [
      'no times',
      [{ text: 'a' }, { text: 'b' }],
      [
        [0, 0, 'a'],
        [0, 0, 'b'],
      ],
      ['badTime'],
    ],
    ['negative times', [{ start: -1, end: 2, text: 'a' }], [[0, 2, 'a']], ['badTime']],
    ['endless times', [{ start: 1, end: 1e308, text: 'a' }], [[1, 1, 'a']], ['badTime']],
    ['ends before starts', [{ start: 5, end: 2, text: 'a' }], [[5, 5, 'a']], ['badTime']],
    [
      'segments out of order',
      [
        { start: 5, end: 6, text: 'b' },
        { start: 1, end: 2, text: 'a' },
      ],
      [
        [1, 2, 'a'],
        [5, 6, 'b'],
      ],
      ['outOfOrder'],
    ],
    [
      'overlapping segments',
      [
        { start: 1, end: 6, text: 'a' },
        { start: 2, end: 3, text: 'b' },
      ],
      [
        [1, 6, 'a'],
        [2, 3, 'b'],
      ],
      ['overlap'],
    ],
    ['segments that are none', [null, 'a', 5, {}, [], { start: 1, end: 2 }], [[1, 2, '']], ['badSegment']],
    ['text that is none', [{ start: 1, end: 2, text: { a: 1 } }], [[1, 2, '']], []],
  ];
  for (const [what, segments, expected, kinds] of times) {
    it(`copes with ${what}`, () => {
      assert.deepEqual(segmentsOf(segments), expected);
      assert.deepEqual(
        transcriptOf({ text: 'a', segments }).problems.map(({ kind }) => kind),
        kinds,
      );
    });
  }

  it('counts what is wrong, and names the first', () => {
    const { problems } = transcriptOf({ segments: [{ start: 1, end: 2, text: '' }, null, null] });
    assert.deepEqual(problems, [{ kind: 'badSegment', count: 2, segment: 1 }]);
  });

  it('gives times that a player can go to, for any', () => {
    const time = fc.oneof(fc.double(), fc.string(), fc.constant(null), fc.nat(9));
    const segment = fc.record(
      { start: time, end: time, text: fc.oneof(fc.string(), fc.nat()) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(segment, fc.jsonValue())), (segments) => {
        let last = 0;
        for (const { start, end } of transcriptOf({ text: '', segments }).transcript.segments) {
          assert.ok(start >= last && end >= start && Number.isFinite(end));
          last = start;
        }
      }),
    );
  });

  it('reads a hundred thousand segments in a time that grows with them alone', () => {
    const make = (count: number): string =>
      JSON.stringify({
        text: 'a',
        segments: Array.from({ length: count }, (_, at) =>
          at % 2 ? { text: 'a' } : { start: count - at, text: 'a' },
        ),
      });
    const [small, large] = [make(10_000), make(100_000)];
    const least = (json: string): number =>
      Math.min(...[1, 2, 3, 4, 5].map(() => threadTime(() => readTranscript(json))));
    // Ten times the segments; a hundred times if it were quadratic.
    const ratio = least(large) / least(small);
    assert.ok(ratio < 60, `${ratio}`);
  });

  const joined: [readonly string[], string][] = [
    [[' Hello there.', ' Bye.'], 'Hello there. Bye.'],
    [['Hello there.', 'Bye.'], 'Hello there. Bye.'],
    [['Hello ', 'there'], 'Hello there'],
    [['これは', '何ですか。', 'ペンです'], 'これは何ですか。ペンです'],
    [['สวัสดี', 'ครับ'], 'สวัสดีครับ'],
    [['안녕', '하세요'], '안녕 하세요'],
    [['', ' ', 'a', '\n', 'b'], 'a b'],
    [[], ''],
  ];
  for (const [texts, expected] of joined) {
    it(`puts ${JSON.stringify(texts)} together`, () => {
      assert.equal(textOf(texts.map((text) => ({ start: 0, end: 0, text }))), expected);
    });
  }
});
