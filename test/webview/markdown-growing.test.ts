import assert from 'node:assert/strict';
import fc from 'fast-check';
import { literal, markdownPage } from './markdown-page.ts';

/** Texts of which each part could turn out to be something else as it grows. */
const tricky: Record<string, string> = {
  'a bit of everything': [
    '# Title *one*\n\nSome **bold**, `code`, [a link](https://a.example "t") and [a label][r].\nSetext\n===\n',
    '- one\n- two\n\n  loose\n  - nested\n    - deeper\n- [x] done\n\n```ts a.ts\nlet a = `b\nc`;\n```\n',
    '\n| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 |\n\n> quote\nlazy\n> > twice\n\n$$\nx\n$$\n\n1. a\n2. b\n\n[r]: https://r.example',
  ].join('\n'),
  'a list that turns loose with its last item': '- a\n- b\n  - c\n  - d\n- e\n\n- f',
  'a rule that looked like a list': 'a\n\n- b\n- c\n\n---\n\n* * *\n- - -\n-',
  'a heading that looked like a list': 'Title\n-\n\nText\n---\n\n- a\n-\n- b\n===',
  'tables that interrupt paragraphs and lists':
    'a\nb | c\n--|--\nd | e\n\n- a | b\n- c | d\n--|--\n\n> f | g\n--|--\n',
  'definitions of which the title may come':
    '[a]:\nhttps://a.example\n"title\nof a"\n[b]: /b\n"no title\n\n[a] [b]',
  'fences within lists and quotes':
    '- a\n  ```\n  b\n\n  c\nd\n\n> ~~~~\n> e\n> ~~~\n> ~~~~\n> f\n\n1. ```js\n   let g;\n\n2. h',
  'formulas that are not closed':
    '$$\na\n\n\\[\nb\n\n$$\n- c\n$$\n\n- $$\n  d\n  $$\n\n\\(e\\) $f$ $5 and $6 \\(g',
  'code that is indented': '    a\n\n    b\n\n- c\n\n      d\n\n      e\n\n\tf\n\n-\tg\n\n\th',
  'lists of all kinds':
    '1. a\n   - b\n\n     c\n   - d\n10) e\n+ f\n\n   g\n* h\n  1. i\n     2. j\n -   k\n\n     l',
  'line ends of all kinds': 'a\r\n- b\r\n- c\r\r```\rd\r\n```\n\re\r\n',
  'text of all kinds':
    'שלום\n\n- e\u0301\u0301\ud800 \udc00 \u202e\0\n\n```\n\ud83d\ude00 \ud83d\n```\n\n😀 **😀**',
};

const prefixes = [
  '',
  '',
  '',
  '- ',
  '  ',
  '    ',
  '> ',
  '1. ',
  '   ',
  '* ',
  '>',
  '> > ',
  '- - ',
  '   - ',
  '\t',
  '12. ',
  '-\t',
];
const contents = [
  ...[
    'a',
    'b **c**',
    '```',
    '~~~',
    '```js',
    '````',
    '---',
    '===',
    '- - -',
    '# h',
    '| a | b |',
    '|---|---|',
    'a | b',
  ],
  ...[
    '--|--',
    '$$',
    '\\[',
    '\\]',
    'y = 1',
    '$$z$$',
    '[w]: /u',
    '[w]',
    '[w]: http://e.x',
    '"title"',
    '',
    '',
    '',
    '',
  ],
  ...[
    '    code',
    '2) z',
    '+ q',
    'http://a.b/c',
    '$x$',
    '\\',
    '[ ] t',
    '`',
    '<b>',
    '***',
    '[y][w]',
    '-',
    '1.',
    '>',
    'b  ',
  ],
];
const line = fc.tuple(
  fc.constantFrom(...prefixes),
  fc.constantFrom(...prefixes),
  fc.constantFrom(...contents),
);
const document = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 12 }), fc.constantFrom('', '\n'))
  .map(([lines, end]) => lines.map((parts) => parts.join('')).join('\n') + end);

