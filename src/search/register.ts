import type { Disposable } from 'vscode';
import { registerCommand } from '../ui/commands.ts';
import { logFailure } from '../ui/log-failure.ts';
import { LazySearcher } from './lazy-searcher.ts';
import { type SearchServices, USED } from './search-services.ts';
import { ANEW, type Searcher } from './searcher.ts';

/** Search by meaning: the indexes of the folders that are open. */
export function registerSearch(services: SearchServices): {
  readonly searcher: Searcher;
  readonly registered: Disposable[];
} {
  const { context, log } = services;
  const searcher = new LazySearcher(services);
  if (context.globalState.get(USED, false)) {
    searcher.load().catch((error) => logFailure(error, log));
  }
  return {
    searcher,
    registered: [
      searcher,
      registerCommand('inkwell.indexWorkspace', log, async (how) =>
        (await searcher.load()).index(how === ANEW),
      ),
      registerCommand('inkwell.pauseIndexing', log, async () => (await searcher.load()).pause()),
      registerCommand('inkwell.resumeIndexing', log, async () => (await searcher.load()).resume()),
      registerCommand('inkwell.deleteSearchIndex', log, async () => (await searcher.load()).delete()),
    ],
  };
}
