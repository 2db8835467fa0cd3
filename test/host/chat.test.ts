import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RecordedRequest } from '../service/exchange.ts';
import type { SampleService } from '../service/sample-service.ts';
import { replyThroughGate } from './support/chat-stream.ts';
import { closeEverything, connectedService, openText, select, setting } from './support/inkwell.ts';

interface SentChat {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly [parameter: string]: unknown;
}

describe('Chat', () => {
  let service: SampleService;

  before(async () => {
    service = await connectedService();
    await setting('chat.model', 'chat-1');
  });

  afterEach(async () => {
    for (const name of ['chat.parameters', 'chat.systemPrompt', 'chat.templates', 'contextLength']) {
      await setting(name, undefined);
    }
    await closeEverything();
    service.reset();
  });

  after(async () => {
    await setting('chat.model', undefined);
    await service.close();
  });

  /** Asks by a command, and gives what was sent once the reply has ended. */
  async function sentBy(command: string): Promise<SentChat> {
    await vscode.commands.executeCommand(command);
    return service.requests.at(-1)?.json as SentChat;
  }

  for (const [command, word] of [
    ['inkwell.explain', /explain/i],
    ['inkwell.document', /document|comment/i],
    ['inkwell.findBugs', /bug/i],
    ['inkwell.writeTests', /test/i],
  ] as const) {
    it(`asks about the selection by ${command}`, async () => {
      select(
        await openText('const before = 1;\nconst lamp = light();\n', 'typescript'),
        'const lamp = light();',
      );
      const { model, messages, stream } = await sentBy(command);
      assert.deepEqual([model, stream, messages.length], ['chat-1', true, 1]);
      const [{ role, content } = { role: '', content: '' }] = messages;
      assert.equal(role, 'user');
      assert.match(content, word);
      assert.match(content, /const lamp = light\(\);/);
      assert.match(content, /typescript/i);
      assert.doesNotMatch(content, /before|\$\{/);
    });
  }

  it('asks in a conversation of its own each time', async () => {
    const editor = await openText('alpha\nomega\n');
    select(editor, 'alpha');
    await sentBy('inkwell.explain');
    select(editor, 'omega');
    const { messages } = await sentBy('inkwell.explain');
    assert.equal(messages.length, 1);
    assert.doesNotMatch(messages[0]?.content ?? '', /alpha/);
  });

  it('uses a template as the person has changed it, and expands nothing twice', async () => {
    await setting('chat.templates', { Explain: 'In short, ${file}: ${selection} ${other}' });
    select(await openText('a ${file} b'), 'a ${file} b');
    const { messages } = await sentBy('inkwell.explain');
    assert.match(messages[0]?.content ?? '', /^In short, \S+: a \$\{file\} b \$\{other\}$/);
  });

  it('sends the system prompt first, and every parameter that is set', async () => {
    const parameters = {
      temperature: 0,
      n: 2,
      max_tokens: 50,
      presence_penalty: -2,
      frequency_penalty: 2,
      stop: ['END'],
      logit_bias: { lamp: 5 },
    };
    await setting('chat.parameters', parameters);
    await setting('chat.systemPrompt', 'Answer briefly.');
    select(await openText('lamp'), 'lamp');
    const { messages, logit_bias, ...sent } = await sentBy('inkwell.explain');
    assert.deepEqual(messages[0], { role: 'system', content: 'Answer briefly.' });
    const { logit_bias: _, ...plain } = parameters;
    assert.deepEqual(sent, { ...plain, model: 'chat-1', stream: true });
    assert.match(JSON.stringify(logit_bias), /^\{"\d+":5/);
  });

  it('leaves a parameter out that is null', async () => {
    await setting('chat.parameters', { temperature: null, top_p: 0.5, stream: false });
    select(await openText('lamp'), 'lamp');
    const { messages: _, ...sent } = await sentBy('inkwell.explain');
    assert.deepEqual(sent, { model: 'chat-1', top_p: 0.5, stream: false });
  });

  it('lowers max_tokens to what fits the context length', async () => {
    await setting('chat.parameters', { max_tokens: 4000 });
    select(await openText('lamp '.repeat(1000)), 'lamp '.repeat(1000));
    const { max_tokens } = await sentBy('inkwell.explain');
    assert.ok(typeof max_tokens === 'number' && max_tokens < 3100 && max_tokens >= 1024, String(max_tokens));
    // The service, which is strict about its context length, took the first request.
    assert.equal(service.requests.length, 1);
  });

  it('sends nothing that is longer than the model’s context length by itself', async () => {
    await setting('contextLength', { 'chat-1': 100 });
    select(await openText('lamp '.repeat(500)), 'lamp '.repeat(500));
    await vscode.commands.executeCommand('inkwell.explain');
    assert.equal(service.requests.length, 0);
  });

  it('sends nothing with a parameter that the interface forbids', async () => {
    await setting('chat.parameters', { temperature: 3 });
    select(await openText('lamp'), 'lamp');
    await vscode.commands.executeCommand('inkwell.explain');
    assert.equal(service.requests.length, 0);
  });

  for (const when of ['before the first word', 'while it streams', 'between two tries'] as const) {
    it(`stops ${when}`, async () => {
      if (when === 'between two tries') {
        service.fault({ type: 'status', status: 503, headers: { 'retry-after': '50' } });
      }
      const gate = replyThroughGate(service, 'one', 'two');
      select(await openText('lamp'), 'lamp');
      const done = vscode.commands.executeCommand('inkwell.explain');
      const request: RecordedRequest = await service.nextRequest();
      if (when !== 'between two tries') {
        await gate.waiting();
      }
      if (when === 'while it streams') {
        gate.release(1);
        await gate.waiting();
      }
      let isDone = false;
      void Promise.resolve(done).then(() => {
        isDone = true;
      });
      // The extension may not have seen the refusal yet, and so not wait for the next try: it stops all the same.
      while (!isDone) {
        await vscode.commands.executeCommand('inkwell.stopReply');
        // A command of our own is run at once, and would leave no turn to anything else.
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.equal(service.requests.length, 1);
      if (when !== 'between two tries') {
        await request.whenClosed;
        assert.equal(request.closedByClient, true);
      }
    });
  }

  it('asks nothing where no editor is open', async () => {
    await closeEverything();
    await vscode.commands.executeCommand('inkwell.explain');
    assert.equal(service.requests.length, 0);
  });
});
