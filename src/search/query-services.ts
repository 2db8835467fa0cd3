import type { ExtensionContext } from 'vscode';
import type { Log } from '../ui/log.ts';
import { TextHistory } from '../ui/text-history.ts';
import { FoundTexts } from './found-texts.ts';
import type { SearchPicker } from './search-picker.ts';
import { SearchResults } from './search-results.ts';
import type { ANEW, Searcher } from './searcher.ts';

/** What searching by meaning is made of. */
export interface GivenQueryServices {
  readonly searcher: Searcher;
  readonly log: Log;
  readonly context: Pick<ExtensionContext, 'workspaceState'>;
  /** Shows or changes what is indexed; without it, there is no such button. */
  readonly showIndex?: (how?: typeof ANEW) => unknown;
}

/** The same, with what its commands share. */
export interface QueryServices extends GivenQueryServices {
  /** What was searched for in this workspace. */
  readonly history: TextHistory;
  readonly texts: FoundTexts;
  /** What was kept. */
  readonly results: SearchResults;
  /** The list that is open now. */
  picker: SearchPicker | undefined;
}

/** Queries that are offered again. */
const MOST_EARLIER = 30;

export function queryServices(given: GivenQueryServices): QueryServices {
  const texts = new FoundTexts();
  return {
    ...given,
    history: new TextHistory(given.context.workspaceState, 'inkwell.searches', MOST_EARLIER),
    texts,
    results: new SearchResults(texts),
    picker: undefined,
  };
}
