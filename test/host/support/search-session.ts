import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { chunkLanguage } from '../../../src/search/chunk-language.ts';
import { chunksOf } from '../../../src/search/chunks.ts';
import type { FolderIndex } from '../../../src/search/folder-index.ts';
import type { SearchServices } from '../../../src/search/search-services.ts';
import { Searching } from '../../../src/search/searching.ts';
import { parseBaseUrl } from '../../../src/service/base-url.ts';
import { Client } from '../../../src/service/client.ts';
import { type SampleService, startSampleService } from '../../service/sample-service.ts';
import { until } from './inkwell.ts';
import { answerMessages, cancellableProgress, type Shown } from './questions.ts';
import { silentLog } from './silent-log.ts';

/** Of the question before anything is sent. */
export const QUESTION = 'for search by meaning?';

/** Many pieces of text, of which no two are alike. */
export function longText(name: string, sections: number): string {
  return Array.from({ length: sections }, (_, section) => {
    const words = Array.from({ length: 90 }, (_, word) => `${name}${section}x${word}`);
    return `# ${name} ${section}\n\n${words.join(' ')}\n\n`;
  }).join('');
}

/** Search by meaning of a test's own, with a service and a place for the index. */
export interface SearchSession {
  readonly service: SampleService;
  /** What the person chooses in a message whose text has this in it. */
  readonly answers: Map<string, string>;
  readonly shown: readonly Shown[];
  /** Where the indexes are kept. */
  readonly storage: string;
  model: string | undefined;
  /** As when the window is opened; an earlier one is closed. */
  open(settle?: number): Promise<Searching>;
  close(): void;
  /** Opens the window and has all indexed. */
  indexed(): Promise<{ readonly searching: Searching; readonly texts: readonly string[] }>;
  /** Waits until nothing is under way, and a condition holds. */
  settled(what: string, condition: () => boolean): Promise<void>;
  readonly services: SearchServices;
  /** The index of the only folder. */
  index(): FolderIndex;
  /** Texts that were sent since the last call, in the order of requests. */
  sent(): string[][];
  cancel(title: string): void;
}

/** For a `describe`. */
export function searchSessions(): () => SearchSession {
  let session: (SearchSession & { end(): Promise<void> }) | undefined;
  beforeEach(async () => {
    session = await newSession();
  });
  afterEach(async () => {
    await session?.end();
    session = undefined;
  });
  return () => {
    assert.ok(session, 'There is a session only while a test runs.');
    return session;
  };
}

/** The texts that a file is cut into. */
export function textsOf(path: string, content: string): string[] {
  return chunksOf(content, chunkLanguage(path)).map(({ text }) => text);
}

async function newSession(): Promise<SearchSession & { end(): Promise<void> }> {
  const storage = await mkdtemp(join(tmpdir(), 'inkwell-search-'));
  const service = await startSampleService();
  const client = new Client({ baseUrl: service.baseUrl, apiKey: service.apiKey ?? undefined });
  const answers = new Map<string, string>();
  const messages = answerMessages(({ text }) => [...answers].find(([part]) => text.includes(part))?.[1]);
  const progress = cancellableProgress();
  const base = parseBaseUrl(service.baseUrl);
  const log = silentLog;
  const memory = new Map<string, unknown>();
  let counted = 0;
  let searching: Searching | undefined;
  const session = {
    get services() {
      return services;
    },
    service,
    answers,
    shown: messages.shown,
    storage,
    model: 'embed-1' as string | undefined,
    async open(settle = 20) {
      session.close();
      searching = await Searching.start(services, settle);
      return searching;
    },
    close() {
      searching?.dispose();
      searching = undefined;
    },
    async indexed() {
      answers.set(QUESTION, 'Index');
      const opened = await session.open();
      await opened.index();
      assert.equal(session.index().status, 'ready');
      return { searching: opened, texts: session.sent().flat() };
    },
    async settled(what: string, condition: () => boolean) {
      await until(what, () => !session.index().isBusy && condition());
    },
    index() {
      const [only] = searching?.search.folders ?? [];
      assert.ok(only);
      return only;
    },
    sent() {
      const fresh = service.requests.slice(counted);
      counted = service.requests.length;
      return fresh.map(({ json }) => {
        const { input } = (json ?? {}) as { input?: string | string[] };
        return typeof input === 'string' ? [input] : (input ?? []);
      });
    },
    cancel: (title: string) => progress.cancel(title),
    async end() {
      const index = searching?.search.folders[0];
      session.close();
      await until('nothing is under way', () => index?.isBusy !== true);
      messages.dispose();
      progress.dispose();
      log.dispose();
      await client.close();
      await service.close();
      await rm(storage, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  const services: SearchServices = {
    context: {
      globalStorageUri: vscode.Uri.file(storage),
      globalState: {
        get: <T>(key: string, or?: T) => (memory.get(key) as T | undefined) ?? or,
        update: async (key: string, value: unknown) => void memory.set(key, value),
        keys: () => [...memory.keys()],
        setKeysForSync: () => {},
      } as vscode.ExtensionContext['globalState'],
    },
    connection: {
      base: () => base,
      require: async () => ({ client, base }),
      mayTravelTo: async () => true,
    },
    models: {
      configured: () => session.model,
      require: async () => session.model,
      ask: async () => session.model,
    },
    log,
  };
  return session;
}
