import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SampleService } from '../service/sample-service.ts';
import { answerWith, completionEvents } from './support/completion-stream.ts';
import {
  closeEverything,
  connectedService,
  dismissed,
  openText,
  rangeOf,
  select,
  setting,
  undo,
} from './support/inkwell.ts';
import { standInForWindow } from './support/window-stand-in.ts';

const PIECES = ['alpha ', 'beta ', 'gamma'];
const ANSWER = PIECES.join('');

describe('Complete Selection', () => {
  let service: SampleService;

  before(async () => {
    service = await connectedService();
  });

  afterEach(async () => {
    service.reset();
    await setting('completion.parameters', undefined);
    await setting('contextLength', undefined);
    await closeEverything();
  });

  after(() => service.close());

  const complete = (): Thenable<unknown> => vscode.commands.executeCommand('inkwell.completeSelection');
  const sent = (): unknown => service.requests[0]?.json;

  it('streams right after the selection, which is the prompt; one undo removes all', async () => {
    answerWith(service, PIECES);
    const editor = await openText('one two three');
    select(editor, 'one two');
    await complete();
    assert.equal(editor.document.getText(), `one two${ANSWER} three`);
    assert.deepEqual(sent(), { model: 'complete-1', prompt: 'one two', max_tokens: 256, stream: true });
    await undo();
    assert.equal(editor.document.getText(), 'one two three');
    assert.equal(editor.document.getText(editor.selection), 'one two', 'undo brings the selection back');
  });

  it('leaves the cursor behind the new text', async () => {
    answerWith(service, PIECES);
    const editor = await openText('one two three');
    select(editor, 'one two');
    await complete();
    assert.ok(editor.selection.isEmpty);
    assert.deepEqual(editor.selection.active, rangeOf(editor.document, ANSWER).end);
  });

  it('takes the text around an empty cursor as prompt and suffix', async () => {
    answerWith(service, PIECES);
    const editor = await openText('one two three');
    select(editor, 'one ', { cursor: true });
    await complete();
    assert.equal(editor.document.getText(), `one ${ANSWER}two three`);
    assert.deepEqual(sent(), {
      model: 'complete-1',
      prompt: 'one ',
      suffix: 'two three',
      max_tokens: 256,
      stream: true,
    });
    await undo();
    assert.equal(editor.document.getText(), 'one two three');
  });

  it('sends neither prompt nor suffix from an empty document', async () => {
    answerWith(service, PIECES);
    const editor = await openText('');
    await complete();
    assert.equal(editor.document.getText(), ANSWER);
    assert.deepEqual(sent(), { model: 'complete-1', max_tokens: 256, stream: true });
  });

  it('completes several selections in one request, each at its place', async () => {
    const choices = [
      { text: 'A', index: 0 },
      { text: 'X', index: 1 },
      { text: 'B\n', index: 0 },
      { text: 'Y', index: 1 },
    ];
    service.fault({ type: 'bytes', slices: completionEvents(choices) });
    const editor = await openText('one two three');
    const [first, second] = ['one', 'three'].map((text) => rangeOf(editor.document, text));
    assert.ok(first && second);
    // Not in the document's order: the order of the prompts is that of the selections.
    editor.selections = [
      new vscode.Selection(second.start, second.end),
      new vscode.Selection(first.start, first.end),
    ];
    await complete();
    assert.equal(editor.document.getText(), 'oneXY two threeAB\n');
    assert.equal(service.requests.length, 1);
    assert.deepEqual(sent(), {
      model: 'complete-1',
      prompt: ['three', 'one'],
      max_tokens: 256,
      stream: true,
    });
    await undo();
    assert.equal(editor.document.getText(), 'one two three');
  });

  it('completes several selections one by one where a service takes no list', async () => {
    const message =
      'json: cannot unmarshal array into Go struct field CompletionRequest.prompt of type string';
    service.fault({ type: 'status', status: 400, error: { message, param: null } });
    for (const text of ['A', 'B']) {
      answerWith(service, [text]);
    }
    const editor = await openText('one two');
    editor.selections = [new vscode.Selection(0, 0, 0, 3), new vscode.Selection(0, 4, 0, 7)];
    try {
      // What is remembered is of one model.
      await setting('completion.model', 'instruct-1');
      await complete();
    } finally {
      await setting('completion.model', 'complete-1');
    }
    assert.equal(editor.document.getText(), 'oneA twoB');
    assert.deepEqual(
      service.requests.map(({ json }) => Object(json).prompt),
      [['one', 'two'], 'one', 'two'],
    );
    await undo();
    assert.equal(editor.document.getText(), 'one two');
  });

  it('completes at several cursors with a request each, for each has a suffix of its own', async () => {
    const editor = await openText('one two');
    answerWith(service, ['A']);
    answerWith(service, ['A']);
    editor.selections = [3, 7].map((at) => new vscode.Selection(0, at, 0, at));
    await complete();
    assert.equal(editor.document.getText(), 'oneA twoA');
    assert.deepEqual(
      service.requests
        .map(({ json }) => json)
        .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
      [
        { model: 'complete-1', prompt: 'one', suffix: ' two', max_tokens: 256, stream: true },
        { model: 'complete-1', prompt: 'one two', max_tokens: 256, stream: true },
      ].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    );
  });

  it('asks without the suffix where that is refused, says so once, and remembers it', async () => {
    const error = { message: 'suffix is not currently supported' };
    const told: string[] = [];
    const { setStatusBarMessage } = vscode.window;
    const standIn = standInForWindow({
      setStatusBarMessage: (text: string, time: number) => {
        told.push(text);
        return setStatusBarMessage(text, time);
      },
    });
    try {
      // What is remembered is of one model.
      await setting('completion.model', 'complete-1-older');
      service.fault({ type: 'status', status: 400, error });
      answerWith(service, ['A']);
      const editor = await openText('one two three');
      select(editor, 'one', { cursor: true });
      await complete();
      assert.equal(editor.document.getText(), 'oneA two three');
      answerWith(service, ['B']);
      await complete();
      assert.equal(editor.document.getText(), 'oneAB two three');
      const suffixes = service.requests.map(({ json }) => Object(json).suffix);
      assert.deepEqual(suffixes, [' two three', undefined, undefined]);
      assert.equal(told.filter((text) => text.includes('complete-1-older takes no suffix')).length, 1);
    } finally {
      standIn.dispose();
      await setting('completion.model', 'complete-1');
    }
  });

  it('asks without logprobs where those are refused, of which it shows nothing, and remembers it', async () => {
    try {
      await setting('completion.model', 'complete-1-unsure');
      await setting('completion.parameters', { logprobs: 5 });
      service.fault({ type: 'status', status: 400, error: { message: 'Unknown field.', param: 'logprobs' } });
      answerWith(service, ['A']);
      const editor = await openText('one two three');
      select(editor, 'one', { cursor: true });
      await complete();
      answerWith(service, ['B']);
      await complete();
      assert.equal(editor.document.getText(), 'oneAB two three');
      const sent = service.requests.map(({ json }) => [Object(json).suffix, Object(json).logprobs]);
      assert.deepEqual(sent, [
        [' two three', 5],
        [' two three', undefined],
        [' two three', undefined],
      ]);
    } finally {
      await setting('completion.parameters', undefined);
      await setting('completion.model', 'complete-1');
    }
  });

  it('keeps CRLF, however the chunks cut it', async () => {
    answerWith(service, ['a\r', '\nb\n', 'c\r\nd\r', 'e']);
    const editor = await openText('one\r\ntwo\r\n');
    assert.equal(editor.document.eol, vscode.EndOfLine.CRLF);
    select(editor, 'two');
    await complete();
    assert.equal(editor.document.getText(), 'one\r\ntwoa\r\nb\r\nc\r\nd\r\ne\r\n');
    await undo();
    assert.equal(editor.document.getText(), 'one\r\ntwo\r\n');
  });

  it('puts together characters that chunks tear apart', async () => {
    answerWith(service, ['\ud83d', '\ude00 ok \ud83d', '.']);
    const editor = await openText('one');
    select(editor, 'one');
    await complete();
    assert.equal(editor.document.getText(), 'one😀 ok \ufffd.');
  });

  it('works in a line of a million characters', async () => {
    answerWith(service, PIECES);
    const editor = await openText(`${'x'.repeat(1_000_000)} one two`);
    select(editor, 'one two');
    await complete();
    assert.ok(editor.document.getText().endsWith(` one two${ANSWER}`));
    assert.equal(editor.document.lineCount, 1);
  });

  it('streams thousands of chunks without losing one', async () => {
    const words = Array.from({ length: 5000 }, (_, i) => `w${i}\n`);
    answerWith(service, words);
    const editor = await openText('start\nend');
    select(editor, 'start');
    await complete();
    assert.equal(editor.document.getText(), `start${words.join('')}\nend`);
    await undo();
    assert.equal(editor.document.getText(), 'start\nend');
  });

  it('sends every parameter that is set, and leaves out what is null', async () => {
    answerWith(service, PIECES);
    await setting('completion.parameters', {
      max_tokens: null,
      temperature: 0,
      logprobs: 0,
      echo: false,
      stop: ['\n\n', 'END'],
      presence_penalty: -1,
      frequency_penalty: 0,
      logit_bias: { '50256': -100 },
    });
    const editor = await openText('one');
    select(editor, 'one');
    await complete();
    assert.deepEqual(sent(), {
      model: 'complete-1',
      prompt: 'one',
      temperature: 0,
      logprobs: 0,
      echo: false,
      stop: ['\n\n', 'END'],
      presence_penalty: -1,
      frequency_penalty: 0,
      logit_bias: { '50256': -100 },
      stream: true,
    });
  });

  it('sends the texts of logit_bias as token ids', async () => {
    answerWith(service, PIECES);
    await setting('completion.parameters', { logit_bias: { ' hello': 5 } });
    const editor = await openText('one');
    select(editor, 'one');
    await complete();
    const { logit_bias } = sent() as { logit_bias: Record<string, number> };
    assert.deepEqual(Object.values(logit_bias), [5]);
    assert.match(Object.keys(logit_bias)[0] ?? '', /^\d+$/);
  });

  it('inserts a whole answer at once with stream off, where best_of is allowed', async () => {
    await setting('completion.parameters', { stream: false, best_of: 2, max_tokens: 20 });
    const editor = await openText('def add(a, b):');
    select(editor, 'def add(a, b):');
    await complete();
    assert.deepEqual(sent(), {
      model: 'complete-1',
      prompt: 'def add(a, b):',
      stream: false,
      best_of: 2,
      max_tokens: 20,
    });
    assert.ok(editor.document.getText().length > 'def add(a, b):'.length);
  });

  it('does not insert the prompt that echo repeats', async () => {
    answerWith(service, ['one', ' two', ' and three']);
    await setting('completion.parameters', { echo: true });
    const editor = await openText('one two');
    select(editor, 'one two');
    await complete();
    assert.equal(editor.document.getText(), 'one two and three');
  });

  it('lowers max_tokens where that makes the request fit', async () => {
    await setting('contextLength', { 'complete-1': 50 });
    answerWith(service, PIECES);
    const words = Array.from({ length: 40 }, () => 'word').join(' ');
    const editor = await openText(words);
    editor.selection = new vscode.Selection(new vscode.Position(0, 0), new vscode.Position(0, words.length));
    await complete();
    const { max_tokens } = sent() as { max_tokens: number };
    assert.ok(max_tokens >= 5 && max_tokens <= 12, `max_tokens is ${max_tokens}`);
  });

  it('sends what is nearest to the cursor of a document that is too long', async () => {
    await setting('contextLength', { '*': 100 });
    await setting('completion.parameters', { max_tokens: 20 });
    answerWith(service, PIECES);
    const before = Array.from({ length: 300 }, (_, i) => `before${i}`).join(' ');
    const after = Array.from({ length: 300 }, (_, i) => `after${i}`).join(' ');
    const editor = await openText(`${before}|${after}`);
    select(editor, `${before}|`, { cursor: true });
    await complete();
    const { prompt, suffix } = sent() as { prompt: string; suffix: string };
    assert.ok(`${before}|`.endsWith(prompt) && prompt.length > 20 && prompt.length < 500, prompt);
    assert.ok(after.startsWith(suffix) && suffix.length > 5 && suffix.length < 300, suffix);
  });

  it('sends nothing of a selection that is too long before the person has said so', async () => {
    await setting('contextLength', { '*': 20 });
    const words = Array.from({ length: 100 }, () => 'word').join(' ');
    const editor = await openText(words);
    editor.selection = new vscode.Selection(0, 0, 0, words.length);
    await dismissed(complete());
    assert.equal(service.requests.length, 0);
    assert.equal(editor.document.getText(), words);
  });

  for (const [name, parameters] of Object.entries({
    'temperature with top_p': { temperature: 0.5, top_p: 0.5 },
    'best_of with stream': { best_of: 2 },
    'a temperature of 3': { temperature: 3 },
    'an unknown parameter': { temprature: 1 },
  })) {
    it(`sends nothing with ${name}`, async () => {
      await setting('completion.parameters', parameters);
      const editor = await openText('one');
      select(editor, 'one');
      await dismissed(complete());
      assert.equal(service.requests.length, 0);
      assert.equal(editor.document.getText(), 'one');
    });
  }
});
