import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { connectedService, setting } from '../host/support/inkwell.ts';
import { answerMessages } from '../host/support/questions.ts';

describe('Images that are generated, without a folder', () => {
  const original = Object.getOwnPropertyDescriptor(vscode.window, 'showOpenDialog');
  let messages: ReturnType<typeof answerMessages>;
  let folder: string;

  /** Answers the question for a folder. */
  function choose(answer: vscode.Uri[] | undefined): void {
    const value = async (): Promise<vscode.Uri[] | undefined> => answer;
    Object.defineProperty(vscode.window, 'showOpenDialog', { value, configurable: true, writable: true });
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkwell-images-'));
    messages = answerMessages(() => undefined);
    await setting('images.parameters', { size: '256x256' });
  });

  afterEach(async () => {
    messages.dispose();
    Object.defineProperty(vscode.window, 'showOpenDialog', original ?? {});
    await setting('images.parameters', undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
  });

  it('land in the folder that the person chooses, and cost nothing where they choose none', async () => {
    const service = await connectedService();
    try {
      choose(undefined);
      await vscode.commands.executeCommand('inkwell.generateImage', { prompt: 'A lamp' });
      assert.deepEqual(service.requests, []);
      choose([vscode.Uri.file(folder)]);
      await vscode.commands.executeCommand('inkwell.generateImage', { prompt: 'A lamp' });
      assert.deepEqual(await readdir(folder), ['a-lamp.png']);
    } finally {
      await service.close();
    }
  });
});
