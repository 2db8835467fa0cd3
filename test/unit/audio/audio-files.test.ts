import assert from 'node:assert/strict';
import { AUDIO_EXTENSIONS, audioExtension, isAudioName } from '../../../src/audio/audio-files.ts';
import { AUDIO_FORMATS } from '../../../src/service/limits.ts';

describe('audio-files', () => {
  it('knows what the service layer lets through', () => {
    assert.deepEqual(AUDIO_EXTENSIONS, AUDIO_FORMATS);
  });

  it('tells audio by its name', () => {
    for (const name of ['a.mp3', 'B.WAV', 'c.d.WebM', '/x/y.m4a', ' \u202e"\n🐙.mpga']) {
      assert.ok(isAudioName(name), name);
    }
    for (const name of ['', 'mp3', '.mp3', 'a.mp3 ', 'a.mp3.txt', 'a.ogg', 'wav/a', 'a.', 'a.mp']) {
      assert.ok(!isAudioName(name), name);
    }
    assert.equal(audioExtension('A.MPEG'), 'mpeg');
  });
});
