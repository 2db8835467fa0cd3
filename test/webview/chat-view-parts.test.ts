import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Places } from '../../src/webview/chat/places.ts';
import { isSame } from '../../src/webview/chat/same.ts';
import { shortCount } from '../../src/webview/chat/short-count.ts';
import { phrase } from '../../src/webview/page/phrase.ts';
import { projectFolder } from '../vscode/npm-install.ts';
import { DEFAULT_STYLES, theme, themeNames } from './theme.ts';

describe('phrase', () => {
  it('puts values into their places, and takes nothing within them for a place', () => {
    assert.equal(phrase('{0} of {1}', 1, 2), '1 of 2');
    assert.equal(phrase('{1}, {0}, {1}', '{1}', '$&'), '$&, {1}, $&');
    assert.equal(phrase('{0} {1} {x}', 'a'), 'a {1} {x}');
  });
});

describe('shortCount', () => {
  it('says a count in few letters', () => {
    const counts = [0, 168, 999, 1000, 2810, 4096, 99_940, 99_960, 131_072, 999_499, 999_500, 2_000_000];
    assert.deepEqual(
      counts.map((count) => shortCount(count, 'en')),
      ['0', '168', '999', '1k', '2.8k', '4.1k', '99.9k', '100k', '131k', '999k', '1M', '2M'],
    );
  });

  it('says it as is usual in the language, and also in one that there is not', () => {
    assert.equal(shortCount(2810, 'de'), '2,8k');
    assert.equal(shortCount(2810, 'not a language'), '2.8k');
  });
});

describe('isSame', () => {
  it('compares what came as JSON by its content', () => {
    assert.equal(isSame({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] }), true);
    for (const [one, other] of [
      [{ a: 1 }, { a: 2 }],
      [{ a: 1 }, { b: 1 }],
      [{ a: undefined }, {}],
      [[1], [1, 2]],
      [[], {}],
      [null, {}],
      [0, false],
      ['1', 1],
    ]) {
      assert.equal(isSame(one, other), false, JSON.stringify([one, other]));
      assert.equal(isSame(other, one), false, JSON.stringify([other, one]));
    }
  });
});

describe('Places', () => {
  it('keeps the places of the latest fifty conversations', () => {
    let saved: unknown;
    const places = new Places(undefined, (state) => {
      saved = state;
    });
    for (let i = 0; i < 60; i++) {
      places.set(`c${i}`, { at: { turn: `m${i}`, above: i }, isUnfolded: false });
    }
    places.set('c11', { isUnfolded: true });
    const again = new Places(structuredClone(saved), () => {});
    assert.deepEqual(again.get('c59'), { at: { turn: 'm59', above: 59 }, isUnfolded: false });
    assert.deepEqual(again.get('c11'), { isUnfolded: true });
    assert.equal(again.get('c9'), undefined);
    assert.deepEqual(again.get('c10'), { at: { turn: 'm10', above: 10 }, isUnfolded: false });
  });

  it('takes garbage for nothing', () => {
    for (const state of [null, 1, 'x', {}, { places: [['c1', { isUnfolded: 1 }]] }, { places: { c1: {} } }]) {
      assert.equal(new Places(state, () => {}).get('c1'), undefined);
    }
  });
});

describe('the styles of the chat view', () => {
  it('use only colours and sizes that VS Code has', async () => {
    // Not every theme sets all of these.
    const known = new Set([
      ...themeNames.flatMap((name) => Object.keys(theme(name).variables)),
      ...(DEFAULT_STYLES.match(/--vscode-[\w-]+/g) ?? []),
    ]);
    for (const name of ['base', 'turns', 'composer', 'start']) {
      const css = await readFile(join(projectFolder, 'src', 'webview', 'chat', `${name}.css`), 'utf8');
      const used = css.match(/--vscode-[\w-]+/g) ?? [];
      assert.deepEqual(
        used.filter((variable) => !known.has(variable)),
        [],
        name,
      );
    }
  });
});
