import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { replyThroughGate } from './support/chat-stream.ts';
import { setting, until } from './support/inkwell.ts';
import { sessionWith } from './support/session.ts';

/** VS Code 1.106 neither tells extensions of other models, nor a provider of a cancellation once text comes. */
describe('VS Code’s language models, while something changes,', () => {
  const session = sessionWith({ afterEach: () => setting('chat.model', undefined) });

  it('are told of when the settings change', async () => {
    await vscode.lm.selectChatModels({ vendor: 'inkwell' });
    let told = 0;
    const listener = vscode.lm.onDidChangeChatModels(() => {
      told += 1;
    });
    try {
      await setting('chat.model', 'another-chat');
      await until('VS Code tells of it', () => told > 0);
      const [model] = await vscode.lm.selectChatModels({ vendor: 'inkwell', id: 'another-chat' });
      assert.equal(model?.name, 'another-chat');
    } finally {
      listener.dispose();
    }
  });

  it('stop when who asks cancels', async () => {
    const { service } = session();
    const gate = replyThroughGate(service, 'One', 'two', 'three');
    const source = new vscode.CancellationTokenSource();
    const [model] = await vscode.lm.selectChatModels({ vendor: 'inkwell', id: 'chat-1' });
    assert.ok(model);
    const question = vscode.LanguageModelChatMessage.User('Count.');
    const response = await model.sendRequest([question], {}, source.token);
    const pieces = response.text[Symbol.asyncIterator]();
    gate.release();
    assert.equal((await pieces.next()).value, 'One');
    source.cancel();
    const request = service.requests.find(({ path }) => path === '/v1/chat/completions');
    await request?.whenClosed;
    assert.equal(request?.closedByClient, true);
    source.dispose();
  });
});
