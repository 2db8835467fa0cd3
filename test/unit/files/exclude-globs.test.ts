import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ExcludeGlobs } from '../../../src/files/exclude-globs.ts';

/** Of these paths, those that a pattern excludes. */
function excluded(glob: string, paths: readonly string[], ignoreCase = false): string[] {
  const globs = new ExcludeGlobs([{ [glob]: true }], ignoreCase);
  return paths.filter((path) => globs.excludes(path, new Set()));
}

describe('ExcludeGlobs', () => {
  it('match as VS Code’s patterns do', () => {
    const cases: readonly [glob: string, matching: readonly string[], others: readonly string[]][] = [
      ['**/.git', ['.git', 'a/b/.git'], ['.gitignore', 'a.git', '.git/config']],
      ['dist', ['dist'], ['a/dist', 'dist/x']],
      ['dist/', ['dist'], ['a/dist']],
      ['*.ts', ['a.ts', '.ts'], ['a/b.ts', 'a.tsx', 'ats']],
      ['**/*.ts', ['a.ts', 'a/b.ts'], ['a.tsx']],
      ['**.ts', ['a.ts'], ['a/b.ts']],
      ['**/out/**', ['out', 'a/out', 'out/a/b', 'a/out/b'], ['outer', 'a']],
      ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['ab', 'a/xb']],
      ['**', ['a', 'a/b'], []],
      ['a?c', ['abc', 'a-c'], ['ac', 'a/c']],
      ['**/*.{js,map}', ['a.js', 'a/b.map'], ['a.ts', 'a.js,map']],
      ['{**/a,b/{c,d}}', ['a', 'x/a', 'b/c', 'b/d'], ['b', 'b/a/c']],
      ['a[0-9].ts', ['a5.ts'], ['ab.ts', 'a.ts']],
      ['a[!0-9].ts', ['ab.ts'], ['a5.ts', 'a/.ts']],
      ['a+(b).[ts', ['a+(b).[ts'], ['aab.ts']],
      ['{a', ['{a'], ['a']],
      ['ü/😀?', ['ü/😀x', 'ü/😀😀'], ['ü/😀']],
    ];
    for (const [glob, matching, others] of cases) {
      assert.deepEqual(excluded(glob, [...matching, ...others]), matching, glob);
    }
  });

  it('are what is switched on, of which the later setting has the last word', () => {
    const globs = new ExcludeGlobs(
      [
        { a: true, b: true, c: false },
        { b: false, c: true },
      ],
      false,
    );
    assert.deepEqual(
      ['a', 'b', 'c'].filter((path) => globs.excludes(path, new Set())),
      ['a', 'c'],
    );
  });

  it('may want a certain file beside', () => {
    const globs = new ExcludeGlobs([{ '**/*.js': { when: '$(basename).ts' } }], false);
    assert.equal(globs.excludes('a/b.js', new Set(['b.js', 'b.ts'])), true);
    assert.equal(globs.excludes('a/b.js', new Set(['b.js', 'c.ts'])), false);
    assert.equal(globs.excludes('a/b.min.js', new Set(['b.min.ts'])), true);
    assert.equal(globs.excludes('a/$&.js', new Set(['$&.ts'])), true);
  });

  it('go by the case of letters only where the file system does', () => {
    assert.deepEqual(excluded('**/Out', ['out', 'Out']), ['Out']);
    assert.deepEqual(excluded('**/Out', ['out', 'Out'], true), ['out', 'Out']);
  });

  it('that are none exclude nothing, and do no harm to the others', () => {
    const globs = new ExcludeGlobs([{ '': true, '[z-a]': true, ' ': true, a: true }], false);
    assert.deepEqual(
      ['', '[z-a]', 'm', ' ', 'a'].filter((path) => globs.excludes(path, new Set())),
      ['a'],
    );
  });

  it('match a name that is all theirs, whatever it is', () => {
    const plain = fc
      .string({ unit: 'binary', minLength: 1 })
      .filter((name) => !/[*?[\]{},/]|^\s|\s$/u.test(name));
    fc.assert(
      fc.property(plain, (name) => {
        assert.deepEqual(excluded(name, [name, `${name}x`, `x/${name}`]), [name]);
        assert.deepEqual(excluded(`**/${name}`, [name, `x/${name}`, `x${name}`]), [name, `x/${name}`]);
      }),
      { numRuns: 250 },
    );
  });

  it('match what is called as objects have it from the start', () => {
    assert.deepEqual(excluded('__proto__', ['__proto__', 'proto']), ['__proto__']);
    assert.deepEqual(excluded('constructor', ['constructor', 'toString']), ['constructor']);
  });

  it('never fail, whatever is in the settings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.anything(), fc.string(), (glob, value, path) => {
        assert.equal(
          typeof new ExcludeGlobs([{ [glob]: value }], false).excludes(path, new Set()),
          'boolean',
        );
      }),
      { numRuns: 250 },
    );
  });
});
