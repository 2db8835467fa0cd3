import type { Sampler } from './sampler.ts';

const common = new Set(
  `about above after again also because been before being between both could does doing down during each every
  first from further have having here into itself just like made make many more most much must once only other
  over please same should some such than that their them then there these they this those through under until
  very want well were what when where which while will with without would write your yours`.split(/\s+/),
);

/** The words a text is about: long, frequent, not too common; the later ones first where they are equal. */
export function topicsOf(text: string, count: number): string[] {
  const uses = new Map<string, number>();
  for (const [word] of text
    .slice(-4000)
    .toLowerCase()
    .matchAll(/\p{L}[\p{L}'-]{3,}/gu)) {
    if (!common.has(word)) {
      const before = uses.get(word) ?? 0;
      // Deleted first, so that the order of the map is that of the last use.
      uses.delete(word);
      uses.set(word, before + 1);
    }
  }
  return [...uses]
    .reverse()
    .sort(([a, usesA], [b, usesB]) => usesB - usesA || b.length - a.length)
    .slice(0, count)
    .map(([word]) => word);
}

/** Continues prose: the sentence that stands open, a list that was begun, or with new sentences. */
export function proseContinuation(prompt: string, suffix: string, sampler: Sampler): string {
  const [topic = 'story', second = 'place'] = topicsOf(prompt, 2);
  const text = opening(prompt, topic, sampler) + sentences(topic, second, sampler, suffix === '' ? 3 : 1);
  return suffix === '' ? text : `${text}${bridge(suffix, sampler)}`;
}

function opening(prompt: string, topic: string, sampler: Sampler): string {
  if (prompt.trim() === '') {
    return `${sampler.pick(['This is where a new document begins.', 'Let us start at the beginning.'])} `;
  }
  const marker = /(?:^|\n)[ \t]*([-*]|\d+\.)[ \t]*[^\n]*$/.exec(prompt)?.[1];
  if (marker !== undefined) {
    return listItems(prompt, marker, topic, sampler);
  }
  if (/:\s*$/.test(prompt)) {
    return `${prompt.endsWith('\n') ? '' : '\n\n'}${listItems('- ', '-', topic, sampler).replace(/^/, '- ')}`;
  }
  const space = /\s$/.test(prompt) ? '' : ' ';
  if (/\n\s*$|[.!?…"')\]]\s*$/.test(prompt)) {
    return space;
  }
  const clause = sampler.pick([
    `that went further than it seemed at first`,
    `that turned out to be about the ${topic} after all`,
    `that was only half of the matter`,
    `that surprised everyone who knew the ${topic}`,
  ]);
  return `${space}${clause}. `;
}

function listItems(prompt: string, marker: string, topic: string, sampler: Sampler): string {
  const items = Array.from({ length: 3 }, () =>
    sampler.pick([
      `what to do about the ${topic}`,
      `who needs the ${topic}, and how often`,
      `which parts can wait until later`,
      `how to tell that it works`,
      `what would have to change first`,
    ]),
  );
  const number = Number.parseInt(marker, 10);
  const mark = (index: number) => (Number.isNaN(number) ? marker : `${number + index}.`);
  const open = /([-*]|\d+\.)[ \t]*$/.test(prompt);
  const lines = items.map((item, index) => `${mark(open ? index : index + 1)} ${item}`);
  // The marker of the first line stands in the prompt already.
  return open
    ? `${/\s$/.test(prompt) ? '' : ' '}${lines.join('\n').replace(/^\S+ /, '')}\n\n`
    : `\n${lines.join('\n')}\n\n`;
}

function sentences(topic: string, second: string, sampler: Sampler, count: number): string {
  // Past tense and modal verbs, since nobody knows whether a topic is one or many.
  const said = Array.from({ length: count }, () =>
    sampler.pick([
      `The ${topic} had a history that few people knew, and the ${second} had a part in it.`,
      `Nobody spoke of the ${topic} at first; later nobody spoke of anything else.`,
      `By evening the ${topic} looked quite different.`,
      `There was more to the ${second} than met the eye.`,
      `Things changed slowly, as they do wherever the ${second} came first.`,
      `In the end the simplest account of the ${topic} proved right.`,
      `None of this was finished, which was the pleasant part of it.`,
    ]),
  );
  return said.join(' ');
}

/** A sentence that leads over to what follows, so that one can see the suffix was read. */
function bridge(suffix: string, sampler: Sampler): string {
  const [start = ''] = /^\s*(\S+\s+){0,4}\S+/.exec(suffix) ?? [];
  const words = start.trim().replace(/[.,;:]$/, '');
  const lead = sampler.pick([
    'That leads straight to',
    'All of which brings us to',
    'From here it is a short way to',
  ]);
  return ` ${lead} “${words}”.${/^\s/.test(suffix) ? '' : ' '}`;
}
