import assert from 'node:assert/strict';
import { looksLikeText } from '../../../src/files/text-bytes.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('looksLikeText', () => {
  it('sees UTF-8 as text, with a mark or without, and nothing at all', () => {
    for (const text of ['', 'plain', 'naïve ✓ 😀', '\ufeffmarked', 'a\tb\r\n\f']) {
      assert.equal(looksLikeText(bytes(text), true), 'text', text);
    }
  });

  it('lets a character be cut where there is more to come, and only there', () => {
    const whole = bytes('a😀');
    for (const length of [2, 3, 4]) {
      assert.equal(looksLikeText(whole.subarray(0, length), false), 'text');
      assert.equal(looksLikeText(whole.subarray(0, length), true), 'undecided');
    }
  });

  it('sees a NUL as binary', () => {
    assert.equal(looksLikeText(bytes('a\0b'), true), 'binary');
    assert.equal(looksLikeText(Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 0), false), 'binary');
  });

  it('leaves other encodings undecided', () => {
    assert.equal(looksLikeText(Buffer.from('naïve', 'latin1'), true), 'undecided');
    assert.equal(looksLikeText(Buffer.from('\ufeffwide', 'utf16le'), true), 'undecided');
    assert.equal(looksLikeText(Buffer.from('\ufeffwide', 'utf16le').swap16(), true), 'undecided');
    assert.equal(looksLikeText(Uint8Array.of(0xc3, 0x28, 0x41), false), 'undecided');
  });
});
