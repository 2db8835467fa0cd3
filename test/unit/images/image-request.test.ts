import assert from 'node:assert/strict';
import fc from 'fast-check';
import { choiceOf, imageParameters, sizesWith, typedChoice } from '../../../src/images/image-request.ts';
import { ServiceError } from '../../../src/service/errors.ts';

const USUAL = { n: 1, size: '1024x1024' };

describe('imageParameters', () => {
  it('has what a setting holds, without what null leaves out', () => {
    const set = { n: 3, size: null, response_format: 'b64_json' };
    assert.deepEqual(imageParameters(set), { n: 3, response_format: 'b64_json' });
    assert.deepEqual(imageParameters({ n: null }), { size: '1024x1024' });
    assert.deepEqual(imageParameters({ n: null, size: null, response_format: null }), {});
  });

  it('is one image of the usual size unless something else is set', () => {
    assert.deepEqual(imageParameters({ response_format: 'url' }), { ...USUAL, response_format: 'url' });
    assert.deepEqual(imageParameters({ size: '300x200' }), { n: 1, size: '300x200' });
  });

  it('has nothing of what is no object', () => {
    for (const set of [undefined, null, 'n', 5, [], ['n'], {}]) {
      assert.deepEqual(imageParameters(set), USUAL, JSON.stringify(set));
    }
  });

  it('takes no prompt from a setting', () => {
    assert.deepEqual(imageParameters({ prompt: 'A cat.', n: 2 }), { ...USUAL, n: 2 });
  });

  const wrong = {
    n: [0, -1, 1.5, '2', true, [], Number.MAX_VALUE * 2],
    size: ['', 'x', '512', '512X512', '0x512', '512x', ' 512x512', 512],
    response_format: ['', 'png', 5],
    model: ['any'],
  };
  for (const [param, values] of Object.entries(wrong)) {
    for (const value of values) {
      it(`refuses ${JSON.stringify(value)} for ${param}, by its name`, () => {
        assert.throws(
          () => imageParameters({ [param]: value }),
          (error) => ServiceError.is(error, 'invalidRequest') && error.param === param,
        );
      });
    }
  }
});

describe('choiceOf', () => {
  it('is count and size, also where they are left out', () => {
    assert.deepEqual(choiceOf({ n: 4, size: '300x200', response_format: 'url' }), { n: 4, size: '300x200' });
    assert.deepEqual(choiceOf({}), { n: undefined, size: undefined });
  });
});

describe('sizesWith', () => {
  it('has each size once', () => {
    assert.deepEqual(sizesWith('512x512'), ['256x256', '512x512', '1024x1024']);
    assert.deepEqual(sizesWith('300x200'), ['256x256', '512x512', '1024x1024', '300x200']);
    assert.deepEqual(sizesWith(undefined), ['256x256', '512x512', '1024x1024']);
  });
});

describe('typedChoice', () => {
  it('understands a count, a size, and both', () => {
    assert.deepEqual(typedChoice('3'), { n: 3 });
    assert.deepEqual(typedChoice(' 12 '), { n: 12 });
    assert.deepEqual(typedChoice('640x480'), { size: '640x480' });
    assert.deepEqual(typedChoice('640 × 480'), { size: '640x480' });
    assert.deepEqual(typedChoice('640X0480'), { size: '640x480' });
    assert.deepEqual(typedChoice('2 640x480'), { n: 2, size: '640x480' });
  });

  it('refuses what is neither', () => {
    for (const typed of [
      '',
      ' ',
      '0',
      'x',
      '640x',
      'x480',
      '0x480',
      '640x0',
      '-1',
      '1.5',
      '2 3',
      '2x 3x',
      'a cat',
      '9999',
      '123456x1',
    ]) {
      assert.equal(typedChoice(typed), undefined, typed);
    }
  });

  it('gives nothing that a request does not take', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\dx× ]{0,12}$/), (typed) => {
        const choice = typedChoice(typed);
        assert.deepEqual(imageParameters(choice), { ...USUAL, ...choice });
      }),
    );
  });
});
