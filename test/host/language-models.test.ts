import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ModelProvider } from '../../src/integration/model-provider.ts';
import { png } from '../unit/images/image-bytes.ts';
import { replyThroughGate, replyWith } from './support/chat-stream.ts';
import { setting } from './support/inkwell.ts';
import { type Session, sessionWith } from './support/session.ts';

const { User, Assistant } = vscode.LanguageModelChatMessage;

describe('VS Code’s language models', () => {
  const session = sessionWith({
    afterEach: async () => {
      for (const name of ['chat.model', 'chat.parameters', 'languageModels', 'contextLength', 'timeouts']) {
        await setting(name, undefined);
      }
    },
  });
  let service: Session['service'];

  beforeEach(() => {
    ({ service } = session());
  });

  const offered = (): Thenable<vscode.LanguageModelChat[]> =>
    vscode.lm.selectChatModels({ vendor: 'inkwell' });
  const ids = async (): Promise<string[]> => (await offered()).map(({ id }) => id).sort();
  const model = async (id = 'chat-1'): Promise<vscode.LanguageModelChat> => {
    const [found] = await vscode.lm.selectChatModels({ vendor: 'inkwell', id });
    assert.ok(found, `${id} is not offered`);
    return found;
  };
  const asked = (): unknown[] =>
    service.requests.filter(({ path }) => path === '/v1/chat/completions').map(({ json }) => json);
  const textOf = async (response: vscode.LanguageModelChatResponse): Promise<string> => {
    let text = '';
    for await (const piece of response.text) {
      text += piece;
    }
    return text;
  };
  const refusal = async (sent: Promise<unknown>): Promise<Error> => {
    try {
      await sent;
    } catch (error) {
      assert.ok(error instanceof Error);
      return error;
    }
    return assert.fail('It was answered.');
  };
  const send = async (
    given: readonly vscode.LanguageModelChatMessage[],
    options: vscode.LanguageModelChatRequestOptions = {},
  ): Promise<string> => textOf(await (await model()).sendRequest([...given], options));

  it('are those of the service that chat, with what the context length leaves', async () => {
    await setting('contextLength', { 'chat-1': 8000 });
    const found = await model();
    assert.deepEqual(
      [found.vendor, found.name, found.family, found.version, found.maxInputTokens],
      ['inkwell', 'chat-1', 'chat-1', '1', 6000],
    );
    assert.ok(!(await ids()).some((id) => /embed|speech|complete/.test(id)), String(await ids()));
  });

  it('are others when the settings say so', async () => {
    await setting('chat.model', 'nobody-lists-this');
    await setting('languageModels', ['nor-this']);
    const named = ['nobody-lists-this', 'nor-this', 'chat-1'];
    assert.deepEqual((await ids()).filter((id) => named.includes(id)).length, 3);
    await setting('languageModels', ['*']);
    assert.ok((await ids()).includes('embed-1'));
  });

  it('are told of without a request, by what the service listed when it was connected', async () => {
    await setting('timeouts', { total: 3500 });
    service.reset();
    await Promise.all([offered(), offered()]);
    assert.ok((await ids()).includes('chat-1'));
    assert.deepEqual(service.requests, []);
  });

  it('can be asked also where the service has no list', async () => {
    await setting('chat.model', 'nobody-lists-this');
    service.fault({ type: 'status', status: 404 }, { path: '/v1/models', times: Number.POSITIVE_INFINITY });
    assert.ok((await ids()).includes('nobody-lists-this'));
    replyWith(service, 'Still here');
    assert.equal(await send([User('Hello')]), 'Still here');
  });

  it('are none, and nothing is asked, without a connection', async () => {
    const settings = vscode.workspace.getConfiguration('inkwell');
    const { baseUrl } = service;
    await settings.update('baseUrl', undefined, vscode.ConfigurationTarget.Global);
    try {
      assert.deepEqual(await ids(), []);
    } finally {
      await settings.update('baseUrl', baseUrl, vscode.ConfigurationTarget.Global);
    }
    assert.deepEqual(session().shown, []);
  });

  it('ask for a connection where VS Code lets them, and only there', async () => {
    let asked = 0;
    const connection = {
      base: () => undefined,
      require: async () => {
        asked += 1;
        return undefined;
      },
    };
    const services = { connection, models: { configured: () => 'chat-1' }, log: { warn: () => {} } };
    const provider = new ModelProvider(services as unknown as ConstructorParameters<typeof ModelProvider>[0]);
    assert.deepEqual(await provider.provideLanguageModelChatInformation({ silent: true }), []);
    assert.equal(asked, 0);
    assert.deepEqual(await provider.provideLanguageModelChatInformation({ silent: false }), []);
    assert.equal(asked, 1);
  });

  it('answer as the text comes, to messages in their roles', async () => {
    await setting('chat.parameters', { temperature: 0.5, n: 3, max_tokens: 50 });
    const gate = replyThroughGate(service, 'Bon', 'jour');
    const response = await (await model()).sendRequest(
      [User('Be brief.'), User('Say hello.'), Assistant('Hello.'), User('In French.')],
      { modelOptions: { top_p: 0.9, somebodysOwn: true } },
    );
    const pieces = response.text[Symbol.asyncIterator]();
    gate.release();
    assert.equal((await pieces.next()).value, 'Bon');
    gate.open();
    let rest = '';
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      rest += next.value;
    }
    assert.equal(rest, 'jour');
    assert.deepEqual(asked(), [
      {
        model: 'chat-1',
        messages: [
          { role: 'user', content: 'Be brief.\n\nSay hello.' },
          { role: 'assistant', content: 'Hello.' },
          { role: 'user', content: 'In French.' },
        ],
        top_p: 0.9,
        max_tokens: 50,
        stream: true,
      },
    ]);
  });

  it('call tools that they are told of', async () => {
    replyWith(
      service,
      'I look. <tool',
      '_call>{"name":"weather",',
      '"arguments":{"city":"Paris"}}</tool_call>',
    );
    const tools = [{ name: 'weather', description: 'Tells the weather', inputSchema: { type: 'object' } }];
    const response = await (await model()).sendRequest([User('Does it rain in Paris?')], { tools });
    const parts: unknown[] = [];
    for await (const part of response.stream) {
      parts.push(part);
    }
    const call = parts.find((part) => part instanceof vscode.LanguageModelToolCallPart);
    assert.deepEqual([call?.name, call?.input], ['weather', { city: 'Paris' }]);
    assert.equal(
      parts.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join(''),
      'I look. ',
    );
    const { messages } = asked()[0] as { messages: { role: string; content: string }[] };
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['system', 'user'],
    );
  });

  it('answer all at once where the setting says so', async () => {
    await setting('chat.parameters', { stream: false });
    assert.notEqual(await send([User('Say hello.')]), '');
    assert.equal((asked()[0] as { stream?: boolean }).stream, undefined);
  });

  it('fail with what it means to VS Code, in words without the key', async () => {
    const failures: [status: number, error: object, code: string | undefined, words: RegExp][] = [
      [401, { message: 'Bad key', code: 'invalid_api_key' }, 'NoPermissions', /refused the key: Bad key/],
      [403, { message: 'Not yours' }, 'NoPermissions', /may not do this/],
      [404, { message: 'The model does not exist', param: 'model' }, 'NotFound', /does not have this model/],
      [429, { message: 'Spent', code: 'insufficient_quota' }, 'Blocked', /quota .* is spent/],
      [400, { message: 'No such thing' }, undefined, /refused the request: No such thing/],
    ];
    for (const [status, error, code, words] of failures) {
      service.fault({ type: 'status', status, error }, { path: '/v1/chat/completions' });
      const failure = await refusal(send([User('Hello')]));
      assert.match(failure.message, words);
      assert.ok(!failure.message.includes(service.apiKey ?? 'none'));
      assert.equal(failure instanceof vscode.LanguageModelError ? failure.code : undefined, code);
    }
  });

  it('send nothing that cannot be sent: images, nothing at all, what is out of range, what is too long', async () => {
    const image = vscode.LanguageModelDataPart.image(png(), 'image/png');
    assert.match((await refusal(send([User([image])]))).message, /take text only, no images/);
    assert.match((await refusal(send([User('')]))).message, /no text/);
    const hot = send([User('Hello')], { modelOptions: { temperature: 9 } });
    assert.match((await refusal(hot)).message, /temperature must be/);
    const long = await refusal(send([User('word '.repeat(5000))]));
    assert.match(long.message, /about 5\d\d\d tokens, and chat-1 is taken to work with 4096/);
    assert.deepEqual(asked(), []);
  });

  it('have max_tokens lowered to what there is room for', async () => {
    await setting('chat.parameters', { max_tokens: 4000 });
    replyWith(service, 'Fits');
    assert.equal(await send([User('word '.repeat(1000))]), 'Fits');
    const { max_tokens = 0 } = asked()[0] as { max_tokens?: number };
    assert.ok(max_tokens > 3000 && max_tokens < 3096, String(max_tokens));
  });

  it('count tokens of texts and of messages', async () => {
    const counting = await model();
    assert.equal(await counting.countTokens('Hello world'), 2);
    assert.equal(await counting.countTokens(User('Hello world')), 6);
    assert.equal(await counting.countTokens(''), 0);
  });
});
