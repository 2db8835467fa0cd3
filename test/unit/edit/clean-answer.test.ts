import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type AnswerContext, cleanAnswer } from '../../../src/edit/clean-answer.ts';
import { markersFor } from '../../../src/edit/markers.ts';

const markers = markersFor([]);

/** What an answer of a chat means. */
function clean(answer: string, more: Partial<AnswerContext> = {}): string {
  return cleanAnswer(answer, { input: 'x', before: '', language: 'typescript', markers, ...more });
}

/** Any text: letters, what answers are wrapped with, and what breaks programs. */
const anyText = fc
  .array(
    fc.constantFrom(
      'a',
      'b c',
      ' ',
      '\n',
      '\n',
      '```',
      '~~~',
      '`',
      'js',
      ':',
      'Here is it:',
      '\t',
      '🧭',
      '\0',
      '}',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('cleanAnswer', () => {
  describe('line ends', () => {
    it('are all of one kind, a lone carriage return’s too', () => {
      assert.equal(clean('a\r\nb\rc\n\rd', { input: 'x' }), 'a\nb\nc\n\nd');
    });

    it('are as many at the end as the input has', () => {
      assert.equal(clean('a', { input: 'x\n' }), 'a\n');
      assert.equal(clean('a\n\n\n', { input: 'x' }), 'a');
      assert.equal(clean('a\r\n', { input: 'x\n\n' }), 'a\n\n');
      assert.equal(clean('\na\n', { input: 'x\n' }), '\na\n');
    });

    it('stay as they came where new text was asked for', () => {
      assert.equal(clean('a\n', { input: '' }), 'a\n');
      assert.equal(clean('a', { input: '' }), 'a');
    });
  });

  describe('characters', () => {
    it('that no file can have are replaced, others are left alone', () => {
      assert.equal(clean('a\ud800b\udc00', { input: 'x' }), 'a\ufffdb\ufffd');
      assert.equal(clean('\0🧭\u2028é', { input: 'x' }), '\0🧭\u2028é');
    });
  });

  describe('a fence', () => {
    it('around everything is taken away, whatever it is made of', () => {
      assert.equal(clean('```ts\na\n```'), 'a');
      assert.equal(clean('\n~~~~\n  a\n\n  b\n~~~~\n'), '  a\n\n  b');
      assert.equal(clean('`````\n```\na\n```\n`````'), '```\na\n```');
    });

    it('goes by `/v1/edits` as well', () => {
      assert.equal(clean('```ts\na\n```', { markers: undefined }), 'a');
    });

    it('stays where the input has it', () => {
      const input = '```js\nlet a;\n```\n';
      assert.equal(clean('```js\nconst a;\n```', { input }), '```js\nconst a;\n```\n');
      assert.equal(
        clean('````markdown\n```js\nconst a;\n```\n````', { input, language: 'markdown' }),
        '```js\nconst a;\n```\n',
      );
    });

    it('stays in Markdown, where it may be what was asked for, unless it says that Markdown is in it', () => {
      for (const language of ['markdown', 'mdx', 'quarto', 'prompt']) {
        assert.equal(clean('```js\na\n```', { language }), '```js\na\n```', language);
        assert.equal(clean('```\na\n```', { language }), '```\na\n```', language);
        assert.equal(clean('```markdown\n# A\n```js\na\n```\nb\n```', { language }), '# A\n```js\na\n```\nb');
      }
    });

    it('stays where there is another', () => {
      const answer = '```ts\na\n```\n\n```ts\nb\n```';
      assert.equal(clean(answer), answer);
    });

    it('stays where it does not end', () => {
      assert.equal(clean('```ts\na'), '```ts\na');
    });
  });

  describe('a line that leads in', () => {
    it('goes with the fence that it leads to, and with a last sentence', () => {
      for (const answer of [
        'Here is the edited code:\n```ts\na();\n```',
        'Certainly! Here’s the updated `parse()` function:\n\n```\na();\n```\n',
        'Here is the code:\n\n```ts\na();\n```\n\nThe call now has no arguments.',
        '```ts\na();\n```\n\nI removed the arguments.',
      ]) {
        assert.equal(clean(answer), 'a();', answer);
      }
    });

    it('stays where it may be of the text', () => {
      for (const answer of [
        'Here is the edited code:\na();',
        'if x:\n```\na\n```',
        'Args:\n```\na\n```',
        '# The docs of this:\n```\na\n```',
        'One line:\nanother line:\n```\na\n```',
        'Here is the code:\n```\na\n```\nconst b = 1;',
        'Here is the code:\n```\na\n```\nFirst.\n\nSecond.',
        `Here is ${'very '.repeat(50)}long code:\n\`\`\`\na\n\`\`\``,
      ]) {
        assert.equal(clean(answer), answer);
      }
    });

    it('stays in prose, and where the input has a fence or the line', () => {
      const answer = 'Here is the text:\n```\na\n```';
      for (const language of ['markdown', 'plaintext', 'restructuredtext']) {
        assert.equal(clean(answer, { language }), answer, language);
      }
      assert.equal(clean(answer, { input: '/**\n```\nb\n```\n*/' }), answer);
      assert.equal(clean(answer, { input: 'Here is the text:' }), answer);
      assert.equal(clean(answer, { markers: undefined }), answer);
    });
  });

  describe('the prompt’s markers', () => {
    const { edit, before, after } = markers;

    it('go, with what is outside of them', () => {
      for (const answer of [
        `${edit.open}\na\n${edit.close}`,
        `${edit.open}a${edit.close}`,
        `Sure.\n\n${edit.open}\na\n${edit.close}\n\nI changed this.`,
        `a\n${edit.close}`,
        `${edit.open}\na`,
        `${before.open}\nb\n${before.close}\n\n${edit.open}\na\n${edit.close}\n\n${after.open}\nc\n${after.close}`,
        `b\n${before.close}\na\n${after.open}\nc`,
        `\`\`\`ts\n${edit.open}\na\n${edit.close}\n\`\`\``,
        `${edit.open}\n\`\`\`ts\na\n\`\`\`\n${edit.close}`,
      ]) {
        assert.equal(clean(answer), 'a', answer);
      }
    });

    it('leave the lines between them as they are', () => {
      assert.equal(clean(`${edit.open}\n\n  a\n\n${edit.close}`, { input: '  x\n\n' }), '\n  a\n\n');
    });

    it('are only spoken of within a sentence', () => {
      const answer = `The part between ${edit.open} and ${edit.close} stays.`;
      assert.equal(clean(answer), answer);
    });

    it('are nothing to an answer that had none', () => {
      const answer = `${edit.open}\na\n${edit.close}`;
      assert.equal(clean(answer, { markers: undefined }), answer);
    });
  });

  describe('what a model thinks aloud', () => {
    it('goes, where it is closed and stands first', () => {
      assert.equal(clean('<think>\nhm </thin k>\n</think>\n\n  a'), '  a');
      assert.equal(clean('<thinking>hm</thinking>```ts\na\n```'), 'a');
    });

    it('stays otherwise', () => {
      for (const answer of ['<think>a', 'b<think>a</think>', '<thinks>a</thinks>']) {
        assert.equal(clean(answer), answer);
      }
      assert.equal(clean('<think>b</think>\na', { input: '<think>a</think>' }), '<think>b</think>\na');
    });
  });

  it('leaves a text as it is that nothing was put around', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('typescript', 'markdown', 'plaintext'), (text, language) => {
        const bare = text.replace(/`{3}|~{3}/g, '-');
        const input = `x${/\n*$/.exec(bare)?.[0]}`;
        assert.equal(clean(bare, { input, language }), bare);
        assert.equal(clean(bare, { input, language, markers: undefined }), bare);
      }),
      { numRuns: 1000 },
    );
  });

  it('gives back any text that was put into a fence', () => {
    const info = fc.constantFrom('', 'ts', 'markdown', ' python {a}');
    fc.assert(
      fc.property(anyText, info, fc.constantFrom('`', '~'), fc.boolean(), (text, said, mark, byChat) => {
        const longest = [...text.matchAll(/`+|~+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
        const fence = mark.repeat(longest + 1);
        const input = `x${/\n*$/.exec(text)?.[0]}`;
        const answer = `${fence}${said}\n${text}\n${fence}`;
        const context = { input, ...(!byChat && { markers: undefined }) };
        assert.equal(clean(answer, context), text);
        assert.equal(
          clean(answer, { ...context, language: 'markdown' }),
          said === 'markdown' ? text : answer + input.slice(1),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('gives back any text between markers', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const bare = text.replace(/`{3}|~{3}/g, '-');
        const input = `x${/\n*$/.exec(bare)?.[0]}`;
        assert.equal(clean(`${markers.edit.open}\n${bare}\n${markers.edit.close}`, { input }), bare);
      }),
      { numRuns: 500 },
    );
  });

  it('changes nothing of what it has cleaned', () => {
    fc.assert(
      fc.property(anyText, anyText, (answer, input) => {
        const once = clean(answer, { input, markers: undefined, language: 'markdown' });
        assert.equal(clean(once, { input, markers: undefined, language: 'markdown' }), once);
      }),
      { numRuns: 500 },
    );
  });

  it('comes to an end with whatever is repeated half a million times', () => {
    for (const part of [
      'x\n',
      '\n',
      ' ',
      ' \n',
      '```\n',
      '```js\n',
      '<think>',
      markers.edit.open,
      `${markers.edit.close}.`,
      '`',
    ]) {
      const answer = part.repeat(500_000 / part.length);
      assert.ok(clean(`${answer}x`, { input: `${answer}y` }).endsWith('x'), JSON.stringify(part));
      assert.ok(clean(answer, { input: '  x\n' }).endsWith('\n'), JSON.stringify(part));
    }
  });
});
