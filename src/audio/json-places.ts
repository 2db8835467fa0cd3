/** Where a string stands in JSON text, with its quotes. UTF-16 units. */
export interface StringPlace {
  readonly start: number;
  readonly end: number;
}

const BLANK = /[ \t\n\r]*/y;
const PLAIN = /[^,\]}\s]*/y;
/** Up to what begins or ends something. */
const INNER = /[^"{}[\]]*/y;

/** Walks through text that `JSON.parse` has taken: what it has not may lead anywhere. */
export class JsonPlaces {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Passes the next value by. */
  skip(): void {
    switch (this.#next()) {
      case '"':
        this.#string();
        break;
      case '{':
      case '[':
        this.#skipNested();
        break;
      default:
        this.#pass(PLAIN);
    }
  }

  /** Passes the next value by, and tells its place if it is a string. */
  string(): StringPlace | undefined {
    if (this.#next() === '"') {
      return this.#string();
    }
    this.skip();
    return undefined;
  }

  /** @param visit goes past the member's value, by one of these methods */
  eachMember(visit: (key: string) => void): void {
    this.#each('{', '}', () => {
      const { start, end } = this.#string();
      const key: unknown = JSON.parse(this.#text.slice(start, end));
      // The colon.
      this.#next();
      this.#at += 1;
      visit(String(key));
    });
  }

  /** @param visit goes past the item */
  eachItem(visit: () => void): void {
    this.#each('[', ']', visit);
  }

  #each(open: string, close: string, visit: () => void): void {
    if (this.#next() !== open) {
      this.skip();
      return;
    }
    this.#at += 1;
    while (this.#at < this.#text.length && this.#next() !== close) {
      visit();
      if (this.#next() === ',') {
        this.#at += 1;
        this.#next();
      }
    }
    this.#at += 1;
  }

  /** The next character that means something. */
  #next(): string | undefined {
    this.#pass(BLANK);
    return this.#text[this.#at];
  }

  /** Many characters at once, since files may be long: goes on behind what a sticky pattern finds. */
  #pass(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    pattern.test(this.#text);
    this.#at = pattern.lastIndex;
  }

  #string(): StringPlace {
    const start = this.#at;
    let quote = start;
    do {
      quote = this.#text.indexOf('"', quote + 1);
    } while (quote >= 0 && this.#isEscaped(quote));
    // There is an end, in what has been parsed.
    this.#at = quote < 0 ? this.#text.length : quote + 1;
    return { start, end: this.#at };
  }

  #isEscaped(at: number): boolean {
    let before = at;
    while (this.#text[before - 1] === '\\') {
      before -= 1;
    }
    return (at - before) % 2 === 1;
  }

  /** Not by calling itself: what is nested a million times deep is JSON as well. */
  #skipNested(): void {
    let depth = 0;
    do {
      this.#pass(INNER);
      switch (this.#text[this.#at]) {
        case '"':
          this.#string();
          continue;
        case '{':
        case '[':
          depth += 1;
          break;
        default:
          depth -= 1;
      }
      this.#at += 1;
    } while (depth > 0 && this.#at < this.#text.length);
  }
}
