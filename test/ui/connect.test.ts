import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type SampleService, startSampleService } from '../service/sample-service.ts';
import { workbenchForEach } from './open-workbench.ts';
import { sharedWindow } from './shared-window.ts';
import type { Workbench } from './workbench.ts';

/** What stands above an input, such as `1/2`. */
const title = (w: Workbench, text: string): Locator =>
  w.quickInput.locator('.quick-input-title').filter({ hasText: text });

/** The box keeps what was typed, so that it can be mended. */
async function typed(w: Workbench): Promise<string> {
  return w.quickInput.locator('input').first().inputValue();
}

/** Asks the service for something, of which the first line of a file is the prompt. */
async function complete(w: Workbench): Promise<void> {
  await w.openFile('story/keeper.md');
  await w.selectLines(1, 1);
  await w.runCommand('Inkwell: Complete Selection');
}

describe('The first connection', () => {
  const workbench = workbenchForEach();
  let service: SampleService;

  beforeEach(async () => {
    service = await startSampleService();
  });

  afterEach(() => service.close());

  it('leads from Complete Selection through every mistake to the text that was asked for', async () => {
    const w = workbench();
    const message = (text: string | RegExp) =>
      w.quickInput.locator('.quick-input-message').filter({ hasText: text });
    await complete(w);

    await title(w, '1/2').waitFor();
    await w.answerQuickInput('htp://nowhere');
    await message('must begin with https: or http:').waitFor();
    assert.equal(await typed(w), 'htp://nowhere');

    const closed = await startSampleService();
    await closed.close();
    await w.answerQuickInput(`127.0.0.1:${closed.port}`);
    await title(w, '2/2').waitFor();
    await w.press('Enter');
    await message(`Nothing answers at 127.0.0.1:${closed.port}`).waitFor();
    assert.equal(await typed(w), `127.0.0.1:${closed.port}`);

    service.fault({ type: 'html' });
    await w.answerQuickInput(`${service.origin}/v1/`);
    await title(w, '2/2').waitFor();
    await w.press('Enter');
    await message('a web page, “Sign in”').waitFor();

    await w.answerQuickInput(service.origin);
    await title(w, '2/2').waitFor();
    await w.answerQuickInput('sk-wrong');
    await message('refused the key').waitFor();
    await w.answerQuickInput('sk-sam\u00a0ple');
    await message('a space at position 7').waitFor();
    await w.answerQuickInput(`  ${service.apiKey}  `);

    await title(w, 'Model for completing text').waitFor();
    await w.quickPick('complete-1').click();
    await w.page.locator('.view-line').filter({ hasText: /./ }).nth(1).waitFor();
    const completion = await service.nextRequest(({ path }) => path === '/v1/completions');
    assert.equal(completion.headers.authorization, `Bearer ${service.apiKey}`);
    await w.waitForNotification('10 models found');
  });
});

describe('Connect to a Service', () => {
  const session = sharedWindow({ isConnected: false });

  it('asks before it sends anything unencrypted to another machine', async () => {
    const { w } = session();
    await w.runCommand('Inkwell: Connect to a Service…');
    await w.answerQuickInput('http://192.0.2.1');
    const dialog = w.page.locator('.monaco-dialog-box');
    await dialog.filter({ hasText: '192.0.2.1 is not encrypted' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await title(w, '1/2').waitFor();
  });

  it('goes back from the key to the address, and leaves by Escape without a change', async () => {
    const { w, service } = session();
    await w.runCommand('Inkwell: Connect to a Service…');
    await w.answerQuickInput(service.origin);
    await title(w, '2/2').waitFor();
    await w.quickInput.getByRole('button', { name: 'Back' }).click();
    await title(w, '1/2').waitFor();
    assert.equal(await typed(w), service.origin);
    await w.press('Escape');
    await w.quickInput.waitFor({ state: 'hidden' });
    await w.runCommand('Inkwell: Show Models');
    await title(w, '1/2').waitFor();
    assert.equal(service.requests.length, 0);
  });

  it('is the first step of the walkthrough', async () => {
    const { w } = session();
    await w.runCommand('Welcome: Open Walkthrough...');
    await w.quickPick(/Get started with Inkwell/).click();
    const step = w.page.locator('.getting-started-step').filter({ hasText: 'Connect to a service' });
    await step.getByRole('button', { name: 'Connect to a Service…' }).click();
    await title(w, '1/2').waitFor();
  });
});

describe('A connection', () => {
  const session = sharedWindow();

  it('forgets the key, which is then sent no more', async () => {
    const { w, service } = session();
    await w.runCommand('Inkwell: Forget API Key');
    const dialog = w.page
      .locator('.monaco-dialog-box')
      .filter({ hasText: `Forget the API key of ${service.origin}?` });
    await dialog.getByRole('button', { name: 'Forget' }).click();
    await w.waitForNotification('is forgotten');
    service.reset();
    await complete(w);
    const request = await service.nextRequest();
    assert.equal(request.headers.authorization, undefined);
    const notification = await w.waitForNotification('refused the key');
    await w.page.locator('.statusbar-item').filter({ hasText: 'Inkwell' }).waitFor();

    // Set Key goes straight to the key, and what was asked goes on from there.
    await notification.getByRole('button', { name: 'Set Key' }).click();
    await w.quickInput.locator('.quick-input-title').filter({ hasText: '2/2' }).waitFor();
    await w.answerQuickInput('sk-sample');
    await w.waitForNotification('10 models found');
    await w.page.locator('.statusbar-item').filter({ hasText: 'Inkwell' }).waitFor({ state: 'detached' });
  });

  it('logs each request with its id, and the key nowhere', async () => {
    const { w, service } = session();
    service.fault({ type: 'status', status: 401, error: { message: 'Incorrect API key provided' } });
    await complete(w);
    const notification = await w.waitForNotification('refused the key');
    await notification.getByRole('button', { name: 'Show Log' }).click();
    const log = w.page.locator('.part.panel .view-lines');
    const id = service.requests.at(-1)?.requestId;
    await log.filter({ hasText: new RegExp(`POST\\s/v1/completions\\s·\\s401\\s·\\s${id}\\b`) }).waitFor();
    assert.ok(!(await log.innerText()).includes('sk-sample'));
  });

  it('shows a service’s words as words, not as links that run commands', async () => {
    const { w, service } = session();
    const message = '[Click here](command:workbench.action.quit) or [here](https://example.com)';
    service.fault({ type: 'status', status: 403, error: { message } });
    await complete(w);
    const notification = await w.waitForNotification('Click here');
    assert.equal(await notification.locator('.notification-list-item-message a').count(), 0);
  });
});
