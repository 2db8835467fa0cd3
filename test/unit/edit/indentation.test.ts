import assert from 'node:assert/strict';
import { restoreIndentation } from '../../../src/edit/indentation.ts';

/** Whole lines are edited unless a beginning of the line stands before. */
function restore(input: string, answer: string, language = 'typescript', before = 'a\n'): string {
  return restoreIndentation(answer, { input, before, language });
}

describe('restoreIndentation', () => {
  it('gives the first line what it had, where the rest still has it', () => {
    assert.equal(
      restore('    if (a) {\n      b();\n    }', 'if (c) {\n      b();\n    }'),
      '    if (c) {\n      b();\n    }',
    );
    assert.equal(restore('\ta = [\n\t\t1,\n\t]\n', 'b = [\n\t\t1,\n\t]\n'), '\tb = [\n\t\t1,\n\t]\n');
    assert.equal(restore('  a();\n  b();', 'c();\n  b();'), '  c();\n  b();');
    assert.equal(restore('    a = 1\n    b = 2', 'a = 3\n    b = 2', 'python'), '    a = 3\n    b = 2');
    assert.equal(
      restore('    def f():\n        return 1\n', 'def f():\n        return 2\n', 'python'),
      '    def f():\n        return 2\n',
    );
  });

  it('gives one line what it had', () => {
    assert.equal(restore('    return 1;\n', 'return 2;\n'), '    return 2;\n');
  });

  it('gives all lines what the model took off all of them', () => {
    assert.equal(
      restore('    if (a) {\n      b();\n    }\n', 'if (a) {\n  c();\n}\n'),
      '    if (a) {\n      c();\n    }\n',
    );
    assert.equal(restore('  a\n\n  b\n  c', 'a\n\nx\nb\nc'), '  a\n\n  x\n  b\n  c');
  });

  it('leaves alone what was to lose its indentation', () => {
    for (const [input, answer] of [
      ['    return 1;', 'return 1;'],
      ['    a();\n    b();', 'a();\nb();'],
      ['    a();\n    b();', 'function f() {\n    a();\n    b();\n}'],
    ] as const) {
      assert.equal(restore(input, answer), answer);
    }
    const python = 'def f():\n    a()\n    b()';
    assert.equal(restore('    a()\n    b()', python, 'python'), python);
  });

  it('leaves alone what shows nothing', () => {
    for (const [input, answer] of [
      ['a\n  b', 'c\n  b'],
      ['  a', ' b'],
      ['  a', '    b'],
      ['  a', ''],
      ['  ', 'b'],
      ['\n  a', 'b'],
      ['  a\n  b', 'c\n  d'],
      ['    key: 1', 'key:\n    - 1'],
    ] as const) {
      assert.equal(restore(input, answer, 'yaml'), answer, JSON.stringify([input, answer]));
    }
  });

  it('takes away what the line has already, where the part begins behind it', () => {
    assert.equal(restore('a();', '    b();\n    c();', 'typescript', 'x\n    '), 'b();\n    c();');
    assert.equal(restore('a();', '  b();', 'typescript', 'x\n    '), '  b();');
    assert.equal(restore('a();', '    b();', 'typescript', '    x = '), '    b();');
    assert.equal(restore('a();', '    b();', 'typescript', 'x\n'), '    b();');
    assert.equal(restore('  a', 'b', 'typescript', '  '), 'b');
  });
});
