import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type QueryServices, queryServices } from '../../../src/search/query-services.ts';
import { searchByMeaning } from '../../../src/search/search-by-meaning.ts';
import type { SearchItem } from '../../../src/search/search-items.ts';
import { closeEverything, until } from './inkwell.ts';
import { MemorySearcher } from './memory-searcher.ts';
import { silentLog } from './silent-log.ts';
import { folderForEach, type TestFolder } from './test-folder.ts';
import { standInForWindow } from './window-stand-in.ts';

export const LAMP = `${'\n'.repeat(200)}// Lights the lamp of the tower.\nexport function lightLamp() {\n  turnOn('lamp');\n}\n`;
export const TIDE =
  "import { moon } from './moon';\n\n// Tells when the water is high.\nexport const tide = moon.phase;\n";
export const STORY = `# The keeper\n\nThe keeper climbs the tower to the lamp.\n${'\n'.repeat(300)}The end.\n`;

const log = silentLog;

/** What a test works with that searches by meaning, in an index of three files. */
export interface QuerySession {
  readonly folder: TestFolder;
  readonly searcher: MemorySearcher;
  readonly services: QueryServices;
  readonly files: Readonly<Record<'lamp' | 'tide' | 'story', vscode.Uri>>;
  /** The list that was opened last. */
  readonly picker: vscode.QuickPick<SearchItem>;
  readonly rows: readonly SearchItem[];
  /** Opens the list and types, and waits until a file is the first that is found. */
  search(text: string, first: keyof QuerySession['files']): Promise<{ readonly done: Promise<void> }>;
  /** Waits until the first row is of this file, or has this label. */
  first(of: keyof QuerySession['files'] | RegExp): Promise<void>;
  /** Waits until a list is open, which another one was before. */
  opened(): Promise<void>;
  type(text: string): Promise<void>;
  /** Moves to a row. */
  activate(item: SearchItem | undefined): Promise<void>;
  accept(): Promise<void>;
  escape(): Promise<void>;
}

/** For a `describe`: an index that stands in for the real one. Each test begins with nothing open. */
export function querySession(): () => QuerySession {
  const folder = folderForEach();
  const { createQuickPick } = vscode.window;
  let session: QuerySession | undefined;
  let standIn: vscode.Disposable;

  beforeEach(async () => {
    await nothingOpen();
    const files = {
      lamp: await folder().write('src/lamp.ts', LAMP),
      tide: await folder().write('src/tide.ts', TIDE),
      story: await folder().write('story.md', STORY),
    };
    const searcher = new MemorySearcher();
    searcher.add(files.lamp, LAMP);
    searcher.add(files.tide, TIDE);
    searcher.add(files.story, STORY);
    let picker: vscode.QuickPick<SearchItem> | undefined;
    let last: unknown;
    standIn = standInForWindow({
      createQuickPick: () => {
        picker = createQuickPick<SearchItem>();
        return picker;
      },
    });
    const shown = (): vscode.QuickPick<SearchItem> => {
      assert.ok(picker, 'no list was opened');
      return picker;
    };
    const services = queryServices({ searcher, log, context: { workspaceState: memoryState() } });
    const of: QuerySession = {
      folder: folder(),
      searcher,
      services,
      files,
      get picker() {
        return shown();
      },
      get rows() {
        return shown().items;
      },
      search: async (text, first) => {
        const done = searchByMeaning(services, []);
        await of.opened();
        await of.type(text);
        await of.first(first);
        return { done };
      },
      first: (wanted) =>
        until(`${wanted} stands first`, () => {
          const [row] = picker?.items ?? [];
          return wanted instanceof RegExp
            ? row !== undefined && wanted.test(row.label)
            : row?.place?.uri.path === files[wanted].path;
        }),
      opened: async () => {
        await until('a list is open', () => picker !== undefined && picker !== last);
        last = picker;
      },
      type: async (text) => {
        shown().value = text;
        await gathered();
      },
      activate: async (item) => {
        assert.ok(item, 'there is no such row');
        shown().activeItems = [item];
        await gathered();
        await until('the row is the active one', () => shown().activeItems[0] === item);
      },
      accept: async () => {
        await gathered();
        await until('VS Code shows the rows', () => {
          const { items, activeItems } = shown();
          return items.length === 0 || activeItems.some((item) => items.includes(item));
        });
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      },
      escape: async () => {
        await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      },
    };
    session = of;
  });

  afterEach(async () => {
    standIn.dispose();
    await nothingOpen();
    session?.services.results.dispose();
    session = undefined;
  });

  return () => {
    assert.ok(session, 'The session is there only while a test runs.');
    return session;
  };
}

/** VS Code gathers what changes in a picker until the turn is over, and commands go before that. */
async function gathered(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}

function memoryState(): vscode.Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: <T>(key: string, otherwise?: T) => (kept.get(key) as T | undefined) ?? otherwise,
    update: async (key: string, value: unknown) => void kept.set(key, value),
  } as vscode.Memento;
}

async function nothingOpen(): Promise<void> {
  await closeEverything();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
