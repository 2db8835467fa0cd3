import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TextEdit } from '../../../src/audio/literal-edit.ts';
import { readWritten, segmentEdits, shownText } from '../../../src/audio/transcript-text.ts';

/** The text after some edits of it. */
function applied(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((one, other) => other.start - one.start)
    .reduce((now, { start, end, text: put }) => now.slice(0, start) + put + now.slice(end), text);
}

/** The file after a segment has got another text. */
function edited(json: string, index: number, text: string): string {
  return applied(json, segmentEdits(readWritten(json), index, text));
}

const TALK = `{ "task":"transcribe",
  "unknown": {"segments": [{"text": "no"}], "a\\"}": [1, {"text":[]}]},
\t"text": "Caf\\u00e9 \\"one\\". Two. Two.",   "segments": [
    {"id": 0, "start": 0.0, "end": 1e0, "text": " Caf\\u00e9 \\"one\\".", "tokens": [1, 2], "x": 1.50},
    { "text"  :  " Two." ,"end":2,"start":1},
    {"start": 2, "end": 3, "text": " Two."}
  ]
}
`;

describe('a transcript as it is written', () => {
  it('has its segments in their order, with what can be used of them', () => {
    const { segments, language, duration } = readWritten(
      '{"language":"en","duration":"9.5","segments":[{"start":3,"end":"4.5","text":" b "},{"start":-1,"end":null,"text":7},null,"x",[]]}',
    );
    assert.deepEqual(
      segments?.map(({ start, end, text }) => [start, end, text]),
      [
        [3, 4.5, ' b '],
        [undefined, undefined, ''],
        [undefined, undefined, ''],
        [undefined, undefined, ''],
        [undefined, undefined, ''],
      ],
    );
    assert.deepEqual([language, duration], ['en', 9.5]);
    assert.deepEqual(
      segments?.map(({ place }) => place !== undefined),
      [true, false, false, false, false],
    );
  });

  it('is read with numbers that JSON has not, and changed in the right place', () => {
    const json = '{"segments":[{"start":NaN,"end":-Infinity,"text":"NaN \\" NaN"},{"start":1,"text":"b"}]}';
    const [first, second] = readWritten(json).segments ?? [];
    assert.deepEqual([first?.start, first?.end, first?.text], [undefined, undefined, 'NaN " NaN']);
    assert.equal(second?.start, 1);
    assert.equal(edited(json, 1, 'c'), json.replace('"b"', '"c"'));
  });

  it('has no segments where there are none', () => {
    for (const json of ['{}', '[]', '7', 'null', '"segments"', '{"segments":{"0":{"text":"a"}}}']) {
      assert.equal(readWritten(json).segments, undefined, json);
    }
    assert.deepEqual(readWritten('{"segments":[]}').segments, []);
  });

  it('is refused where it is no JSON', () => {
    for (const json of ['', '{', '{"segments":[}', "{'text':'a'}", '{"text":"a"} x', 'NaNa']) {
      assert.throws(() => readWritten(json), SyntaxError, json);
    }
  });

  it('changes where its text differs, and nowhere else', () => {
    assert.equal(edited(TALK, 0, 'Café "two".'), TALK.replaceAll('\\u00e9 \\"one\\"', '\\u00e9 \\"two\\"'));
    const edits = segmentEdits(readWritten(TALK), 0, 'Café "one"!');
    assert.deepEqual(
      edits.map(({ start, end, text }) => [TALK.slice(start, end), text]),
      [
        ['.', '!'],
        ['.', '!'],
      ],
    );
  });

  it('changes the right one of equal segments, also in the text of the whole', () => {
    assert.equal(
      edited(TALK, 2, 'Three.'),
      TALK.replace('Two. Two."', 'Two. Three."').replace('"text": " Two."}', '"text": " Three."}'),
    );
  });

  it('leaves a text of the whole alone that is not made of the segments', () => {
    const json = '{"text":"Something else: a.","segments":[{"start":0,"end":1,"text":"a"}]}';
    assert.equal(edited(json, 0, 'b'), json.replace('"text":"a"', '"text":"b"'));
  });

  it('keeps the space around, and changes nothing where nothing is to change', () => {
    assert.deepEqual(segmentEdits(readWritten(TALK), 1, ' Two. '), []);
    assert.deepEqual(segmentEdits(readWritten(TALK), 7, 'x'), []);
    assert.deepEqual(segmentEdits(readWritten('{"segments":[{"text":7}]}'), 0, 'x'), []);
    assert.equal(edited('{"segments":[{"text":"  "}]}', 0, 'x'), '{"segments":[{"text":"  x"}]}');
  });

  it('takes the last of members with the same name, as JSON.parse does', () => {
    const json = '{"segments":[{"text":"no"}],"segm\\u0065nts":[{"text":"a","te\\u0078t":"b"}]}';
    assert.equal(edited(json, 0, 'c'), json.replace('"b"', '"c"'));
  });

  it('writes what could end the string, tear characters apart or make VS Code warn, as escapes', () => {
    const json = '{"segments":[{"text":"a😀b"}]}';
    for (const text of ['a😁b', 'a"\\b', 'a\u2028\u2029\u0000b', 'a\ud800b', 'a\r\n\tb']) {
      const after = edited(json, 0, text);
      assert.equal(shownText(readWritten(after).segments?.[0] ?? { text: '' }), text);
      assert.doesNotMatch(after, /[\u2028\u2029\p{Cc}]/u);
    }
    const [{ start, end, text } = { start: 0, end: 0, text: '' }] = segmentEdits(
      readWritten(json),
      0,
      'a😁b',
    );
    assert.deepEqual([json.slice(start, end), text], ['😀', '😁']);
  });

  it('is deep without end, and read all the same', () => {
    const deep = 50_000;
    const json = `{"x":${'['.repeat(deep)}${']'.repeat(deep)},"segments":[{"text":"a"}]}`;
    let isTaken = true;
    try {
      JSON.parse(json);
    } catch {
      isTaken = false;
    }
    if (isTaken) {
      assert.equal(edited(json, 0, 'b'), json.replace('"a"', '"b"'));
    }
  });

  it('says what was written, whatever it was before and wherever it stands', () => {
    const string = fc.string({ unit: 'binary' });
    const segment = fc.record(
      {
        id: fc.jsonValue({ maxDepth: 1 }),
        text: string,
        start: fc.double(),
        words: fc.jsonValue({ maxDepth: 1 }),
        'te"xt': string,
      },
      { requiredKeys: ['text'] },
    );
    const file = fc.record(
      {
        before: fc.jsonValue({ maxDepth: 1 }),
        text: string,
        segments: fc.array(segment, { minLength: 1 }),
        after: fc.jsonValue({ maxDepth: 1 }),
      },
      { requiredKeys: ['segments'] },
    );
    fc.assert(
      fc.property(file, fc.nat(), string, fc.constantFrom(undefined, 2, '\t'), (value, at, text, space) => {
        const json = JSON.stringify(value, undefined, space);
        const index = at % value.segments.length;
        const after: unknown = JSON.parse(edited(json, index, text));
        const expected = JSON.parse(json);
        const was: string = expected.segments[index].text;
        const trimmed = was.trim();
        const lead = trimmed === '' ? was : was.slice(0, was.indexOf(trimmed));
        const tail = trimmed === '' ? '' : was.slice(was.indexOf(trimmed) + trimmed.length);
        expected.segments[index].text = lead + text.trim() + tail;
        // Of the text of the whole another test tells.
        expected.text = Object(after).text;
        assert.deepEqual(after, JSON.parse(JSON.stringify(expected)));
      }),
      { numRuns: 60 },
    );
  });

  it('has the same text as a whole afterwards where it had before', () => {
    const word = fc.stringMatching(/^[a-z"\\é😀]{1,8}$/u);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.nat(), word, (words, at, text) => {
        const index = at % words.length;
        const json = JSON.stringify({
          text: words.join(' '),
          segments: words.map((each) => ({ text: ` ${each}` })),
        });
        const after = JSON.parse(edited(json, index, text));
        assert.equal(after.text, words.with(index, text).join(' '));
      }),
    );
  });
});
