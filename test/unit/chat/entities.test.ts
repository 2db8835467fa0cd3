import assert from 'node:assert/strict';
import { decodeHTML, decodeHTMLStrict } from '../../../src/chat/entities.ts';

describe('Characters by their names, in the host', () => {
  it('are those that names of code blocks have', () => {
    assert.equal(`c${decodeHTML('&plus;')}${decodeHTMLStrict('&#43;')}`, 'c+&#43;');
    assert.equal(decodeHTML('&amp;'), '&');
  });

  it('are left where they are unknown, or of an object’s own', () => {
    for (const text of ['&auml;', '&nosuch;', 'constructor', '__proto__', '']) {
      assert.equal(decodeHTML(text), text);
    }
  });
});
