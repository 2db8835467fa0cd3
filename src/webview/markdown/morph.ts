/**
 * Makes the content of one element like that of another, and touches nothing that is alike already: what is selected
 * or focused there stays so. The other element loses what is taken over.
 */
export function morph(element: Element, wanted: Element): void {
  let old = element.firstChild;
  let fresh = wanted.firstChild;
  while (old && fresh) {
    const [nextOld, nextFresh] = [old.nextSibling, fresh.nextSibling];
    if (!adapt(old, fresh)) {
      old.replaceWith(fresh);
    }
    old = nextOld;
    fresh = nextFresh;
  }
  while (old) {
    const next = old.nextSibling;
    old.remove();
    old = next;
  }
  while (fresh) {
    const next = fresh.nextSibling;
    element.append(fresh);
    fresh = next;
  }
}

function adapt(old: Node, fresh: Node): boolean {
  if (old instanceof Text && fresh instanceof Text) {
    if (fresh.data.startsWith(old.data)) {
      old.appendData(fresh.data.slice(old.data.length));
    } else {
      old.data = fresh.data;
    }
    return true;
  }
  if (!(old instanceof HTMLElement && fresh instanceof HTMLElement && isAlike(old, fresh))) {
    return false;
  }
  // A formula is whole or not at all.
  if (old.dataset.tex === undefined || old.childElementCount !== fresh.childElementCount) {
    morph(old, fresh);
  }
  return true;
}

/** Whether two elements are the same but for their content. */
function isAlike(one: Element, other: Element): boolean {
  return (
    one.localName === other.localName &&
    one.attributes.length === other.attributes.length &&
    [...one.attributes].every(({ name, value }) => other.getAttribute(name) === value)
  );
}
