import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { SampleService } from '../../service/sample-service.ts';
import { closeEverything, connectedService, setting } from './inkwell.ts';
import { answerMessages, cancellableProgress, type Shown } from './questions.ts';

/** What a test of images works with. */
export interface ImageSession {
  readonly service: SampleService;
  /** What the person chooses in a message whose text has this in it. */
  readonly answers: Map<string, string>;
  /** What was said so far. */
  readonly shown: readonly Shown[];
  /** The first message that has this in it. */
  said(part: string): Shown;
  /** Cancels the progress that has this in its title. */
  cancel(title: string): void;
}

/** For a `describe`: a service that makes images, and a person who answers messages. */
export function imageSession(): () => ImageSession {
  let service: SampleService | undefined;
  let messages: ReturnType<typeof answerMessages> | undefined;
  let progress: ReturnType<typeof cancellableProgress> | undefined;
  const answers: ImageSession['answers'] = new Map();

  before(async () => {
    service = await connectedService();
  });

  beforeEach(async () => {
    answers.clear();
    await closeEverything();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await setting('images.parameters', { size: '256x256' });
    messages = answerMessages(({ text }) => [...answers].find(([part]) => text.includes(part))?.[1]);
    progress = cancellableProgress();
  });

  afterEach(async () => {
    messages?.dispose();
    progress?.dispose();
    service?.reset();
    await setting('images.parameters', undefined);
    await setting('images.folder', undefined);
    await closeEverything();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(() => service?.close());

  return () => {
    assert.ok(service && messages && progress, 'The service is there only while a test runs.');
    const { shown } = messages;
    const { cancel } = progress;
    return {
      service,
      answers,
      shown,
      said: (part) => {
        const found = shown.find(({ text }) => text.includes(part));
        assert.ok(found, `“${part}” is in none of: ${shown.map(({ text }) => text).join(' | ')}`);
        return found;
      },
      cancel,
    };
  };
}

/** Names of all that is in a folder; none where it is not there. */
export async function namesIn(folder: vscode.Uri): Promise<string[]> {
  try {
    return (await readdir(folder.fsPath)).sort();
  } catch {
    return [];
  }
}
