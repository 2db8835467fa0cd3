import { window } from 'vscode';
import { showError } from '../ui/show-error.ts';
import { findPlaces } from './find-places.ts';
import type { QueryServices } from './query-services.ts';

/** Searches once more for what was kept. A failure leaves what is there. */
export async function searchAgain(services: QueryServices): Promise<void> {
  const { results, searcher, log } = services;
  const { query } = results;
  if (!query || !(await searcher.ready())) {
    return;
  }
  const signal = results.begin();
  try {
    const places = await window.withProgress({ location: { viewId: 'inkwell.searchResults' } }, () =>
      findPlaces(services, query, signal),
    );
    if (!signal.aborted) {
      await results.keep(query, places);
    }
  } catch (error) {
    if (!signal.aborted) {
      await showError(error, log, { retry: () => searchAgain(services) });
    }
  }
}
