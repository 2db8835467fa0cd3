/**
 * Runs the tests of one folder by mocha in this Node: `node test/suite.ts test/unit [seconds for one test [share]]`, of which a
 * share such as `2/3` is one of three parts.
 * The exit status is 0 only when there was a test and none failed.
 */
import { glob, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runMocha } from './mocha.ts';
import './seed.ts';
import { type Sized, shareOf } from './share.ts';

const [folder = 'test/unit', seconds = '10', share = '1/1'] = process.argv.slice(2);
const files = await filesOf(folder, share);

// A promise that fails unseen is a failure of the test that runs: mocha hears of uncaught exceptions.
process.on('unhandledRejection', (reason) => {
  throw reason;
});

const { passed, failed, skipped } = await runMocha({
  timeout: Number(seconds) * 1000,
  load: async () => {
    for (const file of files) {
      await import(pathToFileURL(resolve(file)).href);
    }
  },
});
// What a test left open (a socket, a timer) must not keep the run from ending.
process.exit(failed === 0 && passed + skipped > 0 ? 0 : 1);

async function filesOf(folder: string, share: string): Promise<string[]> {
  const files: Sized[] = [];
  for await (const file of glob(`${folder}/**/*.test.ts`)) {
    files.push({ file, size: (await stat(file)).size });
  }
  return shareOf(files, share).map(({ file }) => file);
}
