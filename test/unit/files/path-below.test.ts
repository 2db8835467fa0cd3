import assert from 'node:assert/strict';
import { pathBelow } from '../../../src/files/path-below.ts';

describe('pathBelow', () => {
  it('is the path from a folder to what is in it', () => {
    assert.equal(pathBelow('/a/b', '/a/b/c/d.ts'), 'c/d.ts');
    assert.equal(pathBelow('/a/b/', '/a/b/c'), 'c');
    assert.equal(pathBelow('/', '/a/b'), 'a/b');
  });

  it('is empty for the folder itself', () => {
    for (const [folder, path] of [
      ['/a', '/a'],
      ['/a/', '/a'],
      ['/', '/'],
    ] as const) {
      assert.equal(pathBelow(folder, path), '');
    }
  });

  it('is nothing for what is elsewhere', () => {
    for (const path of ['/ab/c', '/', '/b/a/c', '/A/c']) {
      assert.equal(pathBelow('/a', path), undefined, path);
    }
  });
});
