import assert from 'node:assert/strict';
import { languagesIn } from '../../../src/audio/languages.ts';
import { LANGUAGE_CODES } from '../../../src/service/language-codes.ts';

describe('languages', () => {
  it('are those of ISO 639-1, each once', () => {
    assert.equal(LANGUAGE_CODES.length, 184);
    assert.equal(new Set(LANGUAGE_CODES).size, 184);
    assert.ok(LANGUAGE_CODES.every((code) => /^[a-z]{2}$/.test(code)));
    for (const code of ['en', 'de', 'zh', 'he', 'id', 'yi', 'nb']) {
      assert.ok(LANGUAGE_CODES.includes(code), code);
    }
  });

  it('have their names in the language of the reader, and stand in its order', () => {
    const german = languagesIn('de');
    assert.equal(german.length, 184);
    assert.equal(german.find(({ code }) => code === 'fr')?.name, 'Französisch');
    assert.ok(languagesIn('en').every(({ code, name }) => code !== name));
    // Behind A, not behind Z.
    const swedish = german.findIndex(({ code }) => code === 'sv');
    assert.ok(german.findIndex(({ name }) => name.startsWith('Zulu')) > swedish);
    assert.deepEqual(
      german.map(({ name }) => name),
      german.map(({ name }) => name).toSorted(new Intl.Collator('de').compare),
    );
  });

  it('have English names where a locale is none', () => {
    for (const locale of ['qps-ploc', 'no locale', '']) {
      assert.equal(languagesIn(locale).find(({ code }) => code === 'de')?.name, 'German', locale);
    }
  });
});