describe('A text that grows', function () {
  this.timeout(120_000);
  const page = markdownPage();

  /** What comes of a text in one piece, letter by letter, and in pieces of some letters. */
  const check = async (text: string): Promise<void> => {
    const [whole, ...grown] = await page().run<{ html: string; hasFailed: boolean }[]>(`
      const text = ${literal(text)};
      return [
        await markdown.set(text),
        await markdown.append(text.split(''), true),
        await markdown.append(text.match(/[^]{1,5}/g) ?? [], true),
        await markdown.append(text.split(/(?<=\\n)/), true),
        await markdown.append([text], false),
      ];`);
    for (const { html, hasFailed } of grown) {
      assert.equal(html, whole?.html);
      assert.equal(hasFailed, false, 'it was cut at a wrong place');
    }
  };

  for (const [name, text] of Object.entries(tricky)) {
    it(`becomes what it is as a whole: ${name}`, () => check(text));
  }

  it('becomes what it is as a whole, wherever it is cut in two', async () => {
    const text = tricky['a bit of everything'] ?? '';
    const differing = await page().run<number[]>(`
      const text = ${literal(text)};
      const whole = await markdown.set(text);
      const differing = [];
      for (let at = 0; at <= text.length; at++) {
        const { html } = await markdown.append([text.slice(0, at), text.slice(at)], true);
        if (html !== whole.html) {
          differing.push(at);
        }
      }
      return differing;`);
    assert.deepEqual(differing, []);
  });

  it('becomes what it is as a whole, whatever it is', async () => {
    await fc.assert(fc.asyncProperty(document, check), { numRuns: 75 });
  });

  it('is shown no later than the frame after the next', async () => {
    const text = await page().run<string>(`
      const opened = markdown.open();
      opened.view.append('Hello *world*');
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await frame();
      await frame();
      await frame();
      const { textContent } = opened.root;
      markdown.close(opened);
      return textContent;`);
    assert.equal(text, 'Hello world');
  });

  it('never touches again what cannot change', async () => {
    const touched = await page().run<string[]>(`
      const { root, view } = markdown.open();
      const piece = '# a\\n\\nText.\\n\\n- b\\n- c\\n  - d\\n\\n|e|f|\\n|-|-|\\n|1|2|\\n\\n\`\`\`\\ng\\n\`\`\`\\n\\n> h\\n\\n';
      view.append(piece + piece);
      view.showNow();
      const frozen = new Set([...root.querySelectorAll('h1, p, li, tr, .md-code')].slice(0, 9));
      const touched = [];
      const observer = new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement;
          if ([...frozen].some((one) => one.contains(element))) {
            touched.push(element.outerHTML);
          }
        }
      });
      observer.observe(root, { subtree: true, childList: true, characterData: true });
      for (const letter of piece + piece) {
        view.append(letter);
        view.showNow();
      }
      view.end();
      await view.settled;
      observer.disconnect();
      markdown.close({ root, view });
      return touched;`);
    assert.deepEqual(touched, []);
  });

  it('keeps what is selected in its last paragraph', async () => {
    const selected = await page().run<string>(`
      const { root, view } = markdown.open();
      view.append('Some *selected* words');
      view.showNow();
      getSelection().selectAllChildren(root.querySelector('em'));
      view.append(', and **more**');
      view.showNow();
      view.append('.');
      view.end();
      await view.settled;
      const selected = getSelection().toString();
      markdown.close({ root, view });
      return selected;`);
    assert.equal(selected, 'selected');
  });

  it('shows no heading for a line that is about to be a list', async () => {
    const tags = await page().run<string[]>(`
      const { root, view } = markdown.open();
      const tags = new Set();
      for (const letter of 'These are:\\n- one\\n- two\\n\\n\`\`\`ts\\nlet a;\\n\`\`\`\\n| a |\\n') {
        view.append(letter);
        view.showNow();
        root.querySelectorAll('h1, h2, hr').forEach((element) => tags.add(element.localName));
        root.querySelectorAll('.md-code-title').forEach((element) => tags.add(element.textContent));
      }
      markdown.close({ root, view });
      return [...tags];`);
    assert.deepEqual(tags, ['ts']);
  });

  it('looks at no more than its last lines when it grows, however long its blocks are', async () => {
    const texts: Record<string, string> = {
      list: '- an item of *some* length\n',
      'nested list': '- a\n  - b\n    1. c\n\n       d\n',
      quote: '> a line of a quote\n>\n> > - twice\n',
      table: '| a cell | another |\n',
      code: 'let a = 1;\n',
      'one paragraph': 'a line of words\n',
    };
    for (const [name, text] of Object.entries(texts)) {
      const before = name === 'code' ? '```ts\n' : name === 'table' ? '|a|b|\n|-|-|\n' : '';
      const [first, last] = await page().run<[Work, Work]>(`
        const { root, view } = markdown.open();
        const observer = new MutationObserver(() => {});
        observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
        const grow = (pieces) => {
          const before = view.parsedLength;
          for (let piece = 0; piece < pieces; piece++) {
            view.append(${literal(text.repeat(4))});
            view.showNow();
          }
          return { parsed: view.parsedLength - before, drawn: observer.takeRecords().length };
        };
        view.append(${literal(before)});
        grow(400);
        const first = grow(200);
        grow(1_600);
        const last = grow(200);
        observer.disconnect();
        markdown.close({ root, view });
        return [first, last];`);
      // Four times as long by then, it would be four times as much if all were looked at again.
      assert.ok(last.parsed < 1.5 * first.parsed, `${name}: parsed ${first.parsed}, then ${last.parsed}`);
      assert.ok(last.drawn < 1.5 * first.drawn, `${name}: changed ${first.drawn} nodes, then ${last.drawn}`);
    }
  });
});

/** What it took to show some more of a text. */
interface Work {
  /** UTF-16 units. */
  readonly parsed: number;
  /** Changes of the page. */
  readonly drawn: number;
}
