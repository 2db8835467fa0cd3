import { inlineCandidates } from '../../../../src/completion/inline/inline-answer.ts';
import { InlineCache } from '../../../../src/completion/inline/inline-cache.ts';
import type { InlinePlace } from '../../../../src/completion/inline/inline-context.ts';
import { InlineDelay } from '../../../../src/completion/inline/inline-trigger.ts';
import { answerOf, type SessionOptions, Typist, textToType } from './typing-session.ts';

export interface SessionRequests {
  readonly keystrokes: number;
  /** Moments at which typing had stopped long enough: what there would be without a cache. */
  readonly debounced: number;
  /** What was sent. */
  readonly sent: number;
  /** Keystrokes at which something was shown without a request, before any delay. */
  readonly served: number;
  /** Milliseconds of each look into the cache that found something. */
  readonly hits: readonly number[];
}

/** Milliseconds until an answer comes. */
const LATENCY = 300;

/** Types 2,000 keys, in a time of its own. */
export function typeSession(options: SessionOptions, keystrokes = 2000): SessionRequests {
  const target = textToType(options.seed);
  const typist = new Typist(target, options.seed);
  const cache = new InlineCache();
  const delay = new InlineDelay();
  const hits: number[] = [];
  let now = 0;
  let [debounced, sent, served] = [0, 0, 0];
  let shown: string | undefined;
  for (let key = 0; key < keystrokes; key += 1) {
    const pressed = typist.press(shown);
    now += pressed.after;
    delay.typed(now);
    const { prefix, written, pause } = typist;
    const isAsked = pause >= delay.delay;
    debounced += isAsked ? 1 : 0;
    const place: InlinePlace = { offset: prefix.length, prefix, suffix: '\n', isWhole: true };
    const start = performance.now();
    const found = cache.find('k', place);
    if (found) {
      hits.push(performance.now() - start);
      served += 1;
      shown = found[0]?.text;
      continue;
    }
    shown = undefined;
    if (isAsked) {
      sent += 1;
      const answer = typist.hasSlips ? 'somethingElse();' : answerOf(target, written, options);
      const candidates = inlineCandidates([answer], { prefix, suffix: '\n', mostLines: 10 });
      cache.add('k', place, candidates);
      shown = pause >= delay.delay + LATENCY ? candidates[0] : undefined;
    }
  }
  return { keystrokes, debounced, sent, served, hits };
}
