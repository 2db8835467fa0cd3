/** Lines that tell the parts of a document apart in a prompt. */
export interface Markers {
  readonly before: Marker;
  readonly edit: Marker;
  readonly after: Marker;
}

export interface Marker {
  readonly open: string;
  readonly close: string;
}

/** Markers that occur in none of these texts, so that nothing in a document can end its own part. */
export function markersFor(texts: readonly string[]): Markers {
  const taken = new Set<number>();
  for (const text of texts) {
    for (const [, number] of text.matchAll(/\b(?:before|edit|after)-(\d{1,9})\b/gi)) {
      taken.add(Number(number));
    }
  }
  let number = 1;
  while (taken.has(number)) {
    number += 1;
  }
  const marker = (name: string): Marker => ({
    open: `<${name}-${number}>`,
    close: `</${name}-${number}>`,
  });
  return { before: marker('before'), edit: marker('edit'), after: marker('after') };
}
