import assert from 'node:assert/strict';
import MarkdownIt from 'markdown-it';
import { markdownText } from '../../../src/integration/markdown-text.ts';

const markdown = new MarkdownIt({ html: true, linkify: true });

describe('markdownText', () => {
  const hostile = [
    '[Continue](command:workbench.action.quit)',
    '![](https://example.com/pixel.png)',
    '<img src="x" onerror="alert(1)">',
    '**bold** _em_ `code` ~~gone~~ # heading',
    '$(alert) &nbsp; | a | b |',
    'https://example.com/ and www.example.com and a@example.com',
    '- item\n\n1. item\n\n```\nfence\n```',
  ];
  for (const text of hostile) {
    it(`shows ${JSON.stringify(text)} as it is`, () => {
      const html = markdown.render(markdownText(text)).trim();
      assert.doesNotMatch(html, /<(?!\/?p>)/);
      const shown = html
        .replace(/^<p>|<\/p>$/g, '')
        .replace(
          /&(lt|gt|amp|quot);/g,
          (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name] ?? '',
        );
      assert.equal(shown, text.replace(/\s+/g, ' '));
    });
  }

  it('is one line of bounded length, without what turns the direction', () => {
    assert.equal(markdownText('a\u202e\nb'), 'a b');
    assert.equal(markdownText('x'.repeat(50), 10), `${'x'.repeat(9)}…`);
    assert.ok(markdownText(`${'x'.repeat(8)}😀 and more`, 10).isWellFormed());
  });
});
