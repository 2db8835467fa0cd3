import assert from 'node:assert/strict';
import {
  audioParameters,
  checkParameters,
  formatOf,
  parametersFor,
  transcriptEnding,
} from '../../../src/audio/audio-request.ts';
import { ServiceError } from '../../../src/service/errors.ts';

describe('audioParameters', () => {
  it('asks for a transcript with times by the one model that the interface names', () => {
    assert.deepEqual(audioParameters('transcription', undefined, undefined), {
      model: 'speech-1',
      response_format: 'verbose_json',
    });
  });

  it('has what is set, zero included', () => {
    const set = { response_format: 'srt', language: 'de', prompt: 'Leuchtturm', temperature: 0 };
    assert.deepEqual(audioParameters('transcription', ' other/model ', set), {
      model: 'other/model',
      ...set,
    });
  });

  it('leaves out what is null, and what is not a person’s to set', () => {
    const set = { language: null, prompt: null, file: 'mine', model: 'mine' };
    assert.deepEqual(audioParameters('transcription', '', set), {
      model: 'speech-1',
      response_format: 'verbose_json',
    });
  });

  it('leaves out the format, too, where that is null', () => {
    for (const operation of ['transcription', 'translation'] as const) {
      assert.deepEqual(audioParameters(operation, undefined, { response_format: null }), {
        model: 'speech-1',
      });
    }
  });

  for (const set of [null, [], 'srt', 7]) {
    it(`takes ${JSON.stringify(set)} for nothing set`, () => {
      assert.equal(audioParameters('translation', undefined, set).response_format, 'verbose_json');
    });
  }

  for (const [name, set] of [
    ['response_format', { response_format: 'pdf' }],
    ['temperature', { temperature: 1.1 }],
    ['temperature', { temperature: '0' }],
    ['temperature', { temperature: Number.NaN }],
    ['language', { language: 'deu' }],
    ['language', { language: 'DE' }],
    ['prompt', { prompt: 5 }],
    ['speed', { speed: 2 }],
  ] as const) {
    it(`refuses ${JSON.stringify(set)}, naming the field`, () => {
      assert.throws(
        () => audioParameters('transcription', undefined, set),
        (error) => ServiceError.is(error, 'invalidRequest') && error.param === name,
      );
    });
  }

  it('refuses a language for a translation, which the interface has none for', () => {
    assert.throws(
      () => audioParameters('translation', undefined, { language: 'de' }),
      (error) => ServiceError.is(error, 'invalidRequest') && error.param === 'language',
    );
  });
});

describe('checkParameters', () => {
  it('leaves out what was taken back', () => {
    const parameters = { model: 'speech-1', response_format: 'text', language: undefined };
    assert.deepEqual(checkParameters('transcription', parameters), {
      model: 'speech-1',
      response_format: 'text',
    });
    assert.deepEqual(checkParameters('transcription', { ...parameters, response_format: undefined }), {
      model: 'speech-1',
    });
  });

  it('refuses a model without a name', () => {
    assert.throws(
      () => checkParameters('transcription', { model: '' }),
      (error) => ServiceError.is(error, 'invalidRequest') && error.param === 'model',
    );
  });
});

describe('formatOf', () => {
  it('is what the interface gives where none is named', () => {
    assert.equal(formatOf({ model: 'speech-1', response_format: 'srt' }), 'srt');
    assert.equal(formatOf({ model: 'speech-1' }), 'json');
  });
});

describe('parametersFor', () => {
  const parameters = { model: 'speech-1', response_format: 'srt', language: 'de', temperature: 0.2 } as const;

  it('keeps the language of a transcription only', () => {
    assert.equal(parametersFor('transcription', parameters), parameters);
    assert.deepEqual(parametersFor('translation', parameters), {
      model: 'speech-1',
      response_format: 'srt',
      temperature: 0.2,
    });
  });
});

describe('transcriptEnding', () => {
  it('tells formats apart, and a translation from a transcription', () => {
    const formats = ['json', 'text', 'srt', 'vtt', 'verbose_json'] as const;
    assert.deepEqual(
      formats.map((format) => transcriptEnding('transcription', format)),
      ['json', 'txt', 'srt', 'vtt', 'transcript.json'],
    );
    assert.deepEqual(
      formats.map((format) => transcriptEnding('translation', format)),
      ['en.json', 'en.txt', 'en.srt', 'en.vtt', 'en.transcript.json'],
    );
  });
});
