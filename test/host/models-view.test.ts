import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { KnownModels } from '../../src/connection/known-models.ts';
import type { Row } from '../../src/models/model-rows.ts';
import { ModelsView } from '../../src/models/models-view.ts';
import { TASK_NAMES, TASKS, type Task } from '../../src/models/tasks.ts';
import { parseBaseUrl } from '../../src/service/base-url.ts';
import { Client } from '../../src/service/client.ts';
import { MemoryState } from '../unit/edit/memory-state.ts';
import { setting, until } from './support/inkwell.ts';
import { sessionWith } from './support/session.ts';
import { standInForWindow } from './support/window-stand-in.ts';

const configured = (task: Task): string | undefined =>
  vscode.workspace.getConfiguration('inkwell').get<string>(TASKS[task].setting) || undefined;

/** A row as it is seen: its icon, label and description. */
function seen({ iconPath, label, description }: vscode.TreeItem): string {
  const icon = iconPath instanceof vscode.ThemeIcon ? iconPath.id : '';
  return `[${icon}] ${typeof label === 'string' ? label : label?.label} | ${description}`;
}

describe('The models view', () => {
  const session = sessionWith({ afterEach: () => resetModels(), after: () => resetModels() });
  const changes = new vscode.EventEmitter<void>();
  let client: Client;
  let view: ModelsView;
  let shown: { message?: string; description?: string };
  let state: { isSet: boolean; isReady: boolean };

  beforeEach(() => {
    const { service } = session();
    client = new Client({ baseUrl: service.baseUrl, apiKey: 'sk-sample', retries: 0 });
    state = { isSet: true, isReady: true };
    const base = parseBaseUrl(service.baseUrl);
    view = new ModelsView(
      {
        base: () => base,
        get isSet() {
          return state.isSet;
        },
        ready: async () => (state.isReady ? { base, client } : undefined),
        onDidChange: changes.event,
        knownModels: new KnownModels(new MemoryState()),
      },
      { configured },
    );
    shown = {};
    view.attach(shown);
  });

  afterEach(async () => {
    view.dispose();
    await client.close();
  });

  async function resetModels(): Promise<void> {
    for (const task of TASK_NAMES) {
      await setting(TASKS[task].setting, task === 'completion' ? 'complete-1' : undefined);
    }
  }

  async function rows(of?: Row): Promise<string[]> {
    const children = await view.getChildren(of);
    return Promise.all(children.map(async (row) => seen(await view.getTreeItem(row))));
  }

  async function model(id: string): Promise<Row> {
    const found = (await view.getChildren()).find((row) => row.kind === 'model' && row.model.id === id);
    assert.ok(found, id);
    return found;
  }

  /** A list, or one model, that the service gives instead of its own. */
  function give(path: string, body: unknown): void {
    session().service.fault(
      { type: 'status', status: 200, contentType: 'application/json', body: JSON.stringify(body) },
      { path, times: Number.POSITIVE_INFINITY },
    );
  }

  it('asks for nothing until it is seen, and then once', async () => {
    const { service } = session();
    assert.equal(service.requests.length, 0);
    await rows();
    await rows();
    assert.deepEqual(
      service.requests.map(({ path }) => path),
      ['/v1/models'],
    );
  });

  it('has those in use on top, with what they do, then the others as the service lists them', async () => {
    await setting('chat.model', 'org/tuned:chat-1');
    await setting('edit.model', 'org/tuned:chat-1');
    const [first, second, third, ...others] = await rows();
    assert.equal(first, '[check] complete-1 | completes text · sample-service');
    assert.equal(second, '[check] org/tuned:chat-1 | chats, edits · org');
    assert.equal(third, '[blank] complete-1-older | sample-service');
    assert.equal(others.length, 7);
    const { description } = shown;
    assert.equal(description, parseBaseUrl(session().service.baseUrl).host);
    const item = await view.getTreeItem(await model('org/tuned:chat-1'));
    assert.equal(item.contextValue, 'model chat edit');
    assert.equal(item.accessibilityInformation?.label, 'org/tuned:chat-1, in use: chats, edits, org');
  });

  it('is in order again when another model is chosen, without asking', async () => {
    await rows();
    const changed = new Promise((resolve) => view.onDidChangeTreeData(resolve));
    await setting('chat.model', 'chat-1-long');
    await changed;
    assert.match((await rows())[1] ?? '', /^\[check\] chat-1-long \| chats/);
    assert.equal(session().service.requests.length, 1);
  });

  it('asks for one model when it is expanded, by its encoded identifier, and once', async () => {
    const row = await model('org/tuned:complete-1');
    const facts = await rows(row);
    assert.equal(facts[0], '[checklist] Use for… | ');
    assert.ok(facts.includes('[organization] Owner | org'), facts.join('\n'));
    assert.ok(
      facts.some((fact) => /^\[check\] allow sampling \| $/.test(fact)),
      facts.join('\n'),
    );
    assert.ok(
      facts.some((fact) => /^\[close\] /.test(fact)),
      facts.join('\n'),
    );
    await rows(row);
    assert.deepEqual(
      session().service.requests.map(({ path }) => path),
      ['/v1/models', '/v1/models/org%2Ftuned%3Acomplete-1'],
    );
  });

  it('shows permissions of any shape, and what is not said', async () => {
    const row = await model('chat-1');
    give('/v1/models/chat-1', {
      id: 'chat-1',
      created: 1_700_000_000,
      owned_by: 7,
      permission: [{ allow_view: true, group: null, limits: { rpm: 3 } }, 'all'],
    });
    const children = await view.getChildren(row);
    const labels = await rows(row);
    assert.ok(labels.includes('[organization] Owner | not said'));
    assert.ok(labels.some((label) => /^\[calendar\] Created \| .*2023/.test(label)));
    const groups = children.filter(({ kind }) => kind === 'group');
    assert.deepEqual(groups.length, 2);
    assert.deepEqual(await rows(groups[0]), [
      '[check] allow view | ',
      '[blank] group | –',
      '[blank] limits | {"rpm":3}',
    ]);
    assert.deepEqual(await rows(groups[1]), ['[blank] Permission | all']);
  });

  it('says in the row why a model’s details are not known, and asks again', async () => {
    const row = await model('chat-1');
    session().service.fault({ type: 'status', status: 500 });
    const [failed, ...others] = await rows(row);
    assert.match(failed ?? '', /^\[error\] .* failed:/);
    assert.ok(others.includes('[organization] Owner | sample-service'));
    assert.doesNotMatch((await rows(row))[0] ?? '', /error/);
    assert.deepEqual(session().shown, []);
  });

  const odd = [
    'a/b:c d',
    '../../x',
    '?q=1#f%20',
    'line\nbreak',
    '\u202egnp.exe',
    '$(trash) 模型 é',
    '',
    'x'.repeat(5000),
  ];

  it('lists odd identifiers, each of which reaches the service as it is', async () => {
    give('/v1/models', {
      data: [
        ...odd.map((id) => ({ id })),
        { id: 'a/b:c d' },
        { id: 'twice', owned_by: null, permission: 'x' },
      ],
    });
    const list = await view.getChildren();
    assert.deepEqual(
      list.map((row) => row.kind === 'model' && row.model.id),
      [...odd, 'twice'],
    );
    for (const row of list) {
      const item = await view.getTreeItem(row);
      const label = String(item.label);
      assert.ok(label.length > 0 && label.length <= 300, label);
      assert.doesNotMatch(label, /[\p{Cc}\p{Bidi_Control}]/u);
    }
    for (const id of odd.filter((each) => each !== '' && each.length < 100)) {
      session().service.reset();
      await rows(list.find((row) => row.kind === 'model' && row.model.id === id));
      assert.deepEqual(
        session().service.requests.map(({ path }) => path),
        [`/v1/models/${encodeURIComponent(id)}`],
      );
    }
    session().service.reset();
    assert.match((await rows(list[odd.indexOf('')])).join('\n'), /\[error\] /);
    assert.equal(session().service.requests.length, 0);
  });

  it('is quick with 5,000', async () => {
    give('/v1/models', {
      data: Array.from({ length: 5000 }, (_, index) => ({
        id: `org/model-${index}:latest`,
        owned_by: 'org',
      })),
    });
    const start = performance.now();
    assert.equal((await rows()).length, 5000);
    const elapsed = performance.now() - start;
    assert.equal(session().service.requests.length, 1);
    // Some hundred milliseconds, and many times that on a busy machine.
    assert.ok(elapsed < 15_000, `${elapsed} ms`);
  });

  it('says why there are none, with what can be done, and no message pops up', async () => {
    const { service } = session();
    service.fault({ type: 'status', status: 401, error: { message: 'Incorrect API key provided' } });
    assert.deepEqual(await rows(), [
      '[key] Set Key | ',
      '[refresh] Retry | ',
      '[pulse] Check Connection | ',
      '[output] Show Log | ',
    ]);
    assert.match(shown.message ?? '', /refused the key: Incorrect API key provided/);
    await rows();
    assert.equal(service.requests.length, 1, 'it is not asked again by itself');
    view.refresh();
    assert.equal((await rows()).length, 10);
    assert.equal(shown.message, '');
    assert.deepEqual(session().shown, []);
  });

  it('says that there are none, or that the person has not agreed to plain HTTP', async () => {
    give('/v1/models', { data: [] });
    assert.deepEqual(await rows(), []);
    assert.equal(shown.message, 'The service lists no models.');
    state.isReady = false;
    view.refresh();
    assert.match((await rows()).join(), /Retry.*Connect…/);
    assert.match(shown.message ?? '', /is not encrypted/);
  });

  it('leaves it to its welcome where there is no connection', async () => {
    state.isSet = false;
    assert.deepEqual(await rows(), []);
    assert.equal(shown.message, '');
    assert.equal(session().service.requests.length, 0);
    state.isSet = true;
    const changed = new Promise((resolve) => view.onDidChangeTreeData(resolve));
    changes.fire();
    await changed;
    assert.equal((await rows()).length, 10);
  });

  it('gives up what it asked for when the connection changes', async () => {
    const { service } = session();
    service.fault({ type: 'stallBeforeHeaders' });
    const first = rows();
    await service.nextRequest();
    changes.fire();
    assert.deepEqual(await first, []);
    assert.equal((await rows()).length, 10);
  });
});

