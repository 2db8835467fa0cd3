import assert from 'node:assert/strict';
import fc from 'fast-check';
import { excerptAround, searchPattern, shorten, titleFrom } from '../../../src/chat/conversation-excerpt.ts';

describe('titleFrom', () => {
  it('takes the first line that says something', () => {
    assert.equal(titleFrom('\r\n \n  Two\twords \nmore'), 'Two words');
    assert.equal(titleFrom(''), '');
    assert.equal(titleFrom(' \n\t'), '');
    assert.equal(titleFrom('\u0000'), '');
  });

  it('takes whole characters, and no more than fit', () => {
    assert.equal(titleFrom('🧑‍🚀'.repeat(60)), '🧑‍🚀'.repeat(60));
    assert.equal(titleFrom('🧑‍🚀'.repeat(61)), `${'🧑‍🚀'.repeat(60)}…`);
    assert.equal(titleFrom('é'.normalize('NFD').repeat(100)), `${'é'.normalize('NFD').repeat(60)}…`);
  });
});

describe('shorten', () => {
  it('makes one line of it that cannot turn its surroundings around', () => {
    assert.equal(shorten('a\u202eb\u2066c\n\nd\u0007e', 20), 'abc d e');
    assert.equal(shorten('\ud83d half', 20), '\ufffd half');
  });

  it('does not choke on a character with a million accents', () => {
    const accents = `a${'\u0301'.repeat(1_000_000)}`;
    assert.ok(shorten(accents, 10).length < 1000);
    assert.ok(shorten(`b${accents}`, 10).startsWith('b'));
  });

  it('never gets longer, and never cuts a character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (whole, length) => {
        const short = shorten(whole, length);
        assert.ok(short.isWellFormed());
        assert.ok([...new Intl.Segmenter().segment(short)].length <= length + 1, short);
        assert.ok(!/[\n\r]/.test(short));
      }),
      { numRuns: 500 },
    );
  });
});

describe('excerptAround', () => {
  const find = (whole: string, query: string) => excerptAround(whole, searchPattern(query));

  it('finds in any case, also beyond ASCII', () => {
    assert.equal(find('The Lamp was lit', 'lAMP'), 'The Lamp was lit');
    assert.equal(find('Große Übung', 'üBUNG'), 'Große Übung');
    assert.equal(find('The lamp', 'torch'), undefined);
  });

  it('finds across line breaks, and takes nothing in the query for more than text', () => {
    assert.equal(find('one\n  two', 'one two'), 'one two');
    assert.equal(find('a.b', 'a.b'), 'a.b');
    assert.equal(find('axb', 'a.b'), undefined);
    for (const query of [
      '(',
      '[',
      '\\',
      '*',
      'a{2}',
      '$',
      '^',
      '-',
      '/',
      '|',
      '#',
      '\ud83d',
      'é'.normalize('NFD'),
    ]) {
      assert.ok(find(`x ${query} y`.toWellFormed().normalize(), query) !== undefined, query);
    }
  });

  it('shows some of what stands around', () => {
    const excerpt = find(`${'before '.repeat(100)}LAMP${' after'.repeat(100)}`, 'lamp');
    assert.match(excerpt ?? '', /^…before .*LAMP after.*…$/);
    assert.ok((excerpt ?? '').length < 150);
  });
});
