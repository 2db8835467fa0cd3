const PART = /<span class="([\w -]*)">|(<\/span>)|([^<]+)/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/**
 * Turns what highlight.js made into nodes, without the browser’s parser for HTML: elements are `span`, classes are
 * words, and all else is text. Elements that reach over the end of a segment begin anew in the next.
 *
 * @param lengths UTF-16 units of the segments of the code
 */
export function highlightedNodes(html: string, lengths: readonly number[]): DocumentFragment[] {
  const fragments: DocumentFragment[] = [];
  /** Classes of the elements that are open. */
  const classes: string[] = [];
  let place: ParentNode = document.createDocumentFragment();
  let left = 0;

  const nextSegment = (): void => {
    const fragment = document.createDocumentFragment();
    left = lengths[fragments.length] ?? Number.POSITIVE_INFINITY;
    fragments.push(fragment);
    place = classes.reduce<ParentNode>((parent, name) => span(parent, name), fragment);
  };

  nextSegment();
  for (const [, opened, closed, text] of html.matchAll(PART)) {
    if (opened !== undefined) {
      classes.push(opened);
      place = span(place, opened);
    } else if (closed !== undefined) {
      classes.pop();
      place = place.parentNode ?? place;
    } else {
      let rest = decode(text ?? '');
      while (rest.length > left) {
        append(place, rest.slice(0, left));
        rest = rest.slice(left);
        nextSegment();
      }
      append(place, rest);
      left -= rest.length;
    }
  }
  while (fragments.length < lengths.length) {
    nextSegment();
  }
  return fragments;
}

function span(parent: ParentNode, name: string): HTMLElement {
  const element = document.createElement('span');
  element.className = name;
  parent.append(element);
  return element;
}

function append(place: ParentNode, text: string): void {
  if (text !== '') {
    place.append(text);
  }
}

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
