import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SampleService } from '../../service/sample-service.ts';
import { closeEverything, connectedService } from './inkwell.ts';
import { answerMessages, cancellableProgress, type Shown } from './questions.ts';

/** What a test works with that asks a service for something. */
export interface Session {
  readonly service: SampleService;
  /** What the person chooses in a message whose text has this in it. */
  readonly answers: Map<string, string | (() => string | undefined)>;
  /** What was said so far. */
  readonly shown: readonly Shown[];
  /** The first message that has this in it. */
  said(part: string): Shown;
  /** Cancels the progress that has this in its title. */
  cancel(title: string): void;
}

/** What a session does besides: settings that are made, and taken back. */
export interface SessionSteps {
  before?(): Promise<void>;
  beforeEach?(): Promise<void>;
  afterEach?(): Promise<void>;
  after?(): Promise<void>;
}

/** For a `describe`: a service, and a person who answers messages. Each test begins with nothing open. */
export function sessionWith(steps: SessionSteps): () => Session {
  let service: SampleService | undefined;
  let messages: ReturnType<typeof answerMessages> | undefined;
  let progress: ReturnType<typeof cancellableProgress> | undefined;
  const answers: Session['answers'] = new Map();

  before(async () => {
    await nothingOpen();
    service = await connectedService();
    await steps.before?.();
  });

  beforeEach(async () => {
    answers.clear();
    await steps.beforeEach?.();
    messages = answerMessages(({ text }) => {
      const [, answer] = [...answers].find(([part]) => text.includes(part)) ?? [];
      return typeof answer === 'function' ? answer() : answer;
    });
    progress = cancellableProgress();
  });

  afterEach(async () => {
    messages?.dispose();
    progress?.dispose();
    service?.reset();
    await steps.afterEach?.();
    await nothingOpen();
  });

  after(async () => {
    await steps.after?.();
    await service?.close();
  });

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

async function nothingOpen(): Promise<void> {
  await closeEverything();
  // What is changed and has no tab, VS Code would open by itself a moment later.
  for (const document of vscode.workspace.textDocuments) {
    if (document.isDirty && document.uri.scheme === 'file') {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
