import assert from 'node:assert/strict';
import { plainLabel, plainText } from '../../../src/ui/plain-text.ts';

/** How VS Code finds links in a notification's text: `command:` ones run when clicked. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

describe('plainText', () => {
  it('leaves no link for a notification to make', () => {
    for (const hostile of [
      '[click](command:workbench.action.terminal.new)',
      '[a](https://example.com "title")',
      '[a](file:///etc/passwd)',
      '[[a](command:x)](command:y)',
      '[a]\u0000(command:x)',
      '[a]\n(command:x)',
    ]) {
      assert.equal(plainText(hostile).match(LINK), null, hostile);
    }
  });

  it('is one line of bounded length', () => {
    assert.equal(plainText(' a\r\n\tb \u0007 c '), 'a b c');
    assert.equal(plainText('x'.repeat(1000)).length, 300);
    assert.ok(plainText('x'.repeat(1000)).endsWith('…'));
  });
});

describe('plainLabel', () => {
  it('makes no icon of a name', () => {
    assert.equal(plainLabel('$(trash) model'), '\\$(trash) model');
  });

  it('is as long as it is wanted', () => {
    assert.equal(plainLabel('x'.repeat(100), 60).length, 60);
    assert.equal(plainLabel('x'.repeat(1000)).length, 300);
  });
});
