import temml from 'temml';

/** Em and points: no formula is larger than a page. */
const MAX_SIZE: [number, number] = [20, 500];
const MAX_EXPANSIONS = 200;

/** Typesets a formula as MathML, which the browser shows by itself. Throws where it cannot be understood. */
export function typeset(formula: string, into: HTMLElement, isDisplayed: boolean): void {
  temml.render(formula, into, {
    displayMode: isDisplayed,
    throwOnError: true,
    trust: false,
    strict: false,
    maxSize: MAX_SIZE,
    maxExpand: MAX_EXPANSIONS,
  });
}
