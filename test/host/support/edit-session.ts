import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SampleService } from '../../service/sample-service.ts';
import { closeEverything, connectedService, setting } from './inkwell.ts';
import { answerMessages, cancellableProgress, type Shown } from './questions.ts';

/** What a test of edits works with. */
export interface EditSession {
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

/** For a `describe`: a service that edits, and a person who answers messages. Each test begins with nothing open. */
export function editSession(): () => EditSession {
  let service: SampleService | undefined;
  let messages: ReturnType<typeof answerMessages> | undefined;
  let progress: ReturnType<typeof cancellableProgress> | undefined;
  const answers: EditSession['answers'] = new Map();

  before(async () => {
    service = await connectedService();
    await setting('edit.model', 'edit-1');
  });

  beforeEach(() => {
    answers.clear();
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
    await setting('edit.parameters', undefined);
    await closeEverything();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(async () => {
    await setting('edit.model', undefined);
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
