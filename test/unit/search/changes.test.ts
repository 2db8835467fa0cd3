import assert from 'node:assert/strict';
import { Changes } from '../../../src/search/changes.ts';

describe('Changes', () => {
  const some = (): Changes => {
    const changes = new Changes();
    changes.take();
    return changes;
  };

  it('are all files at first, and none once they were taken', () => {
    const changes = new Changes();
    assert.deepEqual([changes.isEmpty, changes.paths], [false, undefined]);
    assert.equal(changes.take(), undefined);
    assert.equal(changes.isEmpty, true);
  });

  it('are the paths that were added, each once, and not those of a repository', () => {
    const changes = some();
    for (const path of ['a.ts', 'b/c.ts', 'a.ts', '.git/index', 'sub/.git/HEAD']) {
      changes.add(path);
    }
    assert.deepEqual([...(changes.take() ?? [])], ['a.ts', 'b/c.ts']);
    assert.equal(changes.isEmpty, true);
  });

  it('are all files when an ignore file is among them', () => {
    for (const name of ['.gitignore', 'sub/.gitignore', '.ignore']) {
      const changes = some();
      changes.add(name);
      assert.equal(changes.paths, undefined, name);
    }
  });

  it('are all files when there are many, and stay so', () => {
    const changes = some();
    for (let number = 0; number < 500; number += 1) {
      changes.add(`file-${number}`);
    }
    assert.equal(changes.paths, undefined);
    assert.equal(changes.isEmpty, false);
  });
});
