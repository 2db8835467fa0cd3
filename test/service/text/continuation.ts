import { codeContinuation } from './code.ts';
import { languageOf } from './language.ts';
import { proseContinuation } from './prose.ts';
import type { Sampler } from './sampler.ts';

/** What a completion model writes after the prompt and before the suffix. */
export function continuation(prompt: string, suffix: string, sampler: Sampler): string {
  const language = languageOf(prompt || suffix);
  return language === 'prose'
    ? proseContinuation(prompt, suffix, sampler)
    : codeContinuation(language, prompt, suffix, sampler);
}
