import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { InlineProvider } from '../../../src/completion/inline-provider.ts';
import { Refusals } from '../../../src/completion/refusals.ts';
import { parseBaseUrl } from '../../../src/service/base-url.ts';
import { Client, type ClientOptions } from '../../../src/service/client.ts';
import { type SampleService, startSampleService } from '../../service/sample-service.ts';

/** A provider of its own, with a service of its own, that is asked as VS Code does it. */
export class InlineSession {
  readonly service: SampleService;
  /** What was logged as failed. */
  readonly logged: string[] = [];
  readonly refusals = new Refusals();
  readonly provider: InlineProvider;
  model: string | undefined = 'complete-1';
  isReachable = true;
  /** Whether Complete Selection is at work. */
  isWriting = false;
  readonly #client: Client;

  private constructor(service: SampleService, options: Partial<ClientOptions>) {
    this.service = service;
    const apiKey = service.apiKey ?? undefined;
    this.#client = new Client({ baseUrl: service.baseUrl, apiKey, ...options });
    const base = parseBaseUrl(service.baseUrl);
    const isWriting = (): boolean => this.isWriting;
    this.provider = new InlineProvider(
      {
        connection: {
          base: () => base,
          ready: async () => (this.isReachable ? { base, client: this.#client } : undefined),
        },
        models: { configured: () => this.model },
        runs: {
          get areInDocuments() {
            return isWriting();
          },
        },
        log: { error: (line: string) => this.logged.push(line) },
        refusals: this.refusals,
      },
      () => {},
    );
  }

  static async start(options: Partial<ClientOptions> = {}): Promise<InlineSession> {
    return new InlineSession(await startSampleService(), options);
  }

  async close(): Promise<void> {
    await this.#client.close();
    await this.service.close();
  }

  /** What is suggested at a cursor, and whether that was said without waiting for anything. */
  ask({ document, position }: TestCursor, { isAsked = false, ...others }: AskOptions = {}): Asked {
    const triggerKind = isAsked
      ? vscode.InlineCompletionTriggerKind.Invoke
      : vscode.InlineCompletionTriggerKind.Automatic;
    const given = this.provider.provideInlineCompletionItems(
      document,
      position,
      { triggerKind, selectedCompletionInfo: undefined, ...others },
      others.token ?? new vscode.CancellationTokenSource().token,
    );
    return {
      isAtOnce: !(given instanceof Promise),
      items: Promise.resolve(given).then((items) => items ?? []),
    };
  }

  /** The texts that are suggested. */
  async texts(cursor: TestCursor, options?: AskOptions): Promise<unknown[]> {
    return (await this.ask(cursor, options).items).map(({ insertText }) => insertText);
  }

  /** The same, known already: nothing is waited for. */
  async known(cursor: TestCursor): Promise<unknown[]> {
    const { isAtOnce, items } = this.ask(cursor);
    assert.ok(isAtOnce, 'It has to wait.');
    return (await items).map(({ insertText }) => insertText);
  }

  /** What was sent last. */
  get sent(): Record<string, unknown> {
    return this.service.requests.at(-1)?.json as Record<string, unknown>;
  }
}

export interface AskOptions {
  readonly isAsked?: boolean;
  readonly selectedCompletionInfo?: vscode.SelectedCompletionInfo;
  readonly token?: vscode.CancellationToken;
}

interface Asked {
  readonly isAtOnce: boolean;
  readonly items: Promise<vscode.InlineCompletionItem[]>;
}

/** A place in a document, which goes along with what is typed there: that of the editor is told a moment later. */
export class TestCursor {
  readonly editor: vscode.TextEditor;
  position: vscode.Position;

  /** Behind the first occurrence of a text, or at the beginning. */
  constructor(editor: vscode.TextEditor, behind = '') {
    const { document } = editor;
    const offset = document.getText().indexOf(behind);
    assert.notEqual(offset, -1, `“${behind}” is not in the document`);
    this.editor = editor;
    this.position = document.positionAt(offset + behind.length);
  }

  get document(): vscode.TextDocument {
    return this.editor.document;
  }

  async type(text: string): Promise<void> {
    const offset = this.document.offsetAt(this.position);
    const units =
      this.document.eol === vscode.EndOfLine.CRLF ? text.replaceAll('\n', '\r\n').length : text.length;
    await this.editor.edit((builder) => builder.insert(this.position, text));
    this.position = this.document.positionAt(offset + units);
  }

  /** Within a line. */
  async deleteBack(units: number): Promise<void> {
    const start = this.position.translate(0, -units);
    await this.editor.edit((builder) => builder.delete(new vscode.Range(start, this.position)));
    this.position = start;
  }
}
