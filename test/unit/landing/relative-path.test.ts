import assert from 'node:assert/strict';
import { relativePath } from '../../../src/landing/relative-path.ts';

describe('relativePath', () => {
  const inside: [written: string, path: string][] = [
    ['images', 'images'],
    [' media/pictures/ ', 'media/pictures'],
    ['media\\pictures', 'media/pictures'],
    ['./a//b/./c', 'a/b/c'],
    ['a/../b', 'b'],
    ['', ''],
    ['.', ''],
    ['a/..', ''],
    ['..a/b..', '..a/b..'],
    ['~tilde/a', '~tilde/a'],
    ['ünï çödé/灯', 'ünï çödé/灯'],
  ];
  for (const [written, path] of inside) {
    it(`reads ${JSON.stringify(written)} as ${JSON.stringify(path)}`, () =>
      assert.equal(relativePath(written), path));
  }

  const refused = [
    '..',
    '../images',
    'a/../../b',
    'a\\..\\..\\b',
    '/etc',
    '\\\\server\\share',
    'C:\\images',
    'c:images',
    'file:///etc',
    '~',
    '~/images',
    'a\0b',
    'a\nb',
    'a\ud800',
  ];
  for (const written of refused) {
    it(`refuses ${JSON.stringify(written)}`, () => assert.equal(relativePath(written), undefined));
  }
});
