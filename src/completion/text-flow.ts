/**
 * Makes streamed text fit for a document: line breaks as the document has them, and nothing torn apart that
 * belongs together when a chunk ends inside a CRLF or inside a surrogate pair.
 */
export class TextFlow {
  readonly #eol: string;
  #held = '';

  constructor(eol: '\n' | '\r\n') {
    this.#eol = eol;
  }

  /** What of the text so far can go into the document. */
  push(text: string): string {
    const all = this.#held + text;
    const last = all.charCodeAt(all.length - 1);
    const isTorn = last === 0x0d || (last >= 0xd800 && last <= 0xdbff);
    this.#held = isTorn ? all.slice(-1) : '';
    return this.#clean(isTorn ? all.slice(0, -1) : all);
  }

  /** The rest, when there is no more to come. */
  end(): string {
    const rest = this.#clean(this.#held);
    this.#held = '';
    return rest;
  }

  #clean(text: string): string {
    return text.toWellFormed().replace(/\r\n|\r|\n/g, this.#eol);
  }
}

/** Takes away what `echo` (§4.3) puts before the answer: the prompt, however the stream cuts it. */
export class EchoFilter {
  #expected: string;
  #held = '';

  constructor(prompt: string) {
    this.#expected = prompt;
  }

  push(text: string): string {
    if (this.#expected === '') {
      return text;
    }
    const all = this.#held + text;
    if (this.#expected.startsWith(all)) {
      this.#held = all;
      return '';
    }
    // Either the whole prompt has gone by, or this answer does not repeat it after all.
    const rest = all.startsWith(this.#expected) ? all.slice(this.#expected.length) : all;
    this.#expected = '';
    this.#held = '';
    return rest;
  }

  /** At the end of an answer: what looked like the prompt's beginning, but was all that the service had to say. */
  end(): string {
    const held = this.#held === this.#expected ? '' : this.#held;
    this.#expected = '';
    this.#held = '';
    return held;
  }
}
