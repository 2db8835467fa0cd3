import assert from 'node:assert/strict';
import fc from 'fast-check';
import { InlineCache, inlineKey } from '../../../../src/completion/inline/inline-cache.ts';
import type { InlinePlace } from '../../../../src/completion/inline/inline-context.ts';

/** Of a text in which | is the cursor. */
function at(text: string): InlinePlace {
  const [prefix = '', suffix = ''] = text.split('|');
  return { offset: prefix.length, prefix, suffix, isWhole: true };
}

const KEY = inlineKey('file:///a', 'm', { n: 2 });

describe('InlineCache', () => {
  function cacheOf(...answers: readonly [place: string, ...candidates: string[]][]): InlineCache {
    const cache = new InlineCache();
    for (const [place, ...candidates] of answers) {
      cache.add(KEY, at(place), candidates);
    }
    return cache;
  }

  function texts(cache: InlineCache, place: string): string[] | undefined {
    return cache.find(KEY, at(place))?.map(({ text }) => text);
  }

  it('serves the same place', () => {
    assert.deepEqual(texts(cacheOf(['let a|;\nb', ' = 1', ' = 2']), 'let a|;\nb'), [' = 1', ' = 2']);
  });

  it('checks the text after the cursor as well as the text before it', () => {
    const cache = cacheOf(['let a|;\nb', ' = 1']);
    for (const other of [
      'let a|;\nc',
      'let a|',
      'let a|;\nb2',
      'let b|;\nb',
      'xlet a|;\nb',
      '|let a;\nb',
      'et a|;\nb',
    ]) {
      assert.equal(texts(cache, other), undefined, other);
    }
  });

  it('serves typing what was suggested, of the candidates that begin so', () => {
    const cache = cacheOf(['|\nx', 'const a = 1;', 'const b = 2;', 'let c;']);
    assert.deepEqual(texts(cache, 'con|\nx'), ['st a = 1;', 'st b = 2;']);
    assert.deepEqual(texts(cache, 'const b|\nx'), [' = 2;']);
    assert.equal(texts(cache, 'const c|\nx'), undefined);
    assert.equal(texts(cache, 'const b = 2;|\nx'), undefined, 'what was taken whole has nothing left');
    assert.equal(texts(cache, 'const b = 2;!|\nx'), undefined);
  });

  it('serves a part that was taken, over lines', () => {
    const cache = cacheOf(['f() {|}', '\n  a();\n  b();\n']);
    assert.deepEqual(texts(cache, 'f() {\n  a();|}'), ['\n  b();\n']);
  });

  it('serves going back, also before the place of the answer', () => {
    const cache = cacheOf(['let abc|', ' = 1']);
    assert.deepEqual(texts(cache, 'let abc = |'), ['1']);
    assert.deepEqual(texts(cache, 'let abc|'), [' = 1']);
    assert.deepEqual(texts(cache, 'let a|'), ['bc = 1']);
    assert.equal(texts(cache, 'le|x'), undefined);
    assert.equal(texts(cacheOf(['a\nb|', 'c']), 'a|'), undefined, 'not over a line');
  });

  it('prefers what fits here to what was deleted', () => {
    const cache = cacheOf(['let |', 'a = 1'], ['let x|', 'yz']);
    assert.deepEqual(texts(cache, 'let |'), ['a = 1']);
  });

  it('serves several answers together, each text once, the last answer first', () => {
    const cache = cacheOf(['a|', 'bc', 'bd'], ['ab|', 'd', 'e']);
    assert.deepEqual(texts(cache, 'ab|'), ['d', 'e', 'c']);
  });

  it('knows that there was nothing to say, and where else it is not known', () => {
    const cache = cacheOf(['a|']);
    assert.deepEqual(texts(cache, 'a|'), []);
    assert.equal(texts(cache, 'ab|'), undefined);
    cache.add(KEY, at('a|'), ['x']);
    assert.deepEqual(texts(cache, 'a|'), ['x'], 'a later answer counts');
  });

  it('sees through brackets that the editor closes', () => {
    const cache = cacheOf(['x = |;', 'f(a, [b]);']);
    assert.deepEqual(cache.find(KEY, at('x = f(|);')), [{ text: 'a, [b]);', replaced: 1 }]);
    assert.deepEqual(cache.find(KEY, at('x = f(a, [|]);')), [{ text: 'b]);', replaced: 2 }]);
    assert.equal(texts(cache, 'x = f(|};'), undefined, 'which the candidate has not');
  });

  it('keeps documents, models and parameters apart', () => {
    const cache = cacheOf(['a|', 'b']);
    for (const other of [
      inlineKey('file:///b', 'm', { n: 2 }),
      inlineKey('file:///a', 'm2', { n: 2 }),
      inlineKey('file:///a', 'm', { n: 1 }),
    ]) {
      assert.equal(cache.find(other, at('a|')), undefined);
    }
  });

  it('agrees where the budget has cut the text at different places', () => {
    const cache = new InlineCache();
    const before = 'some line\nanother line\nthe last ';
    const after = '\none more line\nand the end';
    cache.add(KEY, { offset: 500, prefix: before, suffix: after.slice(0, 14), isWhole: false }, [
      'word here',
    ]);
    const now = { offset: 505, prefix: `${before.slice(10)}word `, suffix: after, isWhole: true };
    assert.deepEqual(
      cache.find(KEY, now)?.map(({ text }) => text),
      ['here'],
    );
    assert.equal(cache.find(KEY, { ...now, suffix: after.slice(0, 5), isWhole: true }), undefined);
    assert.equal(cache.find(KEY, { ...now, prefix: 'word ' }), undefined, 'that alone says too little');
  });

  it('forgets what was not used for longest, and what is told to', () => {
    const cache = new InlineCache();
    for (let index = 0; index < 100; index += 1) {
      cache.add(KEY, at(`${index} |`), ['x']);
    }
    assert.deepEqual(texts(cache, '0 |'), ['x']);
    cache.add(KEY, at('new |'), ['x']);
    assert.deepEqual(texts(cache, '0 |'), ['x'], 'used since');
    assert.equal(texts(cache, '1 |'), undefined);
    const huge = 'y'.repeat(3_000_000);
    cache.add(KEY, at(`${huge}|`), ['x']);
    cache.add(KEY, at(`${huge}z|`), ['x']);
    assert.equal(texts(cache, '0 |'), undefined);
    assert.deepEqual(texts(cache, `${huge}z|`), ['x']);
    cache.clear('file:///other');
    assert.deepEqual(texts(cache, `${huge}z|`), ['x']);
    cache.clear('file:///a');
    assert.equal(texts(cache, `${huge}z|`), undefined);
  });

  it('never suggests what would make another text than a candidate does', () => {
    const letter = fc.constantFrom('a', 'b', '(', ')', '\n');
    const text = fc.array(letter, { maxLength: 6 }).map((letters) => letters.join(''));
    const answer = fc.record({ prefix: text, suffix: text, candidates: fc.array(text, { maxLength: 3 }) });
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1, maxLength: 4 }), text, text, (answers, prefix, suffix) => {
        const cache = new InlineCache();
        for (const each of answers) {
          cache.add(
            KEY,
            { offset: each.prefix.length, prefix: each.prefix, suffix: each.suffix, isWhole: true },
            each.candidates,
          );
        }
        const wholes = answers.flatMap((each) =>
          each.candidates.map((one) => each.prefix + one + each.suffix),
        );
        for (const hit of cache.find(KEY, { offset: prefix.length, prefix, suffix, isWhole: true }) ?? []) {
          assert.ok(wholes.includes(prefix + hit.text + suffix.slice(hit.replaced)));
        }
      }),
      { numRuns: 2000 },
    );
  }).timeout(10_000);
});
