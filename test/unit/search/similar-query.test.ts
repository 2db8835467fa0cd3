import assert from 'node:assert/strict';
import type { Uri } from 'vscode';
import { loadTokenizer } from '../../../src/models/tokens.ts';
import { pieceAt, similarQuery } from '../../../src/search/similar-query.ts';

const uri = { path: '/lamp.ts' } as Uri;

describe('pieceAt', () => {
  it('is the text around a line, with its lines', () => {
    const text = '\n\nfunction light() {\n  lamp.on();\n}\n';
    assert.deepEqual(pieceAt(uri, text, 3), {
      uri,
      text: 'function light() {\n  lamp.on();\n}',
      line: 2,
      lastLine: 4,
    });
  });

  it('is nothing where there is nothing', () => {
    assert.equal(pieceAt(uri, ' \n', 0), undefined);
  });
});

describe('similarQuery', () => {
  const origin = { uri, line: 3, lastLine: 5 };

  it('is the text, as an index has it, and where it is from', async () => {
    const load = (): never => assert.fail('The tokenizer is not needed.');
    assert.deepEqual(await similarQuery({ ...origin, text: ' one\r\ntwo\r\n' }, { load }), {
      text: 'one\ntwo',
      origin,
    });
  });

  it('is cut to the tokens that a model takes, and says so', async () => {
    const text = 'the lamp is lit '.repeat(100);
    const query = await similarQuery({ ...origin, text }, { most: 50 });
    assert.equal(query.cutTo, 50);
    assert.ok(text.startsWith(query.text));
    assert.equal((await loadTokenizer()).count(query.text), 50);
  });

  it('is whole where it has more bytes than tokens are taken, but not more tokens', async () => {
    const text = 'the lamp is lit '.repeat(10).trim();
    assert.deepEqual(await similarQuery({ ...origin, text }, { most: 60 }), { text, origin });
  });
});
