import assert from 'node:assert/strict';
import { replyWith } from '../host/support/chat-stream.ts';
import { type SampleService, startSampleService } from '../service/sample-service.ts';
import { until } from '../until.ts';
import { ChatPanel, history, lastSent } from './chat-panel.ts';
import { workbenchForEach } from './open-workbench.ts';
import { sharedWindow } from './shared-window.ts';

describe('The chat before a service is connected', () => {
  const workbench = workbenchForEach();
  let service: SampleService;

  beforeEach(async () => {
    service = await startSampleService();
  });

  afterEach(() => service.close());

  it('says what it is for, leads to Connect, and then to a model', async () => {
    const w = workbench();
    const panel = new ChatPanel(w);
    await panel.open();
    await panel.view.getByText('Chat with the models of a service').waitFor();
    assert.equal(await panel.composer.count(), 0);
    await panel.button('Connect to a Service…').click();
    const title = (text: string) => w.quickInput.locator('.quick-input-title').filter({ hasText: text });
    await title('1/2').waitFor();
    await w.answerQuickInput(service.origin);
    await title('2/2').waitFor();
    await w.answerQuickInput('sk-sample');
    await panel.view.getByText('Ask Inkwell').waitFor();

    replyWith(service, 'Yes.');
    await panel.send('Is it lit?');
    await title('Model for chat').waitFor();
    await w.quickPick('chat-1').click();
    await panel.waitForTexts('Is it lit?', 'Yes.');
    assert.equal(lastSent(service).model, 'chat-1');
    assert.deepEqual(history(lastSent(service)), ['u: Is it lit?']);
  });
});

describe('The chat without a service', () => {
  const session = sharedWindow({ isConnected: false });

  it('keeps what was written when the person leaves Connect', async () => {
    const { w } = session();
    const panel = new ChatPanel(w);
    await w.openFile('src/lamp.ts');
    await w.selectLines(4, 4);
    await w.runCommand('Inkwell: Explain');
    await w.quickInput.locator('.quick-input-title').filter({ hasText: '1/2' }).waitFor();
    await w.press('Escape');
    await panel.composer.waitFor();
    await panel.view.getByRole('main').getByRole('textbox').waitFor();
    await until('what was written is there', async () =>
      /const character = /.test(await panel.composer.inputValue()),
    );
  });
});
