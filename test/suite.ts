/**
 * Runs the tests of one folder by mocha in this Node: `node test/suite.ts test/unit [seconds for one test]`.
 * The exit status is 0 only when there was a test and none failed.
 */
import { glob } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runMocha } from './mocha.ts';

const [folder = 'test/unit', seconds = '10'] = process.argv.slice(2);
const files: string[] = [];
for await (const file of glob(`${folder}/**/*.test.ts`)) {
  files.push(file);
}
files.sort();

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
