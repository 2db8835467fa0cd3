import { testFiles } from 'host-test-files';
import { runMocha } from '../mocha.ts';
import { markConsole } from '../vscode/marked-output.ts';
import { testWindows } from '../vscode/test-windows.ts';

/**
 * What depends on our own code, and on nothing of VS Code that has changed between the oldest and the newest: it is
 * tested in one of them, so that all of `npm test` stays quick.
 */
const onlyNewest = [
  'bad-images',
  'chat-open',
  'chosen-files',
  'edit-answers',
  'edit-failures',
  'edit-files',
  'edit-request',
  'edit-with-instruction',
  'fix-problem',
  'late-progress',
  'review-conflicts',
  'transcribe-audio',
].map((name) => `${name}.test.ts`);

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
  const files = all.filter(({ file }) => !(isOldest && onlyNewest.some((name) => file.endsWith(name))));
  if (window === 'default' && isOldest && files.length !== all.length - onlyNewest.length) {
    throw new Error('A test that is for the newest VS Code only is not there.');
  }
  const lost = Object.keys(testFiles).filter((folder) => !Object.values(folders).includes(folder));
  if (lost.length > 0) {
    throw new Error(`No kind of window runs the tests in test/${lost.join(', test/')}.`);
  }
  if (files.length === 0) {
    throw new Error(`There is no test for the window "${window}".`);
  }
  markConsole();
  // Stack traces then name the TypeScript files.
  process.setSourceMapsEnabled(true);
  const { failed } = await runMocha({ timeout: 30_000, load: () => loadAll(files) });
  if (failed > 0) {
    throw new Error(`${failed} failed.`);
  }
}

async function loadAll(files: { load: () => Promise<unknown> }[]): Promise<void> {
  for (const { load } of files) {
    await load();
  }
}
