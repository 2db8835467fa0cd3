import assert from 'node:assert/strict';
import type { Edit } from './answers.ts';
import { assertRefused, useService } from './service-fixture.ts';

const path = '/v1/edits';

describe('sample service: edits', () => {
  const fixture = useService();

  async function edit(input: string, instruction: string, changes: object = {}): Promise<Edit> {
    const { status, body } = await fixture.post<Edit>(path, {
      model: 'edit-1',
      input,
      instruction,
      ...changes,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  it('answers with an edit object without id and model', async () => {
    const body = await edit('abc', 'Make it upper case');
    assert.deepEqual(Object.keys(body), ['object', 'created', 'choices', 'usage']);
    assert.equal(body.object, 'edit');
    assert.deepEqual(body.choices, [{ text: 'ABC', index: 0 }]);
    assert.equal(body.usage.total_tokens, body.usage.prompt_tokens + body.usage.completion_tokens);
  });

  const edits: readonly (readonly [string, string, string])[] = [
    ['Convert to lowercase', 'ABC Déf', 'abc déf'],
    ['Use title case', 'the old house', 'The Old House'],
    ['Fix trailing spaces', 'a  \nb\t\n  c  d\n', 'a\nb\n  c d\n'],
    ['Sort the lines', 'b\na\nc\n', 'a\nb\nc\n'],
    ['Sort the lines in descending order', 'b\r\na\r\nc', 'c\r\nb\r\na'],
    ['Reverse the lines', '1\n2\n3', '3\n2\n1'],
    ['Remove duplicate lines', 'x\ny\nx\n', 'x\ny\n'],
    ['Remove empty lines', 'a\n\n  \nb', 'a\nb'],
    ['Add line numbers', 'a\nb', '1. a\n2. b'],
    ['Make it a list', 'a\nb', '- a\n- b'],
    ['Rename foo to bar', 'foo(foobar, foo)', 'bar(foobar, bar)'],
    ['Replace "a.b" with "c"', 'a.b axb', 'c axb'],
    ['Fix the spelling', 'I recieve Teh mail', 'I receive The mail'],
    ['Translate to German', 'Hello, world!', 'Hallo, Welt!'],
    ['Translate it into English', 'Bonjour, mon ami', 'Good morning, mon friend'],
    ['Remove the comments', '// one\nlet a = 1; // two\n', 'let a = 1;\n'],
    ['Summarize', 'One. Two.\n\nThree. Four.', 'One.\n\nThree.'],
  ];
  for (const [instruction, input, output] of edits) {
    it(`follows “${instruction}”`, async () => {
      assert.equal((await edit(input, instruction)).choices[0].text, output);
    });
  }

  it('adds comments in the language of the code', async () => {
    const python = (await edit('def area(r):\n    return r\n', 'Add comments')).choices[0].text;
    assert.match(python, /^# .*area.*\ndef area\(r\):\n {4}return r\n$/);
    const script = (await edit('  const totalPrice = 1;', 'Add comments')).choices[0].text;
    assert.match(script, /^ {2}\/\/ .*total price.*\n {2}const totalPrice = 1;$/);
  });

  it('leaves a visible note where it knows no rule, in an empty text too', async () => {
    assert.match((await edit('Text.', 'Dance a waltz')).choices[0].text, /^Text\.\n\[.*: Dance a waltz\]$/);
    assert.match((await edit('', 'Write a poem')).choices[0].text, /^\[.*: Write a poem\]$/);
    const { body } = await fixture.post<Edit>(path, { model: 'edit-1', instruction: 'Write a poem' });
    assert.match(body.choices[0].text, /Write a poem/);
  });

  it('gives n candidates, at temperature 0 all the same', async () => {
    const body = await edit('Text.', 'Dance', { n: 8 });
    assert.deepEqual(
      body.choices.map((choice) => choice.index),
      [0, 1, 2, 3, 4, 5, 6, 7],
    );
    assert.ok(new Set(body.choices.map((choice) => choice.text)).size > 1);
    const cold = await edit('Text.', 'Dance', { n: 8, temperature: 0 });
    assert.equal(new Set(cold.choices.map((choice) => choice.text)).size, 1);
  });

  const simple = { model: 'edit-1', input: 'a', instruction: 'b' };
  const refusals: readonly (readonly [string, object, string, string])[] = [
    ['a missing instruction', { instruction: undefined }, 'instruction', 'missing_required_parameter'],
    ['a missing model', { model: undefined }, 'model', 'missing_required_parameter'],
    ['input null', { input: null }, 'input', 'invalid_type'],
    ['n above 20', { n: 21 }, 'n', 'invalid_value'],
    ['stream', { stream: true }, 'stream', 'unknown_parameter'],
    ['temperature above 2', { temperature: 2.5 }, 'temperature', 'invalid_value'],
    ['more text than the context holds', { input: 'word '.repeat(5000) }, 'input', 'context_length_exceeded'],
  ];
  for (const [what, changes, param, code] of refusals) {
    it(`refuses ${what}`, async () => {
      assertRefused(await fixture.post(path, { ...simple, ...changes }), param, code);
    });
  }
});