describe('A row of the models view', () => {
  const session = sessionWith({ afterEach: () => reset() });
  const row = { kind: 'model', model: { id: 'org/tuned:chat-1' }, uses: [] };

  async function reset(): Promise<void> {
    for (const task of TASK_NAMES) {
      await setting(TASKS[task].setting, task === 'completion' ? 'complete-1' : undefined);
    }
  }

  it('is chosen for a task', async () => {
    await vscode.commands.executeCommand('inkwell.useModelForChat', row);
    assert.equal(configured('chat'), 'org/tuned:chat-1');
    assert.equal(configured('edit'), undefined);
  });

  it('is chosen for several, and no longer where the mark is taken away', async () => {
    await setting('edit.model', 'org/tuned:chat-1');
    const offered: (vscode.QuickPickItem & { task?: Task })[] = [];
    const standIn = standInForWindow({
      showQuickPick: async (items: (vscode.QuickPickItem & { task: Task })[]) => {
        offered.push(...items);
        return items.filter(({ task }) => task === 'chat' || task === 'search');
      },
    });
    await vscode.commands.executeCommand('inkwell.useModel', row);
    standIn.dispose();
    assert.deepEqual(
      offered.map(({ label, picked, description }) => [label, picked, description]),
      [
        ['Completing text', false, 'now complete-1'],
        ['Chat', false, undefined],
        ['Editing by instruction', true, undefined],
        ['Search by meaning', false, undefined],
      ],
    );
    assert.deepEqual(TASK_NAMES.map(configured), [
      'complete-1',
      'org/tuned:chat-1',
      undefined,
      'org/tuned:chat-1',
    ]);
  });

  it('gives its identifier and its JSON, which nobody can write in', async () => {
    await vscode.commands.executeCommand('inkwell.copyModelIdentifier', row);
    assert.equal(await vscode.env.clipboard.readText(), 'org/tuned:chat-1');
    // The view may not have been seen yet.
    await vscode.commands.executeCommand('inkwell.showModelAsJson', row);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(JSON.parse(document?.getText() ?? '').owned_by, 'org');
    assert.equal(document?.languageId, 'json');
    assert.equal(document.uri.path.split('/').at(-1), 'org-tuned-chat-1.json');
    assert.equal(vscode.workspace.fs.isWritableFileSystem(document.uri.scheme), false);
    assert.equal(session().service.requests.at(-1)?.path, '/v1/models/org%2Ftuned%3Achat-1');
  });

  it('does nothing without a row', async () => {
    for (const nothing of [undefined, {}, { model: 7 }, { model: { id: 7 } }]) {
      await vscode.commands.executeCommand('inkwell.useModelForChat', nothing);
      await vscode.commands.executeCommand('inkwell.showModelAsJson', nothing);
    }
    assert.equal(configured('chat'), undefined);
    assert.equal(session().service.requests.length, 0);
  });

  it('is there when Show Models is run, and is not asked for before', async () => {
    const { service } = session();
    assert.equal(service.requests.length, 0);
    await vscode.commands.executeCommand('inkwell.showModels');
    await until('the models are asked for', () => service.requests.length > 0);
    assert.equal(service.requests[0]?.path, '/v1/models');
    await vscode.commands.executeCommand('inkwell.models.removeView');
  });
});
