import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Chunk, chunksOf } from '../../../src/search/chunks.ts';
import { threadTime } from '../thread-time.ts';

/** Functions, each of some lines, none like another. */
function code(functions: number, seed = 0): string[] {
  return Array.from({ length: functions }, (_, index) => {
    const name = `f${seed}x${index}`;
    const lines = Array.from(
      { length: 4 + ((index * 7 + seed) % 9) },
      (__, line) =>
        `  const ${name}v${line} = compute(${(index * 31 + line * 17 + seed) % 1000}, '${name}');`,
    );
    return `function ${name}() {\n${lines.join('\n')}\n}\n`;
  });
}

function hashes(chunks: readonly Chunk[]): Set<string> {
  return new Set(chunks.map(({ hash }) => hash));
}

describe('chunksOf', function () {
  this.timeout(20_000);
  it('has no chunks for what is blank', () => {
    for (const text of ['', '\n', ' \r\n\t\n', '\n'.repeat(5000)]) {
      assert.deepEqual(chunksOf(text), [], JSON.stringify(text.slice(0, 10)));
    }
  });

  it('has one for a short text, without the blank lines around it', () => {
    const [chunk, ...more] = chunksOf('\n\nconst a = 1;\r\n\r\nconst b = 2;\n\n');
    assert.equal(chunk?.text, 'const a = 1;\n\nconst b = 2;');
    assert.deepEqual([chunk?.line, chunk?.column, chunk?.lastLine], [2, 0, 4]);
    assert.equal(more.length, 0);
  });

  it('cuts code where functions begin, and says nothing twice then', () => {
    const chunks = chunksOf(code(40).join('\n'), 'typescript');
    assert.ok(chunks.length > 5);
    for (const { text } of chunks) {
      assert.match(text, /^function/);
      assert.match(text, /\}$/);
    }
  });

  it('cuts Markdown before headings, but not within fences', () => {
    const section = (name: string): string =>
      `# ${name}\n\n${`Words of ${name}. `.repeat(30)}\n\n\`\`\`sh\n# no heading of ${name}\n${`echo ${name}\n`.repeat(20)}\`\`\`\n`;
    const text = ['One', 'Two', 'Three', 'Four'].map(section).join('\n');
    const chunks = chunksOf(text, 'markdown');
    assert.deepEqual(
      chunks.map((chunk) => chunk.text.split('\n')[0]),
      ['# One', '# Two', '# Three', '# Four'],
    );
  });

  it('says some lines again behind a border in the middle of something', () => {
    const text = Array.from({ length: 100 }, (_, line) => `    step ${line} of one long function;`).join(
      '\n',
    );
    const chunks = chunksOf(text);
    assert.ok(chunks.length > 1);
    for (const [index, chunk] of chunks.entries()) {
      const before = chunks[index - 1];
      assert.ok(before === undefined || chunk.line <= before.lastLine);
    }
  });

  it('cuts long lines where something divides them, and tells the column', () => {
    const line = Array.from({ length: 800 }, (_, index) => `f${index}(a,${index});`).join('');
    const chunks = chunksOf(`// minified\n${line}\n`);
    assert.ok(chunks.length > 3);
    for (const chunk of chunks.slice(1)) {
      assert.equal(chunk.line, 1);
      assert.ok(line.startsWith(chunk.text, chunk.column));
      assert.equal(chunk.column === 0 || /[,;]/.test(line.charAt(chunk.column - 1)), true);
    }
  });

  it('changes only the chunks near an edit', () => {
    fc.assert(
      fc.property(fc.nat(99), fc.nat(50), fc.boolean(), (at, seed, adds) => {
        const functions = code(100, seed);
        const before = hashes(chunksOf(functions.join('\n'), 'typescript'));
        const edited = functions.with(at, adds ? `const added = ${seed};\n\n${functions[at]}` : '');
        const after = hashes(chunksOf(edited.join('\n'), 'typescript'));
        const isNew = [...after].filter((hash) => !before.has(hash)).length;
        assert.ok(isNew <= 4, `${isNew} of ${after.size} chunks are new`);
      }),
      { numRuns: 60 },
    );
  });

  it('changes only the chunks near an edit of a long line', () => {
    const parts = Array.from({ length: 2000 }, (_, index) => `f${index * 7919}(a,${index});`);
    const before = hashes(chunksOf(parts.join('')));
    const after = chunksOf(parts.with(1000, 'somethingElse(1);').join(''));
    assert.ok(after.filter(({ hash }) => !before.has(hash)).length <= 4);
  });

  it('knows a text whatever its line ends, and wherever it is', () => {
    const text = code(20).join('\n');
    assert.deepEqual(hashes(chunksOf(text)), hashes(chunksOf(text.replaceAll('\n', '\r\n'))));
    assert.deepEqual(hashes(chunksOf(text)), hashes(chunksOf(`\n\n\n${text}`)));
  });

  it('leaves out nothing and is never too long, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        '\n',
        '\r\n',
        '\r',
        '\n\n',
        '}\n',
        '\t',
        'x'.repeat(700),
        '😀'.repeat(400),
        '\ud83d',
        ' ',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }),
        fc.constantFrom('markdown', 'python'),
        (pieces, language) => {
          const text = pieces.join('');
          const lines = text.split(/\r\n|\r|\n/);
          const chunks = chunksOf(text, language);
          const said = new Set<number>();
          for (const { line, lastLine, column, text: content } of chunks) {
            assert.ok(content.length <= 1700 && content.trim() !== '' && content.isWellFormed());
            assert.ok(Buffer.byteLength(content) <= 8192);
            assert.ok(column === 0 || column < (lines[line]?.length ?? 0));
            for (let each = line; each <= lastLine; each += 1) {
              said.add(each);
            }
          }
          for (const [index, line] of lines.entries()) {
            assert.ok(line.trim() === '' || said.has(index), `line ${index} is in no chunk`);
          }
          assert.deepEqual(chunksOf(text, language), chunks);
        },
      ),
    );
  });

  it('takes time in proportion to a text, also one of a single kind of line', () => {
    for (const text of ['}\n'.repeat(400_000), 'a'.repeat(1_000_000), 'a,'.repeat(400_000)]) {
      const time = threadTime(() => assert.ok(chunksOf(text).length > 100));
      // A tenth of a second; far more is what grows with the square.
      assert.ok(time < 5000, `${time} ms`);
    }
  });
});
