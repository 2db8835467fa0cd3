import assert from 'node:assert/strict';
import { codeBlockOf, codeBlocksOf } from '../../../src/chat/code-blocks.ts';

describe('codeBlocksOf', () => {
  it('finds fenced and indented code in the order in which it stands there', () => {
    const markdown = 'a\n\n```ts\none\n```\n\n    two\n\n~~~\nthree\n~~~';
    assert.deepEqual(
      codeBlocksOf(markdown).map(({ code }) => code),
      ['one', 'two', 'three'],
    );
  });

  it('finds what stands in lists and quotes, without their marks', () => {
    const markdown = '1. a\n   ```js\n   one\n     two\n   ```\n\n> ```\n> three\n> ```';
    assert.deepEqual(
      codeBlocksOf(markdown).map(({ code }) => code),
      ['one\n  two', 'three'],
    );
  });

  it('takes an unclosed fence to the end of what it stands in', () => {
    assert.deepEqual(
      codeBlocksOf('````\n```\na\n').map(({ code }) => code),
      ['```\na'],
    );
    assert.deepEqual(
      codeBlocksOf('> ```\n> a\n\nb').map(({ code }) => code),
      ['a'],
    );
    assert.deepEqual(
      codeBlocksOf('- ~~~\n  a\nb').map(({ code }) => code),
      ['a'],
    );
  });

  it('keeps blank lines, and all kinds of line ends as one', () => {
    assert.equal(codeBlockOf('```\r\n\r\na\r\n\r\n```', 0)?.code, '\na\n');
    assert.equal(codeBlockOf('```\n```', 0)?.code, '');
  });

  it('keeps lone surrogates', () => {
    assert.equal(codeBlockOf('```\n\ud800\n```', 0)?.code, '\ud800');
  });

  it('has language and name from the line that opens it', () => {
    assert.deepEqual(codeBlockOf('```ts src/loader.ts\na\n```', 0), {
      language: 'ts',
      fileName: 'src/loader.ts',
      code: 'a',
    });
    assert.equal(codeBlockOf('```c&#43;&#43;\na\n```', 0)?.language, 'c++');
  });
});

describe('codeBlockOf', () => {
  it('is undefined where there is none of that number', () => {
    assert.equal(codeBlockOf('```\na\n```', 1), undefined);
    assert.equal(codeBlockOf('no code', 0), undefined);
  });
});
