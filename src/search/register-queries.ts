import { Disposable } from 'vscode';
import { registerCommand } from '../ui/commands.ts';
import type { FoundPlace } from './query.ts';
import type { GivenQueryServices, QueryServices } from './query-services.ts';
import type { SearchResults } from './search-results.ts';

export interface RegisteredQueries {
  readonly registered: readonly Disposable[];
  /** The places nearest in meaning as they are now, the nearest first. Where nothing is indexed, none: nobody is asked. */
  readonly findPlaces: (query: string, limit: number, signal: AbortSignal) => Promise<readonly FoundPlace[]>;
}

/** Search by Meaning, Find Similar, and the view of what was kept. */
export function registerSearchQueries(given: GivenQueryServices): RegisteredQueries {
  const { log } = given;
  let made: Promise<QueryServices> | undefined;
  const services = (): Promise<QueryServices> => {
    made ??= import('./query-services.ts').then(({ queryServices }) => queryServices(given));
    return made;
  };
  const results = async (): Promise<SearchResults> => (await services()).results;
  const registered = [
    registerCommand('inkwell.searchByMeaning', log, async (...chosen) =>
      (await import('./search-by-meaning.ts')).searchByMeaning(await services(), chosen),
    ),
    registerCommand('inkwell.findSimilar', log, async () =>
      (await import('./find-similar.ts')).findSimilar(await services()),
    ),
    registerCommand('inkwell.openResultToSide', log, async (...chosen) => {
      const { picker, results } = await services();
      await (picker ? picker.openToSide() : results.openToSide(results.chosen(chosen)));
    }),
    registerCommand('inkwell.searchAgain', log, async () =>
      (await import('./search-again.ts')).searchAgain(await services()),
    ),
    registerCommand('inkwell.clearSearchResults', log, async () => (await results()).clear()),
    registerCommand('inkwell.showResultsAsList', log, async () => (await results()).showAsList(true)),
    registerCommand('inkwell.showResultsAsTree', log, async () => (await results()).showAsList(false)),
    registerCommand('inkwell.dismissSearchResult', log, async (...chosen) => {
      const shown = await results();
      await shown.dismiss(shown.chosen(chosen));
    }),
    registerCommand('inkwell.copyResultPath', log, async (...chosen) => {
      const shown = await results();
      await shown.copyPath(shown.chosen(chosen));
    }),
    registerCommand('inkwell.copySearchResults', log, async () => (await results()).copyAll()),
    registerCommand('inkwell.nextSearchResult', log, async () => (await results()).step(1)),
    registerCommand('inkwell.previousSearchResult', log, async () => (await results()).step(-1)),
    new Disposable(() => void made?.then(({ results }) => results.dispose())),
  ];
  return {
    registered,
    findPlaces: async (text, limit, signal) =>
      (await import('./find-places.ts')).findPlaces(await services(), { text }, signal, limit),
  };
}
