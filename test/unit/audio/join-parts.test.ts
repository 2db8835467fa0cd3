import assert from 'node:assert/strict';
import fc from 'fast-check';
import { joinParts, joinTranscripts, promptFrom } from '../../../src/audio/join-parts.ts';
import { parseVtt } from '../../../src/audio/subtitles.ts';

const parts = (...texts: readonly string[]) =>
  texts.map((text, index) => ({ startSeconds: index * 100.25, seconds: 100.25, text }));

describe('join-parts', () => {
  it('joins text', () => {
    assert.equal(joinParts(parts('One.\n', '', ' Two.'), 'text'), 'One. Two.\n');
    assert.equal(joinParts(parts('', ' '), 'text'), '');
    assert.equal(joinParts([], 'text'), '');
  });

  it('joins SRT: later times, numbers from 1', () => {
    const part = '7\n00:00:01,000 --> 00:00:02,000\n<i>a</i>\nb\n\n8\n00:00:03,000 --> 00:00:04,000\nc\n';
    assert.equal(
      joinParts(parts(part, '', part), 'srt'),
      [
        '1\n00:00:01,000 --> 00:00:02,000\n<i>a</i>\nb\n',
        '2\n00:00:03,000 --> 00:00:04,000\nc\n',
        '3\n00:03:21,500 --> 00:03:22,500\n<i>a</i>\nb\n',
        '4\n00:03:23,500 --> 00:03:24,500\nc\n',
      ].join('\n'),
    );
    assert.equal(joinParts([], 'srt'), '');
  });

  it('joins VTT: one head; tags, escapes and settings stay', () => {
    const part = 'WEBVTT - x\n\nNOTE no\n\nname\n00:01.000 --> 00:02.000 line:0\n<v Ann>a &amp; b\n';
    assert.equal(
      joinParts(parts(part, part), 'vtt'),
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:0\n<v Ann>a &amp; b\n\n00:01:41.250 --> 00:01:42.250 line:0\n<v Ann>a &amp; b\n',
    );
    assert.equal(joinParts(parts('WEBVTT', ''), 'vtt'), 'WEBVTT\n');
  });

  it('joins JSON', () => {
    assert.deepEqual(JSON.parse(joinParts(parts('{"text":"One.","x":1}', '{"text":" Two."}'), 'json')), {
      text: 'One. Two.',
      x: 1,
    });
    assert.deepEqual(JSON.parse(joinParts(parts('{"text":""}', 'none'), 'json')), { text: '' });
  });

  it('joins verbose JSON: times of segments and words, ids, where the model stood, and all else', () => {
    const part = {
      task: 'transcribe',
      language: 'english',
      duration: 100.2,
      text: 'Hi you.',
      segments: [
        { id: 0, seek: 0, start: 0.1, end: 1, text: ' Hi', words: [{ word: 'Hi', start: 0.1, end: 0.5 }] },
        { id: 1, seek: 300, start: 1, end: 2, text: ' you.', temperature: 0 },
      ],
      words: [{ word: 'Hi', start: 0.1, end: 0.5 }],
      x: { id: 5 },
    };
    const json = JSON.stringify(part);
    assert.deepEqual(JSON.parse(joinParts(parts(json, json), 'verbose_json')), {
      ...part,
      duration: 200.5,
      text: 'Hi you. Hi you.',
      segments: [
        ...part.segments,
        {
          id: 2,
          seek: 10_025,
          start: 100.35,
          end: 101.25,
          text: ' Hi',
          words: [{ word: 'Hi', start: 100.35, end: 100.75 }],
        },
        { id: 3, seek: 10_325, start: 101.25, end: 102.25, text: ' you.', temperature: 0 },
      ],
      words: [
        { word: 'Hi', start: 0.1, end: 0.5 },
        { word: 'Hi', start: 100.35, end: 100.75 },
      ],
    });
  });

  it('joins transcripts of none, and leaves one as it is', () => {
    assert.deepEqual(joinTranscripts([]), { text: '', segments: [] });
    const transcript = { text: 'a', segments: [{ start: 1, end: 2, text: 'a' }] };
    assert.deepEqual(joinTranscripts([{ startSeconds: 0, seconds: 9, transcript }]), transcript);
  });

  it('keeps the order of times, and loses no subtitle', () => {
    const part = fc.array(fc.nat(99), { minLength: 1 }).map(
      (starts) =>
        `WEBVTT\n\n${starts
          .sort((a, b) => a - b)
          .map(
            (start) =>
              `00:${String(Math.floor(start / 60)).padStart(2, '0')}:${String(start % 60).padStart(2, '0')}.000 --> 10:00:00.000\nx\n`,
          )
          .join('\n')}`,
    );
    fc.assert(
      fc.property(fc.array(part), (texts) => {
        const starts = parseVtt(joinParts(parts(...texts), 'vtt')).map(({ start }) => start);
        assert.deepEqual(
          starts,
          starts.toSorted((a, b) => a - b),
        );
        assert.equal(starts.length, texts.join('').split('-->').length - 1);
      }),
    );
  });

  describe('the prompt of the next part', () => {
    it('is all of a short text', () => {
      assert.equal(promptFrom(' One.\n Two. '), 'One. Two.');
      assert.equal(promptFrom(''), '');
    });

    it('is the last whole sentences of a long one', () => {
      assert.equal(promptFrom('The first one is long. Second one. Third one!', 25), 'Second one. Third one!');
      assert.equal(promptFrom('これは長い文です。二つ目。三つ目。', 10), '二つ目。三つ目。');
    });

    it('is the last whole words of a long sentence', () => {
      assert.equal(promptFrom('one two three four five', 10), 'four five');
    });

    it('is the end of a long word, in whole characters', () => {
      assert.equal(promptFrom('🐙'.repeat(10), 5), '🐙🐙');
    });

    it('is never too long, and always the end of the text', () => {
      const words = fc.array(fc.oneof(fc.lorem({ mode: 'sentences' }), fc.string({ unit: 'grapheme' })), {
        maxLength: 30,
      });
      fc.assert(
        fc.property(words, fc.integer({ min: 1, max: 200 }), (texts, longest) => {
          const text = texts.join(' ').replace(/\s+/g, ' ').trim();
          const prompt = promptFrom(text, longest);
          assert.ok(prompt.length <= longest && prompt.isWellFormed());
          assert.ok(text.endsWith(prompt), JSON.stringify({ text, prompt }));
        }),
      );
    });
  });
});
