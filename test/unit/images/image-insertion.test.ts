import assert from 'node:assert/strict';
import fc from 'fast-check';
import MarkdownIt, { type Token } from 'markdown-it';
import { altFrom, imagePath, imageText, type Place } from '../../../src/images/image-insertion.ts';

function file(path: string, authority = ''): Place {
  return { scheme: 'file', authority, path };
}

describe('imagePath', () => {
  const roots = { document: '/work', image: '/work' };

  it('leads from the document’s folder, also out of it', () => {
    const image = file('/work/images/a b.png');
    const from = (path: string): unknown => imagePath(file(path), image, roots);
    assert.deepEqual(from('/work/readme.md'), { kind: 'relative', path: 'images/a b.png' });
    assert.deepEqual(from('/work/images/x.md'), { kind: 'relative', path: 'a b.png' });
    assert.deepEqual(from('/work/docs/de/x.md'), { kind: 'relative', path: '../../images/a b.png' });
    assert.deepEqual(imagePath(file('/a/x.md'), file('/b/y.png')), { kind: 'relative', path: '../b/y.png' });
  });

  it('leads from the root to another workspace folder or drive', () => {
    const other = { document: '/work', image: '/other' };
    assert.deepEqual(imagePath(file('/work/x.md'), file('/other/y.png'), other), {
      kind: 'absolute',
      path: '/other/y.png',
    });
    assert.deepEqual(imagePath(file('/c:/x.md'), file('/D:/y.png')), { kind: 'absolute', path: '/D:/y.png' });
    assert.deepEqual(imagePath(file('/c:/x.md'), file('/C:/y.png')).kind, 'relative');
  });

  it('leads from the root of the workspace folder in what is not saved yet', () => {
    const untitled = { scheme: 'untitled', authority: '', path: 'Untitled-1' };
    const image = file('/work/images/a.png');
    assert.deepEqual(imagePath(untitled, image, { image: '/work' }), {
      kind: 'absolute',
      path: '/images/a.png',
    });
    assert.deepEqual(imagePath(untitled, image), { kind: 'name', path: 'a.png' });
  });

  it('is but a name where nothing leads to the image', () => {
    const remote = { scheme: 'vscode-vfs', authority: 'github', path: '/work/a.png' };
    assert.deepEqual(imagePath(file('/work/x.md'), remote, roots), { kind: 'name', path: 'a.png' });
    assert.deepEqual(imagePath(file('/x.md', 'server'), file('/a.png', 'other')), {
      kind: 'name',
      path: 'a.png',
    });
  });
});

describe('altFrom', () => {
  it('is one line, without marks that turn its direction', () => {
    assert.equal(altFrom(' a red\r\n\n boat\u2028\u0000at \u202esea\u2066 '), 'a red boat at sea');
    assert.equal(altFrom('\n\t'), '');
    assert.equal(altFrom('a\ud800b'), 'a\ufffdb');
  });
});

/** What means something to Markdown, HTML, templates or addresses, and what is long in bytes. */
const odd = fc.constantFrom(
  ...'\\`*_[]()<>&!~$|{}#%"\':/?@=+-.^, ',
  '&amp;',
  '&#33;',
  '![',
  '](',
  '--',
  'http://a.b',
  '%20',
  'a',
  'é',
  'e\u0301',
  '雨',
  '👩‍🚀',
  'שלום',
);
const text = fc.array(fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 12 });
const alts = text.map((parts) => altFrom(parts.join('')));
const paths = fc
  .array(
    text.map((parts) => parts.join('').replaceAll(/[/\0]/g, '')),
    { minLength: 1, maxLength: 4 },
  )
  .map((segments) => segments.map((segment) => (/^\.*$/.test(segment) ? `a${segment}` : segment)).join('/'));
const insertions = fc.record({ path: paths, alt: alts, width: fc.constant(3), height: fc.constant(2) });

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** markdown-it's own `renderInlineAsText` forgets what was escaped (14.3). */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .filter(({ type }) => type === 'text' || type === 'text_special')
    .map(({ content }) => content)
    .join('');
}

/** What a browser makes of the value of an attribute in double quotes. */
function attributeText(value: string): string {
  return value.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string) =>
    code === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(code)),
  );
}

