import * as v from 'valibot';

/** The element of a page that `src/ui/page-html.ts` has made. */
export function pageElement(): HTMLElement {
  const page = document.querySelector('main');
  if (!(page instanceof HTMLElement)) {
    throw new Error('This is not a page of Inkwell.');
  }
  return page;
}

/** The page’s words in the person’s language, of which none may be missing. */
export function pageWords<W extends string>(names: readonly W[]): Readonly<Record<W, string>> {
  return v.parse(
    v.object(v.entriesFromList(names, v.string())),
    JSON.parse(document.body.dataset.words ?? '{}'),
  );
}
