/** What happens to a document while somebody types, and when, in milliseconds. */
export interface Keystroke {
  readonly kind: 'type' | 'backspace' | 'accept' | 'acceptWord';
  /** Since the one before. */
  readonly after: number;
  /** What is typed. */
  readonly text: string;
}

export interface SessionOptions {
  readonly seed: number;
  /** Of a hundred answers, how many begin with what is going to be written. */
  readonly accuracy: number;
}

/** Numbers from 0 to 1, the same for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Functions as people write them, one like the other but in names and numbers. */
export function textToType(seed: number): string {
  const next = numbers(seed);
  const words = [
    'user',
    'order',
    'total',
    'price',
    'items',
    'count',
    'index',
    'result',
    'value',
    'name',
    'date',
    'query',
  ];
  const word = (): string => words[Math.floor(next() * words.length)] ?? '';
  const lines = (): string[] =>
    Array.from({ length: 2 + Math.floor(next() * 5) }, () =>
      next() < 0.3
        ? `  if (${word()}.${word()} > ${Math.floor(next() * 100)}) {\n    return ${word()}.${word()};\n  }`
        : `  const ${word()} = compute(${word()}, ${Math.floor(next() * 100)});`,
    );
  return Array.from(
    { length: 60 },
    () => `function ${word()}Of(${word()}, ${word()}) {\n${lines().join('\n')}\n}\n`,
  ).join('\n');
}

/** What a model would go on with: what is going to be written, up to the end of a line or some more, or something else. */
export function answerOf(target: string, written: number, { seed, accuracy }: SessionOptions): string {
  // The same place has the same answer, as with a temperature of 0.
  const next = numbers(seed * 7919 + written);
  const rest = target.slice(written);
  const [line = ''] = rest.split('\n', 1);
  const isRight = next() * 100 < accuracy;
  const lines = next() < 0.3 ? rest.split('\n').slice(0, 3).join('\n') : line;
  const wrong = next();
  if (isRight) {
    return lines;
  }
  // Most of what is wrong begins well.
  const kept = wrong < 0.6 ? Math.floor(line.length * next()) : 0;
  return `${line.slice(0, kept)}somethingElse(${Math.floor(next() * 100)});`;
}

/**
 * Who types: with slips that are taken back, pauses behind words and lines, and now and then what is suggested taken,
 * whole or a word of it. It goes by what is shown, since nobody takes what is not there.
 */
export class Typist {
  readonly #target: string;
  readonly #next: () => number;
  /** Characters of the target that are in the document, without slips. */
  written = 0;
  #slips = '';
  #after: number | undefined;

  constructor(target: string, seed: number) {
    this.#target = target;
    this.#next = numbers(seed);
  }

  /** The document up to the cursor. */
  get prefix(): string {
    return this.#target.slice(0, this.written) + this.#slips;
  }

  get hasSlips(): boolean {
    return this.#slips !== '';
  }

  /** Milliseconds until the next key. */
  get pause(): number {
    const next = this.#next;
    if (this.#after === undefined) {
      const last = this.prefix.at(-1) ?? '';
      const isLong = next() < (last === '\n' ? 0.6 : /\W/.test(last) ? 0.18 : 0.04);
      this.#after = Math.round(isLong ? 500 + next() * 2500 : 60 + next() * 130);
    }
    return this.#after;
  }

  /** @param shown what is suggested now */
  press(shown: string | undefined): Keystroke {
    const next = this.#next;
    const after = this.pause;
    const isPause = after >= 500;
    this.#after = undefined;
    if (this.#slips !== '') {
      this.#slips = this.#slips.slice(0, -1);
      return { kind: 'backspace', after, text: '' };
    }
    const fits = shown !== undefined && this.#target.startsWith(shown, this.written);
    if (fits && isPause && next() < 0.35) {
      const word = /^\s*\w+|^\s*\W/.exec(shown)?.[0] ?? shown;
      const isWhole = next() < 0.5;
      const text = isWhole ? shown : word;
      this.written += text.length;
      return { kind: isWhole ? 'accept' : 'acceptWord', after, text };
    }
    if (next() < 0.06) {
      // Noticed at once, or some characters later.
      const text = next() < 0.7 ? 'q' : 'qz';
      this.#slips += text;
      return { kind: 'type', after, text };
    }
    const text = this.#target.charAt(this.written);
    this.written += 1;
    return { kind: 'type', after, text };
  }
}
