import assert from 'node:assert/strict';
import fc from 'fast-check';
import { IgnoreRules } from '../../../src/files/ignore-rules.ts';

/** Rules of ignore files by their folders, in the order in which they are met. */
function rules(files: Readonly<Record<string, string>>, ignoreCase = false): IgnoreRules {
  return Object.entries(files).reduce(
    (sofar, [folder, text]) => sofar.with(folder, text),
    IgnoreRules.none(ignoreCase),
  );
}

/** Of these paths, those that are ignored; a folder's ends in a slash. */
function ignored(files: Readonly<Record<string, string>>, paths: readonly string[]): string[] {
  const all = rules(files);
  return paths.filter((path) => all.ignores(path.replace(/\/$/, ''), path.endsWith('/')));
}

describe('IgnoreRules', () => {
  it('ignore nothing where there is no rule', () => {
    assert.deepEqual(ignored({}, ['a', 'b/', '.env']), []);
    assert.deepEqual(ignored({ '': '\n# only words\n   \n' }, ['a', '# only words']), []);
  });

  it('tell files from folders', () => {
    assert.deepEqual(ignored({ '': 'build/' }, ['build', 'build/', 'src/build/', 'build/x.js']), [
      'build/',
      'src/build/',
      'build/x.js',
    ]);
  });

  it('of a nested file, hold for its folder only', () => {
    const files = { sub: '*.log\n/top\nin/deep' };
    assert.deepEqual(
      ignored(files, [
        'a.log',
        'sub/a.log',
        'sub/x/a.log',
        'sub/top',
        'sub/x/top',
        'top',
        'sub/in/deep',
        'sub/x/in/deep',
      ]),
      ['sub/a.log', 'sub/x/a.log', 'sub/top', 'sub/in/deep'],
    );
  });

  it('let the nearer file have the last word, either way', () => {
    const files = { '': '*.log\n!keep.txt', sub: '!*.log\nkeep.txt' };
    assert.deepEqual(ignored(files, ['a.log', 'sub/a.log', 'keep.txt', 'sub/keep.txt']), [
      'a.log',
      'sub/keep.txt',
    ]);
  });

  it('let in all of a folder that a nearer file lets in', () => {
    const files = { '': 'build', sub: '!build' };
    assert.deepEqual(ignored(files, ['build/', 'build/x.js', 'sub/build/', 'sub/build/x.js']), [
      'build/',
      'build/x.js',
    ]);
  });

  it('let nothing in below a folder that is ignored', () => {
    assert.deepEqual(ignored({ '': 'out/\n!out/keep.ts' }, ['out/keep.ts']), ['out/keep.ts']);
  });

  it('have none in lines that hold only a mark', () => {
    const files = { '': 'a', sub: '!\n/\n!/\n! \n' };
    assert.deepEqual(ignored(files, ['a', 'sub/', 'sub/a', 'sub/b']), ['a', 'sub/a']);
  });

  it('take a folder’s name as it is, whatever is in it', () => {
    for (const folder of ['[a]', 'a*', 'a?', '!a', '#a', 'a b', 'a\\b', 'ü']) {
      assert.deepEqual(
        ignored({ [folder]: 'x' }, [`${folder}/x`, 'a/x', 'ab/x', 'x']),
        [`${folder}/x`],
        folder,
      );
    }
  });

  it('read a mark at the beginning, Windows’ line ends, and what is escaped', () => {
    assert.deepEqual(ignored({ '': '\ufeffa\r\nb\r\n' }, ['a', 'b', 'c']), ['a', 'b']);
    assert.deepEqual(ignored({ sub: '\\#a\n\\!b\n#c' }, ['sub/#a', 'sub/!b', 'sub/#c']), [
      'sub/#a',
      'sub/!b',
    ]);
    assert.deepEqual(ignored({ '': '\\#a\n\\!b' }, ['#a', '!b']), ['#a', '!b']);
  });

  it('go by the case of letters only where the file system does', () => {
    assert.equal(rules({ '': '*.LOG' }).ignores('a.log', false), false);
    assert.equal(rules({ '': '*.LOG' }, true).ignores('a.log', false), true);
  });

  it('never fail, whatever an ignore file and a path have in them', () => {
    const path = fc
      .array(
        fc.string({ minLength: 1 }).filter((name) => !name.includes('/') && !/^\.{1,2}$/.test(name)),
        { minLength: 1, maxLength: 4 },
      )
      .map((names) => names.join('/'));
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        path,
        path,
        fc.boolean(),
        (text, folder, inside, isFolder) => {
          const all = IgnoreRules.none(false).with('', text).with(folder, text);
          assert.equal(typeof all.ignores(`${folder}/${inside}`, isFolder), 'boolean');
        },
      ),
      { numRuns: 500 },
    );
  });

  it('ignore below a folder as they do at the top', () => {
    const line = fc
      .array(fc.constantFrom('a', 'b', '*', '?', '/', '**', '!', '[ab]', '.ts', ' ', '\\'), { maxLength: 6 })
      .map((parts) => parts.join(''));
    const path = fc.array(fc.constantFrom('a', 'b', 'ab', 'a.ts', 'b.ts'), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), path, fc.boolean(), (lines, names, isFolder) => {
        const text = lines.join('\n');
        const atTop = IgnoreRules.none(false).with('', text).ignores(names.join('/'), isFolder);
        const below = IgnoreRules.none(false)
          .with('x/y', text)
          .ignores(`x/y/${names.join('/')}`, isFolder);
        assert.equal(below, atTop);
      }),
      { numRuns: 500 },
    );
  });
});
