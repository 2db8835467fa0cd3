import assert from 'node:assert/strict';
import { byFile, neighbour, resultsAsText } from '../../../src/search/result-list.ts';

function at(uri: string, line: number, column = 0): { uri: string; line: number; column: number } {
  return { uri, line, column };
}

describe('byFile', () => {
  it('begins with the file that has the nearest, each in the order of its lines', () => {
    const places = [at('b', 40), at('a', 7), at('b', 3), at('b', 3, 90), at('a', 70)];
    assert.deepEqual(byFile(places), [
      { key: 'b', places: [at('b', 3), at('b', 3, 90), at('b', 40)] },
      { key: 'a', places: [at('a', 7), at('a', 70)] },
    ]);
  });

  it('leaves what it is given as it is', () => {
    const places = [at('a', 9), at('a', 1)];
    byFile(places);
    assert.deepEqual(places, [at('a', 9), at('a', 1)]);
    assert.deepEqual(byFile([]), []);
  });
});

describe('neighbour', () => {
  it('goes on, and around the end', () => {
    assert.equal(neighbour(['a', 'b', 'c'], 'b', 1), 'c');
    assert.equal(neighbour(['a', 'b', 'c'], 'c', 1), 'a');
    assert.equal(neighbour(['a', 'b', 'c'], 'a', -1), 'c');
  });

  it('begins at either end where there is none, or where it is gone', () => {
    assert.equal(neighbour(['a', 'b'], undefined, 1), 'a');
    assert.equal(neighbour(['a', 'b'], undefined, -1), 'b');
    assert.equal(neighbour(['a', 'b'], 'z', -1), 'b');
    assert.equal(neighbour([], 'z', 1), undefined);
  });
});

describe('resultsAsText', () => {
  it('has a line for each', () => {
    assert.equal(
      resultsAsText([
        { name: 'src/lamp.ts:3', label: 'function light() {' },
        { name: 'story/keeper.md:9', label: 'The lamp' },
      ]),
      'src/lamp.ts:3: function light() {\nstory/keeper.md:9: The lamp\n',
    );
  });
});
