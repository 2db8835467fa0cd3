import type { Query } from './query.ts';
import type { QueryServices } from './query-services.ts';
import { SearchPicker } from './search-picker.ts';

/** Search by Meaning…: what a key binding gives along is searched for at once. */
export async function searchByMeaning(services: QueryServices, [given]: readonly unknown[]): Promise<void> {
  const typed = queryIn(given);
  if (await services.searcher.ready()) {
    await openPicker(services, { typed, again: (text) => searchByMeaning(services, [text]) });
  }
}

/** Opens the list with what is similar to a text. */
export async function showSimilar(services: QueryServices, query: Query): Promise<void> {
  if (await services.searcher.ready()) {
    await openPicker(services, { query, again: () => showSimilar(services, query) });
  }
}

async function openPicker(
  services: QueryServices,
  start: ConstructorParameters<typeof SearchPicker>[1],
): Promise<void> {
  // A key may open it anew while it is open.
  await services.picker?.leave();
  const picker = new SearchPicker(services, start);
  services.picker = picker;
  try {
    await picker.open();
  } finally {
    picker.dispose();
    if (services.picker === picker) {
      services.picker = undefined;
    }
  }
}

function queryIn(given: unknown): string {
  const text = typeof given === 'object' && given !== null && 'query' in given ? given.query : given;
  return typeof text === 'string' ? text : '';
}
