import assert from 'node:assert/strict';
import { type Chunk, chunksOf } from '../../../src/search/chunks.ts';
import { type PlaceNow, SearchedText } from '../../../src/search/place-now.ts';

/** A function of about 400 characters. */
function part(name: string): string {
  const lines = Array.from(
    { length: 8 },
    (_, line) => `  ${name}.push('${name} says this in line ${line}');`,
  );
  return [`export function ${name}() {`, ...lines, '}', ''].join('\n');
}

const TEXT = ['lamp', 'tide', 'bell', 'keeper', 'storm'].map(part).join('\n');

function chunkOf(text: string, name: string): Chunk {
  const chunk = chunksOf(text).find((each) => each.text.startsWith(`export function ${name}(`));
  assert.ok(chunk, `no piece begins with ${name}`);
  return chunk;
}

function find(text: string, chunk: Chunk): PlaceNow | undefined {
  return new SearchedText(text).find(chunk);
}

describe('SearchedText', () => {
  it('finds a text where it was', () => {
    for (const chunk of chunksOf(TEXT)) {
      const { line, column, lastLine, text } = chunk;
      const place = find(TEXT, chunk);
      assert.deepEqual(
        place && { line: place.line, column: place.column, lastLine: place.lastLine, text: place.text },
        { line, column, lastLine, text },
      );
      assert.equal(place?.isChanged, false);
    }
  });

  it('finds it whatever its lines end with', () => {
    const chunk = chunkOf(TEXT, 'bell');
    const place = find(TEXT.replaceAll('\n', '\r\n'), chunk);
    assert.equal(place?.line, chunk.line);
    assert.equal(place.text, chunk.text);
    assert.equal(place.isChanged, false);
  });

  it('says which of the file’s lines tells what it is', () => {
    const place = find(TEXT, chunkOf(TEXT, 'bell'));
    assert.equal(TEXT.split('\n')[place?.tellingLine ?? -1], 'export function bell() {');
    assert.equal(place?.label, 'export function bell() {');
  });

  it('finds it where it has moved to', () => {
    const chunk = chunkOf(TEXT, 'bell');
    const place = find(`// A new first line.\n\n${TEXT}`, chunk);
    assert.equal(place?.line, chunk.line + 2);
    assert.equal(place.isChanged, false);
  });

  it('finds the nearest of several', () => {
    const twice = `${TEXT}\n${TEXT}\n${TEXT}\n`;
    const chunks = chunksOf(twice);
    const second = chunks.find(({ hash }, at) => chunks.findIndex((each) => each.hash === hash) < at);
    assert.ok(second, 'no text is there twice');
    // A line above both.
    const place = find(`// Above.\n${twice}`, second);
    assert.equal(place?.line, second.line + 1);
  });

  it('gives what stands there now where the text is gone', () => {
    const chunk = chunkOf(TEXT, 'bell');
    const edited = TEXT.replace('bell says this in line 3', 'BELL SAYS THAT');
    const place = find(edited, chunk);
    assert.ok(place?.isChanged);
    assert.match(place.text, /BELL SAYS THAT/);
  });

  it('gives nothing where nothing stands any more', () => {
    const chunk = chunkOf(TEXT, 'storm');
    assert.equal(find('', chunk), undefined);
    assert.equal(find('\n'.repeat(1000), chunk), undefined);
    assert.equal(find('short', chunk), undefined);
  });

  it('finds the part of a line that is too long for one piece', () => {
    const long = Array.from({ length: 400 }, (_, index) => `word${index}, `).join('');
    const chunks = chunksOf(long);
    assert.ok(chunks.length > 2);
    for (const chunk of chunks) {
      const place = find(`above\n${long}`, chunk);
      if (place && !place.isChanged) {
        assert.equal(place.text, chunk.text);
        assert.equal(long.slice(place.column, place.column + 10), chunk.text.slice(0, 10));
      }
      const same = find(long, chunk);
      assert.equal(same?.column, chunk.column);
      assert.equal(same.isChanged, false);
    }
  });

  it('is not led astray by a place that no index has', () => {
    const [chunk] = chunksOf(TEXT);
    assert.ok(chunk);
    for (const line of [-1, 1e9, Number.NaN, 0.5]) {
      assert.doesNotThrow(() => new SearchedText(TEXT).find({ ...chunk, line, lastLine: line, hash: '' }));
    }
  });

  describe('around', () => {
    it('is the piece that a line is in', () => {
      const bell = chunkOf(TEXT, 'bell');
      const text = new SearchedText(TEXT);
      assert.equal(text.around(bell.line)?.hash, bell.hash);
      assert.equal(text.around(bell.lastLine)?.hash, bell.hash);
    });

    it('is the next piece from a blank line, and the last one at the end', () => {
      const bell = chunkOf(TEXT, 'bell');
      const text = new SearchedText(TEXT);
      assert.equal(text.around(bell.line - 1)?.hash, bell.hash);
      assert.equal(text.around(100_000)?.hash, chunksOf(TEXT).at(-1)?.hash);
      assert.equal(new SearchedText('\n\n').around(0), undefined);
    });
  });
});
