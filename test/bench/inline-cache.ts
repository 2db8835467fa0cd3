import { InlineCache, inlineKey } from '../../src/completion/inline/inline-cache.ts';
import { inlinePlace } from '../../src/completion/inline/inline-context.ts';
import { quietAt } from '../../src/completion/inline/inline-trigger.ts';
import { typeSession } from '../unit/completion/inline/session-requests.ts';
import { textToType } from '../unit/completion/inline/typing-session.ts';
import { quantile, type Row } from './row.ts';

const SESSIONS = [1, 2, 3, 4, 5];
/** Of a hundred answers, how many go on as the person does. */
const ACCURACIES = [30, 60];
const KEYS = 300;
const BUDGET = { prefix: 1500, suffix: 500 };
const KEY = inlineKey('file:///a.ts', 'complete-1', { max_tokens: 64, n: 3 });

/**
 * Requests that a cache saves in a recorded session of 2,000 keystrokes, against waiting for pauses only; and what a key
 * costs before it is known whether there is to be a request, with a full cache and a document of a megabyte.
 */
export async function measureInlineCache(): Promise<Row[]> {
  const saved = ACCURACIES.map((accuracy): Row => {
    const sessions = SESSIONS.map((seed) => typeSession({ seed, accuracy }));
    return {
      measure: `inline completion, requests of a model right ${accuracy} % of the time`,
      unit: '',
      ours: sessions.map(({ sent }) => sent),
      peer: { name: 'debounce only', samples: sessions.map(({ debounced }) => debounced) },
      figure: 'ratio',
      aim: 0.5,
    };
  });
  const [decisions, hits] = measureKeys();
  const rows = (measure: string, samples: readonly number[], bound: number): Row[] =>
    [0.5, 0.95].map((share) => ({
      measure: `inline completion, ${measure}, p${share * 100}`,
      unit: 'ms',
      ours: [quantile(samples, share)],
      figure: 'alone',
      bound,
    }));
  return [
    ...saved,
    ...rows('key to decision', decisions, 2),
    ...rows('key to a text from the cache', hits, 5),
  ];
}

function measureKeys(): [decisions: readonly number[], hits: readonly number[]] {
  const text = Array.from({ length: 120 }, (_, seed) => textToType(seed)).join('\n');
  const middle = Math.floor(text.length / 2);
  const cache = new InlineCache();
  const decisions: number[] = [];
  const hits: number[] = [];
  for (let key = -100; key < KEYS; key += 1) {
    const offset = middle + key * 37;
    const [before, after] = [text.slice(0, offset), `\n${text.slice(offset)}`];
    const place = inlinePlace(before, after, offset, BUDGET);
    cache.add(KEY, place, ['one(text, of, some);\n  words();', 'another(text);', 'oneMore();']);
  }
  for (let key = 0; key < KEYS; key += 1) {
    const offset = middle + key * 37;
    const before = text.slice(0, offset);
    const after = `\n${text.slice(offset)}`;
    // Typed as was suggested, where the cache still has the answer; else something new.
    const isHit = key >= KEYS - 90;
    const typed = isHit ? 'one(' : '!';
    const written = before + typed;
    flatten(written, after);
    const start = performance.now();
    quietAt({
      isOn: true,
      path: '/a.ts',
      language: 'typescript',
      length: text.length,
      before: typed,
      after: '',
      isAsked: false,
    });
    const place = inlinePlace(written, after, offset + typed.length, BUDGET);
    const found = cache.find(KEY, place);
    const time = performance.now() - start;
    if ((found !== undefined) !== isHit) {
      throw new Error(`Key ${key} was ${found ? '' : 'not '}served from the cache.`);
    }
    (isHit ? hits : decisions).push(time);
  }
  return [decisions, hits];
}

/** Texts of documents come in one piece; what was just put together is made one by looking into it. */
function flatten(...texts: readonly string[]): void {
  for (const text of texts) {
    text.charCodeAt(0);
  }
}