describe('imageText', () => {
  const image = { path: 'images/a b.png', alt: 'a boat', width: 1024, height: 512 };

  it('speaks the language of the document', () => {
    assert.equal(imageText('markdown', image), '![a boat](images/a%20b.png)');
    assert.equal(
      imageText('html', image),
      '<img src="images/a%20b.png" alt="a boat" width="1024" height="512">',
    );
    assert.equal(
      imageText('typescriptreact', image),
      '<img src="images/a%20b.png" alt="a boat" width={1024} height={512} />',
    );
    assert.equal(imageText('python', image), 'images/a b.png');
  });

  it('leaves out dimensions that are not known', () => {
    assert.equal(imageText('vue', { ...image, width: 0 }), '<img src="images/a%20b.png" alt="a boat">');
  });

  it('leaves readable what can be', () => {
    const named = { ...image, path: 'été/雨-2.png', alt: 'black & white, 50% (old) “x”' };
    assert.equal(imageText('markdown', named), '![black & white, 50% (old) “x”](été/雨-2.png)');
  });

  it('puts no lines into code by a name', () => {
    assert.equal(imageText('python', { ...image, path: 'a\nimport os' }), 'a%0Aimport%20os');
  });

  it('has no scheme in a path', () => {
    assert.equal(
      imageText('markdown', { ...image, path: 'javascript:x.png' }),
      '![a boat](javascript%3Ax.png)',
    );
  });

  for (const [name, parser] of [
    ['CommonMark', new MarkdownIt('commonmark')],
    ['Markdown with all that there is', new MarkdownIt({ html: true, linkify: true })],
  ] as const) {
    it(`is read back by ${name}, alone and in a sentence`, () => {
      fc.assert(
        fc.property(insertions, (inserted) => {
          const written = imageText('markdown', inserted);
          for (const [before, after] of [
            ['', ''],
            ['text ', ' text'],
          ] as const) {
            const [, inline, ...rest] = parser.parse(`${before}${written}${after}`, {});
            assert.equal(rest.length, 1, written);
            const images = (inline?.children ?? []).filter(({ type }) => type !== 'text');
            assert.deepEqual(
              images.map(({ type }) => type),
              ['image'],
              written,
            );
            const [found] = images;
            assert.equal(decodeURIComponent(String(found?.attrGet('src'))), inserted.path);
            assert.equal(textOf(found?.children ?? []), inserted.alt);
          }
        }),
        { numRuns: 500 },
      );
    });
  }

  it('keeps a table’s cells apart', () => {
    const written = imageText('markdown', { ...image, alt: 'a|b', path: 'a|b.png' });
    const tokens = new MarkdownIt().parse(`| h |\n| - |\n| ${written} |`, {});
    assert.equal(tokens.filter(({ type }) => type === 'td_open').length, 1);
    const found = tokens.flatMap(({ children }) => children ?? []).find(({ type }) => type === 'image');
    assert.equal(textOf(found?.children ?? []), 'a|b');
  });

  it('is read back as HTML, and holds nothing that a template runs', () => {
    fc.assert(
      fc.property(insertions, (inserted) => {
        const written = imageText('svelte', inserted);
        const [, src = '', alt = ''] =
          /^<img src="([^"<>{}@]*)" alt="([^"<>{}@]*)" width="3" height="2">$/.exec(written) ??
          assert.fail(written);
        assert.equal(decodeURIComponent(attributeText(src)), inserted.path);
        assert.equal(attributeText(alt), inserted.alt);
      }),
      { numRuns: 500 },
    );
  });

  it('is read back as JSX', () => {
    const value = (quoted: string): string =>
      quoted.startsWith('"') ? quoted.slice(1, -1) : String(JSON.parse(quoted.slice(1, -1)));
    fc.assert(
      fc.property(insertions, (inserted) => {
        const written = imageText('javascriptreact', inserted);
        const string = String.raw`"[^"&<>{}\\]*"|\{"(?:[^"\\]|\\.)*"\}`;
        const [, src = '', alt = ''] =
          new RegExp(`^<img src=(${string}) alt=(${string}) width=\\{3\\} height=\\{2\\} />$`).exec(
            written,
          ) ?? assert.fail(written);
        assert.equal(decodeURIComponent(value(src)), inserted.path);
        assert.equal(value(alt), inserted.alt);
      }),
      { numRuns: 500 },
    );
  });
});
