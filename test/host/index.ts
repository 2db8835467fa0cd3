import { testFiles } from 'host-test-files';
import * as vscode from 'vscode';
import { runMocha } from '../mocha.ts';
import { markConsole } from '../vscode/marked-output.ts';
import { testWindows } from '../vscode/test-windows.ts';

/**
 * What uses VS Code in each of the ways in which the product does: it is tested in the oldest VS Code, too. All else depends
 * on our own code, and is tested in the newest alone, so that all of `npm test` stays quick.
 */
const inBoth = [
  'activation',
  'agent-tools',
  'chat',
  'complete-selection',
  'connection',
  'contact-sheet',
  'inline-completion',
  'inline-status',
  'language-models',
  'mask-editor',
  'models-view',
  'receive-images',
  'review',
  'search-commands',
  'search-preview',
  'sheet-images',
  'target-folder',
  'transcribe-options',
  'transcript-editor',
].map((name) => `/${name}.test.ts`);

/**
 * VS Code calls this inside the extension host. `INKWELL_TEST_WINDOW` says which kind of window this is.
 *
 * @throws when a test fails, or when there is none to run.
 */
export async function run(): Promise<void> {
  const folders: Record<string, string> = testWindows;
  const window = process.env.INKWELL_TEST_WINDOW ?? 'default';
  const all = testFiles[folders[window] ?? ''] ?? [];
  const isOldest = process.env.INKWELL_TEST_VERSION === 'oldest';
  const files = all.filter(({ file }) => !isOldest || inBoth.some((name) => file.endsWith(name)));
  if (window === 'default' && isOldest && files.length !== inBoth.length) {
    throw new Error('A test that is for the oldest VS Code, too, is not there.');
  }
  const lost = Object.keys(testFiles).filter((folder) => !Object.values(folders).includes(folder));
  if (lost.length > 0) {
    throw new Error(`No kind of window runs the tests in test/${lost.join(', test/')}.`);
  }
  if (files.length === 0) {
    throw new Error(`There is no test for the window "${window}".`);
  }
  // What it shows follows each file that a test makes.
  await vscode.commands.executeCommand('workbench.action.closeSidebar');
  markConsole();
  // Stack traces then name the TypeScript files.
  process.setSourceMapsEnabled(true);
  const { failed } = await runMocha({ timeout: 90_000, load: () => loadAll(files) });
  if (failed > 0) {
    throw new Error(`${failed} failed.`);
  }
}

async function loadAll(files: { load: () => Promise<unknown> }[]): Promise<void> {
  for (const { load } of files) {
    await load();
  }
}
