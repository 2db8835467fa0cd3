/** How a text wants to be continued. */
export type Language =
  | 'python'
  | 'javascript'
  | 'braces'
  | 'html'
  | 'css'
  | 'sql'
  | 'shell'
  | 'json'
  | 'prose';

const cues: readonly (readonly [Language, RegExp])[] = [
  ['html', /^\s*<(!doctype|html|head|body|div|p|ul|section|script|h[1-6])\b/im],
  ['shell', /^#!.*\b(ba|z)?sh\b|^\s*((echo|cd|apt|sudo|grep) \S+|export \w+=)|\bfi$|^\$ /m],
  [
    'python',
    /^\s*(def \w+\(|class \w+.*:$|from \w[\w.]* import|import \w+$|elif |print\(|async def )|^\s*(if|for|while) .*:$/m,
  ],
  [
    'braces',
    /\b(fn|func) \w+\(|\blet mut\b|^#include\b|^(package|using|namespace) \w|\b(int|void|double|char|String) \w+ ?[(=;]/m,
  ],
  [
    'javascript',
    /\b(const|let|var) [\w{[]|\bfunction\b.*\(|=>|\bconsole\.log\(|^\s*(import|export) .*|\b(class|interface) \w+.*\{|\brequire\(|^\s*\/\/ /m,
  ],
  ['sql', /\b(select\s.+\sfrom|insert into|create table|update \w+ set)\b/is],
  ['css', /^[.#]?[\w-]+(:\w+)?\s*\{\s*$|^\s*[\w-]+:\s*[^;{}]+;\s*$/m],
  ['json', /^\s*[{[]\s*("[^"]*"\s*:|\{|$)/],
];

/** The language of a text by its cues, the end of the text counting first. */
export function languageOf(text: string): Language {
  const end = text.slice(-1500);
  const found =
    cues.find(([, cue]) => cue.test(end)) ?? cues.find(([, cue]) => cue.test(text.slice(0, 1500)));
  return found?.[0] ?? 'prose';
}
