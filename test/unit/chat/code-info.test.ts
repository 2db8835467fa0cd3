import assert from 'node:assert/strict';
import { readCodeInfo } from '../../../src/chat/shared/code-info.ts';

describe('readCodeInfo', () => {
  const known: [info: string, language: string, fileName: string | undefined][] = [
    ['', '', undefined],
    ['ts', 'ts', undefined],
    ['  ts  ', 'ts', undefined],
    ['C++', 'C++', undefined],
    ['ts loader.ts', 'ts', 'loader.ts'],
    ['ts src/a b.ts', 'ts', undefined],
    ['ts src/loader.test.ts', 'ts', 'src/loader.test.ts'],
    ['ts title=loader.ts', 'ts', 'loader.ts'],
    ['ts title="my loader.ts" {1,3}', 'ts', 'my loader.ts'],
    ["ts filename='a.ts'", 'ts', 'a.ts'],
    ['ts:loader.ts', 'ts', 'loader.ts'],
    ['{.ts}', 'ts', undefined],
    ['{.python .numberLines}', 'python', undefined],
    ['js {1,3-5}', 'js', undefined],
    ['js showLineNumbers', 'js', undefined],
    ['src/loader.ts', 'ts', 'src/loader.ts'],
    ['loader.ts', 'ts', 'loader.ts'],
    ['diff 1.5', 'diff', undefined],
  ];
  for (const [info, language, fileName] of known) {
    it(`reads “${info}”`, () => {
      assert.deepEqual(readCodeInfo(info), { language, fileName });
    });
  }

  it('drops what cannot be seen or turns text around', () => {
    assert.deepEqual(readCodeInfo('t\u202es evil\u202esth.ts'), { language: 'ts', fileName: 'evilsth.ts' });
    assert.deepEqual(readCodeInfo('ts\0\u0007a.ts'), { language: 'ts', fileName: 'a.ts' });
  });

  it('bounds what is to be shown', () => {
    const { language, fileName } = readCodeInfo(`${'x'.repeat(500)} ${'y'.repeat(5_000)}.ts`);
    assert.equal(language.length, 40);
    assert.equal(fileName?.length, 200);
  });
});
