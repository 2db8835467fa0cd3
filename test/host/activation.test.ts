import assert from 'node:assert/strict';
import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import * as vscode from 'vscode';
import { connectedService } from './support/inkwell.ts';

/** Characters of unminified code that VS Code may have to read to activate us: half of it tells VS Code what there is. */
const MOST_CODE = 72 * 1024;
/** Events that come with nearly every window, and while it opens. */
const OPENS_WITH_A_WINDOW = /^(\*|workspaceContains:.*|onLanguage(:.*)?|onFileSystem:file)$/;

describe('activation', () => {
  const inkwell = vscode.extensions.getExtension('inkwell.inkwell');
  assert.ok(inkwell, 'VS Code does not know the extension');

  it('waits until VS Code has started', () => {
    const events: string[] = inkwell.packageJSON.activationEvents ?? [];
    assert.deepEqual(
      events.filter((event) => OPENS_WITH_A_WINDOW.test(event)),
      [],
    );
  });

  it('activates Inkwell in a trusted folder, and loads its entry alone', async () => {
    await inkwell.activate();
    assert.equal(inkwell.isActive, true);
    assert.equal(vscode.workspace.isTrusted, true);
    assert.equal(vscode.workspace.workspaceFolders?.length, 1);

    const folder = join(await realpath(inkwell.extensionPath), 'dist');
    const entry = join(folder, 'extension.cjs');
    // Holds as long as this file is the first to run in its window.
    const loaded = Object.keys(require.cache).filter((file) => file.startsWith(folder + sep));
    assert.deepEqual(loaded, [entry]);
    const { code, sources } = readBundle(await readFile(entry, 'utf8'));
    assert.ok(code.length < MOST_CODE, `the entry has grown to ${code.length} characters`);
    assert.ok(sources.some((source) => source.endsWith('src/extension.ts')));
    assert.deepEqual(
      sources.filter((source) => source.includes('node_modules/')),
      [],
      'a package became part of the entry',
    );
  });

  it('registers every command of the manifest', async () => {
    await inkwell.activate();
    const registered = await vscode.commands.getCommands(true);
    const contributed: { command: string }[] = inkwell.packageJSON.contributes.commands;
    assert.ok(contributed.length > 50);
    assert.deepEqual(
      contributed.map(({ command }) => command).filter((command) => !registered.includes(command)),
      [],
    );
  });

  it('leaves the `fetch` of the other extensions alone, also when it has sent requests', async () => {
    // Makes Node load its own, if nobody has fetched anything so far.
    await fetch('data:,');
    const before = fetching();
    const service = await connectedService();
    await service.close();
    assert.ok(before.some((part) => part !== undefined));
    assert.ok(fetching().every((part, index) => part === before[index]));
  });
});

/** The parts of a bundle with an inline source map. */
function readBundle(text: string): { code: string; sources: string[] } {
  const [code = '', map] = text.split('//# sourceMappingURL=data:application/json;base64,');
  assert.ok(map, 'the bundle has no source map');
  return { code, sources: JSON.parse(Buffer.from(map, 'base64').toString('utf8')).sources };
}

/** What decides how a `fetch` in this process goes about: undici keeps its dispatcher under one of these names. */
function fetching(): unknown[] {
  const globals: Record<PropertyKey, unknown> = globalThis;
  const dispatchers = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'];
  return [globalThis.fetch, ...dispatchers.map((name) => globals[Symbol.for(name)])];
}
