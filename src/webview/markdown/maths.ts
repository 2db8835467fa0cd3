import { elementApart, purifyMaths } from './purify.ts';
import type { Job, Slices } from './slices.ts';

type Typesetter = (formula: string, into: HTMLElement, isDisplayed: boolean) => void;

const CLOSING: Readonly<Record<string, string>> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' };
/** Formulas that are kept as they are typeset: a paragraph is made anew as it grows. */
const KEPT = 200;
/** Elements of one formula; beyond, its source is shown. */
const MAX_ELEMENTS = 3_000;

let typesetter: Typesetter | undefined;
let loading: Promise<void> | undefined;
const typeset = new Map<string, HTMLElement | null>();

/** Loads temml when the first formula comes. */
function load(): Promise<void> {
  loading ??= import('./typeset.ts').then((module) => {
    typesetter = module.typeset;
  });
  return loading;
}

/** The formulas of a text. Their source stands there until they can be typeset, and where they cannot. */
export class Maths {
  readonly #root: HTMLElement;
  readonly #slices: Slices;
  #isAwaited = false;
  #loading: Promise<void> = Promise.resolve();

  constructor(root: HTMLElement, slices: Slices) {
    this.#root = root;
    this.#slices = slices;
  }

  /** Resolves when what typesets is there, or cannot be had. */
  get loaded(): Promise<void> {
    return this.#loading;
  }

  /** The source of a formula, which `typesetIn` typesets. */
  element(markup: string, formula: string, isDisplayed: boolean): HTMLElement {
    const element = document.createElement('span');
    element.className = isDisplayed ? 'md-maths md-displayed' : 'md-maths';
    element.dataset.tex = formula;
    element.textContent = `${markup}${formula}${CLOSING[markup] ?? ''}`;
    return element;
  }

  /** Typesets the formulas of an element; if that is not possible yet, as soon as it is. */
  typesetIn(parent: HTMLElement): void {
    for (const element of parent.querySelectorAll<HTMLElement>('.md-maths')) {
      if (typesetter === undefined) {
        this.#await();
        return;
      }
      this.#fill(element);
    }
  }

  /** What came before typesetting was there is typeset when it is. */
  #await(): void {
    if (!this.#isAwaited) {
      this.#isAwaited = true;
      this.#loading = load().then(
        () => this.#slices.add(this.#upgrade()),
        // The sources stay: they can be read, too.
        (error: unknown) => console.error(error),
      );
    }
  }

  #upgrade(): Job {
    const waiting = [...this.#root.querySelectorAll<HTMLElement>('.md-maths')];
    return {
      run: () => {
        const element = waiting.shift();
        if (element?.isConnected) {
          this.#fill(element);
        }
        return waiting.length > 0;
      },
    };
  }

  #fill(element: HTMLElement): void {
    const formula = element.dataset.tex;
    if (formula !== undefined && element.childElementCount === 0) {
      const made = this.#typeset(formula, element.classList.contains('md-displayed'));
      if (made) {
        element.replaceChildren(...made.cloneNode(true).childNodes);
      }
    }
  }

  #typeset(formula: string, isDisplayed: boolean): HTMLElement | undefined {
    const key = `${isDisplayed} ${formula}`;
    let made = typeset.get(key);
    if (made === undefined) {
      made = this.#make(formula, isDisplayed);
      typeset.set(key, made);
      const [oldest] = typeset.keys();
      if (typeset.size > KEPT && oldest !== undefined) {
        typeset.delete(oldest);
      }
    }
    return made ?? undefined;
  }

  #make(formula: string, isDisplayed: boolean): HTMLElement | null {
    const into = elementApart('span');
    try {
      typesetter?.(formula, into, isDisplayed);
    } catch {
      // Not a formula that can be understood, or too deep.
      return null;
    }
    const isFit = into.getElementsByTagName('*').length <= MAX_ELEMENTS;
    return isFit && into.firstElementChild ? purified(into) : null;
  }
}

/** Spaces and lines within a formula, which only styles can say. */
const STYLES = /^(?:padding|border|width|math-depth)/;
const VALUE = /^[\w\s.%-]{1,40}$/;

/** Only the styles that a formula needs outlive the wall, and they are set one by one. */
function purified(element: HTMLElement): HTMLElement {
  const kept = new Map<HTMLElement | MathMLElement, [string, string][]>();
  for (const styled of element.querySelectorAll<MathMLElement>('[style]')) {
    const styles = [...styled.style].map((name): [string, string] => [
      name,
      styled.style.getPropertyValue(name),
    ]);
    kept.set(
      styled,
      styles.filter(([name, value]) => STYLES.test(name) && VALUE.test(value)),
    );
    styled.removeAttribute('style');
  }
  purifyMaths(element);
  for (const [styled, styles] of kept) {
    for (const [name, value] of styles) {
      styled.style.setProperty(name, value);
    }
  }
  return element;
}
