import assert from 'node:assert/strict';
import type { Uri } from 'vscode';
import { type CountedFile, planFiles } from '../../../src/edit/files-plan.ts';

function counted(tokens: number, size: number): CountedFile {
  // A plan looks at no address.
  return { file: { kind: 'file', uri: {} as Uri, size }, tokens };
}

describe('planFiles', () => {
  it('adds up bytes, and tokens with an instruction for each file', () => {
    const files = [counted(100, 400), counted(0, 0), counted(50, 199)];
    const { size, tokens, files: all } = planFiles(files, 7, 1000, false);
    assert.deepEqual([size, tokens, all], [599, 171, files]);
  });

  it('finds those that do not fit into the context with the instruction', () => {
    const fits = counted(90, 1);
    const long = counted(91, 1);
    assert.deepEqual(planFiles([long, fits], 10, 100, false).long, [long]);
  });

  it('leaves room for an answer as long as the file where both share the context', () => {
    const fits = counted(45, 1);
    const long = counted(46, 1);
    assert.deepEqual(planFiles([fits, long], 10, 100, true).long, [long]);
  });
});
