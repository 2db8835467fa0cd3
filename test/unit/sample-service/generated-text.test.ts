import assert from 'node:assert/strict';
import { continuation } from '../../service/text/continuation.ts';
import { generate } from '../../service/text/generation.ts';
import { languageOf } from '../../service/text/language.ts';
import { Sampler } from '../../service/text/sampler.ts';
import { tokensOf } from '../../service/text/tokens.ts';

const greedy = () => new Sampler('seed', { temperature: 0 });

describe('sample service: continuing what was begun', () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    [
      'a known function in Python',
      'def fibonacci(n):',
      '',
      '\n    if n < 2:\n        return n\n    return fibonacci(n - 1) + fibonacci(n - 2)\n',
    ],
    [
      'a body whose indentation was typed already',
      'class A:\n    def greet(self, name):\n        ',
      '',
      "return f'Hello, {name}!'\n",
    ],
    ['a function that the suffix closes', 'function add(a, b) {', '\n}\n', '\n  return a + b;'],
    ['a function in tabs', 'class A {\n\tadd(a, b) {', '', '\n\t\treturn a + b;\n\t}\n'],
    ['a value by the name of its variable', 'let isReady: boolean = ', ';\n', 'false;'],
    ['a property', 'const size = items.', '', 'length;'],
    [
      'a function that a comment asks for',
      '// gcd\n',
      '',
      'function gcd(items) {\n  return value === 0 ? items : gcd(value, items % value);\n}\n',
    ],
    [
      'open elements of HTML',
      '<html><body><br><h1>Hi</h1>',
      '',
      '\n<p>This paragraph was written by the sample service.</p>\n</body>\n</html>\n',
    ],
    ['a rule of CSS', '.box {', '', '\n  margin: 0 auto;\n  padding: 0.5rem 1rem;\n  color: #223;\n}\n'],
  ];
  for (const [what, prompt, suffix, expected] of cases) {
    it(what, () => assert.equal(continuation(prompt, suffix, greedy()), expected));
  }

  it('goes on with a list in its own way of counting', () => {
    assert.match(continuation('Plan:\n1. rest\n2. ', '', greedy()), /^\S.*\n3\. .*\n4\. .*\n\n/);
    assert.match(continuation('Plan:\n- rest', '', greedy()), /^\n- .*\n- .*\n- .*\n\n/);
  });

  it('ends an open sentence before it begins another', () => {
    assert.match(continuation('There was a lighthouse', '', greedy()), /^ that [^.]+\. [A-Z]/);
    assert.match(continuation('There was a lighthouse.', '', greedy()), /^ [A-Z]/);
  });

  it('tells languages apart', () => {
    const texts = {
      python: 'import os\n\nprint(os.name)',
      javascript: "const a = require('a');",
      sql: 'SELECT name FROM users',
      html: '<!DOCTYPE html>\n<p>Hi',
      css: 'a:hover {\n  color: red;\n',
      json: '{\n  "a": 1,',
      shell: '#!/bin/bash\necho hi',
      braces: 'fn main() {\n    let mut a = 1;',
      prose: 'It was a dark and stormy night; the rain fell in torrents.',
    };
    for (const [language, text] of Object.entries(texts)) {
      assert.equal(languageOf(text), language);
    }
  });
});

describe('sample service: sampling', () => {
  const phrases = ['a', 'b', 'c', 'd'] as const;
  const draw = (decoding: object, count = 200) => {
    // A sampler for each draw, since one avoids what it has said before.
    return Array.from({ length: count }, (_, seed) => new Sampler(String(seed), decoding).pick(phrases));
  };
  const share = (drawn: string[], phrase: string) =>
    drawn.filter((each) => each === phrase).length / drawn.length;

  it('takes the likeliest at temperature 0 and at top_p 0', () => {
    assert.equal(share(draw({ temperature: 0 }), 'a'), 1);
    assert.equal(share(draw({ top_p: 0 }), 'a'), 1);
  });

  it('grows more even with temperature, and never leaves the nucleus', () => {
    const [cool, warm, hot] = [0.3, 1, 2].map((temperature) => share(draw({ temperature }), 'a'));
    assert.ok((cool ?? 0) > (warm ?? 0) && (warm ?? 0) > (hot ?? 0), `${cool}, ${warm}, ${hot}`);
    assert.equal(new Set(draw({ temperature: 2 })).size, 4);
    assert.equal(new Set(draw({ temperature: 1, top_p: 0.5 })).size, 2);
  });

  it('repeats itself less under penalties', () => {
    const distinct = (decoding: object) =>
      Array.from({ length: 50 }, (_, seed) => {
        const sampler = new Sampler(String(seed), { temperature: 1, ...decoding });
        return new Set(Array.from({ length: 4 }, () => sampler.pick(phrases))).size;
      }).reduce((sum, each) => sum + each, 0);
    assert.ok(distinct({ presence_penalty: 2 }) > distinct({}));
    assert.ok(distinct({ frequency_penalty: 2 }) > distinct({}));
    assert.ok(distinct({ frequency_penalty: -2 }) < distinct({}));
  });
});

describe('sample service: tokens', () => {
  it('splits a text without splitting a character', () => {
    for (const text of ['Hello, world!', '👩‍👩‍👧 漢字 ñ', 'a\uFFFDb', '', '<|endoftext|>']) {
      const tokens = tokensOf(text);
      assert.equal(tokens.map((token) => token.text).join(''), text);
      assert.ok(tokens.every((token) => token.text !== ''));
    }
  });

  it('stops at the earliest sequence, within a token too', () => {
    const stop = (...sequences: string[]) => {
      const { tokens, finishReason } = generate('alpha beta gamma', { maxTokens: 99, stop: sequences });
      return [tokens.map((token) => token.text).join(''), finishReason];
    };
    assert.deepEqual(stop('gam', 'et'), ['alpha b', 'stop']);
    assert.deepEqual(stop('alpha'), ['', 'stop']);
    assert.deepEqual(stop('absent'), ['alpha beta gamma', 'stop']);
  });

  it('says that the length was the end only where something was left out', () => {
    const count = tokensOf('alpha beta gamma').length;
    assert.equal(generate('alpha beta gamma', { maxTokens: count }).finishReason, 'stop');
    const cut = generate('alpha beta gamma', { maxTokens: count - 1 });
    assert.equal(cut.finishReason, 'length');
    assert.equal(cut.tokens.length, count - 1);
  });
});
