import assert from 'node:assert/strict';
import { fenceDepth, fenceWithin, hasFence, soleFence } from '../../../src/edit/fences.ts';

describe('soleFence', () => {
  it('is what a text consists of, blank lines around it aside', () => {
    assert.deepEqual(soleFence('```ts\na\n\nb\n```'), { info: 'ts', content: 'a\n\nb' });
    assert.deepEqual(soleFence('\n \n~~~~ python {x=1}\na\n~~~~~ \n\n'), {
      info: 'python {x=1}',
      content: 'a',
    });
    assert.deepEqual(soleFence('```\n```'), { info: '', content: '' });
    assert.deepEqual(soleFence('  ```\n a\n   ```'), { info: '', content: ' a' });
  });

  it('has within it fences that cannot end it', () => {
    assert.equal(soleFence('````\n```js\na\n```\n````')?.content, '```js\na\n```');
    assert.equal(soleFence('```\n~~~\n```')?.content, '~~~');
    assert.equal(soleFence('```\n    ```\n```')?.content, '    ```');
    assert.equal(soleFence('````\n```js\n````')?.content, '```js');
  });

  it('has within it fences as long as itself that say what they hold', () => {
    assert.equal(soleFence('```md\n# A\n```js\na\n```\nb\n```')?.content, '# A\n```js\na\n```\nb');
    assert.equal(
      soleFence('```md\n```js\na\n```\n```sh\nb\n```\n```')?.content,
      '```js\na\n```\n```sh\nb\n```',
    );
  });

  it('is not what only begins, or only ends, or comes more than once', () => {
    for (const text of [
      '',
      'a',
      '```',
      '```ts\na',
      'a\n```',
      'a\n```\nb\n```',
      '```\na\n```\nb',
      '```ts\na\n```\n\n```ts\nb\n```',
      '```\na\n```\nb\n```\nc\n```',
      '```\na\n~~~',
      '````\na\n```',
      '``\na\n``',
      '    ```\na\n    ```',
      '```a`b\nc\n```',
      '```\na\n``` b',
    ]) {
      assert.equal(soleFence(text), undefined, text);
    }
  });
});

describe('fenceWithin', () => {
  it('has what is before and after it', () => {
    assert.deepEqual(fenceWithin('Here:\n\n```ts\na\n```\nDone.'), {
      lead: 'Here:\n',
      info: 'ts',
      content: 'a',
      tail: 'Done.',
    });
  });

  it('is not one of several', () => {
    assert.equal(fenceWithin('A:\n```\na\n```\nB:\n```\nb\n```'), undefined);
    assert.equal(fenceWithin('A:\n```ts\na\n```\nB:\n```ts\nb\n```'), undefined);
    assert.equal(fenceWithin('no fence'), undefined);
  });
});

describe('fenceDepth', () => {
  it('counts fences around everything', () => {
    assert.equal(fenceDepth('a'), 0);
    assert.equal(fenceDepth('```\na\n```'), 1);
    assert.equal(fenceDepth('````\n```\na\n```\n````'), 2);
  });

  it('does not count for ever', () => {
    const marks = Array.from({ length: 500 }, (_, index) => '`'.repeat(502 - index));
    assert.equal(fenceDepth([...marks, ...marks.toReversed()].join('\n')), 8);
  });
});

describe('hasFence', () => {
  it('finds one wherever it could begin', () => {
    assert.ok(hasFence('a\n   ```js'));
    assert.ok(hasFence('~~~'));
    assert.ok(!hasFence('a ``` b\n``'));
  });
});
