import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  clockTime,
  parseSrt,
  parseVtt,
  toMarkdown,
  toSrt,
  toText,
  toVtt,
} from '../../../src/audio/subtitles.ts';
import type { Segment, Transcript } from '../../../src/audio/transcript.ts';
import { threadTime } from '../thread-time.ts';

const talk = (...segments: readonly [number, number, string][]): Transcript => ({
  text: '',
  segments: segments.map(([start, end, text]) => ({ start, end, text })),
});
const plain = (segments: readonly Segment[]): [number, number, string][] =>
  segments.map(({ start, end, text }) => [start, end, text]);

const HELLO = talk([0, 1.5, ' Hello <there> & you.'], [3661.0004, 3662.9996, 'One\n\n\r\ntwo --> three']);

describe('subtitles', () => {
  it('writes SRT', () => {
    assert.equal(
      toSrt(HELLO),
      '1\n00:00:00,000 --> 00:00:01,500\nHello <there> & you.\n\n2\n01:01:01,000 --> 01:01:03,000\nOne\ntwo → three\n',
    );
  });

  it('writes VTT', () => {
    assert.equal(
      toVtt(HELLO),
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHello &lt;there&gt; &amp; you.\n\n01:01:01.000 --> 01:01:03.000\nOne\ntwo --&gt; three\n',
    );
  });

  it('writes text', () => {
    assert.equal(toText(HELLO), 'Hello <there> & you. One\n\n\ntwo --> three\n');
    assert.equal(toText({ text: ' As told. ', segments: [] }), 'As told.\n');
    assert.equal(toText({ text: ' ', segments: [] }), '');
  });

  it('writes Markdown in which nothing has a meaning', () => {
    assert.equal(
      toMarkdown(talk([0, 1, ' *Hi* [x](y) <b>'], [3661.9, 3662, '# `a`\nb']), 'talk_1\n.wav'),
      '# talk\\_1 .wav\n\n**00:00** \\*Hi\\* \\[x\\](y) \\<b\\>\n\n**1:01:01** \\# \\`a\\` b\n',
    );
    assert.equal(
      toMarkdown({ text: 'One\n- two\n3. three\n+ four', segments: [] }, 'T'),
      '# T\n\nOne\n\n\\- two\n\n3\\. three\n\n\\+ four\n',
    );
  });

  it('ends lines as it is told to', () => {
    const options = { lineEnd: '\r\n' } as const;
    for (const text of [
      toSrt(HELLO, options),
      toVtt(HELLO, options),
      toText(HELLO, options),
      toMarkdown(HELLO, 'a', options),
    ]) {
      assert.equal(text.replaceAll('\r\n', '').search(/[\r\n]/), -1);
    }
    assert.deepEqual(plain(parseSrt(toSrt(HELLO, options))), plain(parseSrt(toSrt(HELLO))));
  });

  it('writes hours as many as there are, and rounds only once', () => {
    const long = talk([359_999.9996, 3_600_000, 'a']);
    assert.match(toSrt(long), /^1\n100:00:00,000 --> 1000:00:00,000\n/);
    assert.deepEqual(plain(parseVtt(toVtt(long))), [[360_000, 3_600_000, 'a']]);
    assert.match(toVtt(talk([59.9999, 61, 'a'])), /00:01:00\.000 --> 00:01:01\.000/);
    assert.equal(clockTime(59.99), '00:59');
    assert.equal(clockTime(360_000), '100:00:00');
  });

  it('leaves out what says nothing, and shows the rest in order for a while at least', () => {
    assert.equal(
      toVtt(talk([5, 5, 'b'], [1, 2, ' \n '], [1, 1, 'a'])),
      'WEBVTT\n\n00:00:01.000 --> 00:00:01.001\na\n\n00:00:05.000 --> 00:00:05.001\nb\n',
    );
    assert.equal(toSrt(talk()), '');
    assert.equal(toVtt(talk()), 'WEBVTT\n');
  });

  const line = fc
    .string({ unit: 'binary' })
    .map((text) => text.replace(/[\0\s\u2028\u2029\ufeff]+/g, ' ').trim())
    .filter((text) => text !== '');
  const segments = fc
    .array(
      fc.tuple(
        fc.nat(500_000_000),
        fc.integer({ min: 1, max: 100_000 }),
        fc.array(line, { minLength: 1, maxLength: 3 }),
      ),
    )
    .map((all) =>
      all
        .sort(([a], [b]) => a - b)
        .map(([start, length, lines]) => ({
          start: start / 1000,
          end: (start + length) / 1000,
          text: lines.join('\n'),
        })),
    );

  it('reads back any VTT that it writes', () => {
    fc.assert(
      fc.property(segments, fc.constantFrom('\n' as const, '\r\n' as const), (all, lineEnd) => {
        assert.deepEqual(parseVtt(toVtt({ segments: all }, { lineEnd })), all);
      }),
    );
  });

  it('reads back any SRT that it writes, but for arrows', () => {
    fc.assert(
      fc.property(segments, (all) => {
        const read = parseSrt(toSrt({ segments: all }));
        assert.deepEqual(
          read,
          all.map((segment) => ({ ...segment, text: segment.text.replaceAll('-->', '→') })),
        );
      }),
    );
  });

  it('reads back text that looks like what stands around it', () => {
    const odd = talk(
      [1, 2, '7\n8'],
      [3, 4, '00:00:01,000 -> 00:00:02,000'],
      [5, 6, 'NOTE\nSTYLE'],
      [7, 8, 'WEBVTT'],
      [9, 10, '&lt;b&gt; <i>'],
    );
    assert.deepEqual(
      plain(parseVtt(toVtt(odd))).filter((_, index) => index !== 1),
      plain(odd.segments).filter((_, index) => index !== 1),
    );
  });

  const read: [string, string, [number, number, string][]][] = [
    ['nothing', '', []],
    ['a web page', '<html>\n<body>1 --> 2</body></html>', []],
    ['prose', 'At 10:30 --> 11:00 we met.', []],
    [
      'no numbers',
      '00:01,5 --> 00:02,25\na\n\n00:03 --> 1:00:04\nb',
      [
        [1.5, 2.25, 'a'],
        [3, 3604, 'b'],
      ],
    ],
    [
      'no blank lines',
      '1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:03.000 --> 00:00:04.000\nb',
      [
        [1, 2, 'a'],
        [3, 4, 'b'],
      ],
    ],
    [
      'blank lines within a text',
      '1\n00:00:01,000 --> 00:00:02,000\na\n\nb\n\n2\n00:00:03,000 --> 00:00:04,000\nc\n',
      [
        [1, 2, 'a\nb'],
        [3, 4, 'c'],
      ],
    ],
    ['blanks and a mark', '\ufeff\n\n 1 \r 00:00:01,000  -->  00:00:02,000 \r  a  \r', [[1, 2, 'a']]],
    ['an end before its start', '00:05 --> 00:01\na', [[5, 5, 'a']]],
    [
      'no text',
      '1\n00:01 --> 00:02\n\n2\n00:03 --> 00:04\nb',
      [
        [1, 2, ''],
        [3, 4, 'b'],
      ],
    ],
    ['a wrong arrow', '1\n00:00:01,000 -> 00:00:02,000\na', [[1, 2, 'a']]],
  ];
  for (const [what, text, expected] of read) {
    it(`reads ${what}`, () => assert.deepEqual(plain(parseSrt(text)), expected));
  }

  it('reads what else there is in a VTT', () => {
    const text = [
      'WEBVTT - title',
      'Kind: captions',
      '',
      'STYLE',
      '::cue { color: red }',
      '',
      'NOTE 00:09 --> 00:10',
      'no text',
      '',
      'intro',
      '00:01.000 --> 00:02.000 line:0 position:20%',
      '<v Ann>Hi <i.x>there</i> &amp; <00:01.500>you&nbsp;&unknown;</v>',
      '',
      '00:03.000 --> 00:04.000',
      'Bye',
    ].join('\n');
    assert.deepEqual(plain(parseVtt(text)), [
      [1, 2, 'Hi there & you\u00a0&unknown;'],
      [3, 4, 'Bye'],
    ]);
  });

  it('ends soon for what is made to take long', () => {
    for (const text of [
      ' '.repeat(200_000),
      '<'.repeat(200_000),
      '0'.repeat(200_000),
      '00:'.repeat(60_000),
      '\n'.repeat(200_000),
      `00:01 --> 00:02${' '.repeat(200_000)}x`,
    ]) {
      const time = threadTime(() => {
        parseVtt(text);
        parseVtt(`00:01 --> 00:02\n${text}`);
      });
      assert.ok(time < 2000, `${time} ms for ${text.slice(0, 20)}`);
    }
  });
});
