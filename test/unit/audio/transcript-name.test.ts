import assert from 'node:assert/strict';
import { isTranscriptName, transcriptStem } from '../../../src/audio/transcript-name.ts';

describe('the name of a transcript', () => {
  for (const [name, is, stem] of [
    ['talk.transcript.json', true, 'talk'],
    ['talk.one.Transcript.JSON', true, 'talk.one'],
    ['.transcript.json', true, ''],
    ['talk.json', false, 'talk'],
    ['transcript.json', false, 'transcript'],
    ['talk', false, 'talk'],
    ['.talk', false, '.talk'],
  ] as const) {
    it(`“${name}” ${is ? 'is one' : 'is none'}`, () => {
      assert.equal(isTranscriptName(name), is);
      assert.equal(transcriptStem(name), stem);
    });
  }
});
