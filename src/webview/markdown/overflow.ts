/** What is too wide scrolls within itself, and only then is it a stop for Tab, so that keys can scroll it. */
export class Overflow {
  readonly #observer = new ResizeObserver((entries) => {
    const scrollers = entries.map(({ target }) => target.closest('.md-scroll'));
    for (const scroller of new Set(scrollers)) {
      const isWide = scroller !== null && scroller.scrollWidth > scroller.clientWidth + 1;
      if (isWide !== scroller?.hasAttribute('tabindex')) {
        if (isWide) {
          scroller.setAttribute('tabindex', '0');
        } else {
          scroller?.removeAttribute('tabindex');
        }
      }
    }
  });

  /** @param content may grow while what shows it does not */
  watch(scroller: Element, content: Element): void {
    scroller.classList.add('md-scroll');
    this.#observer.observe(scroller);
    this.#observer.observe(content);
  }

  unwatch(scroller: Element, content: Element): void {
    this.#observer.unobserve(scroller);
    this.#observer.unobserve(content);
  }

  dispose(): void {
    this.#observer.disconnect();
  }
}
