import { languageOf } from './language.ts';
import type { Sampler } from './sampler.ts';
import { translate } from './translate.ts';

export interface Edited {
  text: string;
  /** What was done, as a sentence. */
  done: string;
}

interface Rule {
  when: RegExp;
  done: string;
  edit(text: string, found: RegExpExecArray, sampler: Sampler): string;
}

const name = `["'\`“]?([^"'\`“”]+?)["'\`”]?`;

/** The first rule whose pattern the instruction fits is carried out. */
const rules: readonly Rule[] = [
  {
    when: new RegExp(
      `\\b(?:rename|change|replace)\\s+(?:all\\s+|the\\s+\\w+\\s+)?${name}\\s+(?:to|with|by|into)\\s+${name}\\s*[.!:;]?$`,
      'i',
    ),
    done: 'The name was changed everywhere.',
    edit: (text, [, from = '', to = '']) => {
      const word = /^\w+$/.test(from);
      const literal = from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return text.replace(new RegExp(word ? `\\b${literal}\\b` : literal, 'g'), () => to);
    },
  },
  {
    when: /\b(upper[- ]?case|capital letters|all caps)\b/i,
    done: 'Everything is in upper case now.',
    edit: (text) => text.toUpperCase(),
  },
  {
    when: /\blower[- ]?case\b/i,
    done: 'Everything is in lower case now.',
    edit: (text) => text.toLowerCase(),
  },
  {
    when: /\b(title case|capitali[sz]e)\b/i,
    done: 'Each word begins with a capital now.',
    edit: (text) => text.replace(/(?<![\p{L}\p{N}'’])\p{Ll}/gu, (letter) => letter.toUpperCase()),
  },
  {
    when: /\b(trailing|superfluous|extra)\b.*\b(space|spaces|whitespace|blanks?)\b|\bwhitespace\b/i,
    done: 'Trailing and doubled spaces are gone.',
    edit: (text) => text.replace(/[ \t]+$/gm, '').replace(/(?<=\S) {2,}(?=\S)/g, ' '),
  },
  {
    when: /\b(blank|empty) lines\b/i,
    done: 'The empty lines are gone.',
    edit: (text) => text.replace(/^[ \t]*\r?\n/gm, ''),
  },
  {
    when: /\btabs?\b.*\bspaces\b/i,
    done: 'Tabs became spaces.',
    edit: (text) => text.replaceAll('\t', '    '),
  },
  {
    when: /\bsort\b(.*\b(descending|reverse|z to a|backwards)\b)?/i,
    done: 'The lines are sorted.',
    edit: (text, [, , descending]) =>
      byLines(text, (lines) => {
        const sorted = lines.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        return descending === undefined ? sorted : sorted.reverse();
      }),
  },
  {
    when: /\breverse\b/i,
    done: 'The lines stand in reverse order.',
    edit: (text) => byLines(text, (lines) => lines.toReversed()),
  },
  {
    when: /\b(duplicates?|unique)\b/i,
    done: 'Repeated lines are gone.',
    edit: (text) => byLines(text, (lines) => [...new Set(lines)]),
  },
  {
    when: /\b(line numbers|number (the |each |every )?lines?)\b/i,
    done: 'The lines are numbered.',
    edit: (text) => byLines(text, (lines) => lines.map((line, index) => `${index + 1}. ${line}`)),
  },
  {
    when: /\b(bullets?|bulleted|(into|as|make) (it )?a list)\b/i,
    done: 'Each line is an item of a list.',
    edit: (text) =>
      byLines(text, (lines) => lines.map((line) => (line.trim() === '' ? line : `- ${line.trim()}`))),
  },
  {
    when: /\b(remove|delete|strip)\b.*\bcomments?\b/i,
    done: 'The comments are gone.',
    edit: (text) =>
      text.replace(/^[ \t]*(\/\/|#(?!include|!)).*\r?\n?/gm, '').replace(/[ \t]+(\/\/|# ).*$/gm, ''),
  },
  {
    when: /\b(add|write|insert)\b.*\b(comments?|docs?|docstrings?|documentation)\b|\b(document|comment)\b/i,
    done: 'Comments were added.',
    edit: (text, _, sampler) => withComments(text, sampler),
  },
  {
    when: /\b(spelling|typos?|misspel\w+|grammar|proofread|mistakes)\b/i,
    done: 'Common misspellings were corrected.',
    edit: correctSpelling,
  },
  {
    when: /\b(?:translate|translation)\b.*?\b(?:in)?to (german|french|spanish|english)\b/i,
    done: 'The words that the sample service knows were translated.',
    edit: (text, [, language = '']) => translate(text, language),
  },
  {
    when: /\b(shorten|shorter|summari[sz]e|summary|concise|brief)\b/i,
    done: 'Only the first sentence of each paragraph is left.',
    edit: (text) =>
      text
        .split(/\n\s*\n/)
        .map((paragraph) => /^\s*.*?[.!?](?=\s|$)/s.exec(paragraph)?.[0] ?? paragraph)
        .join('\n\n'),
  },
  {
    when: /\bexclamation|exciting|enthusiastic|excited\b/i,
    done: 'It sounds more excited now.',
    edit: (text) => text.replace(/\.(?=\s|$)/g, '!'),
  },
];

/** Edits the text as the instruction says, by rule; where no rule fits, a note in the text says so. */
export function applyInstruction(text: string, instruction: string, sampler: Sampler): Edited {
  for (const { when, done, edit } of rules) {
    const found = when.exec(instruction.trim());
    if (found && text !== '') {
      return { text: edit(text, found, sampler), done };
    }
  }
  const note = `${sampler.pick(['Edited by the sample service', 'A note from the sample service', 'The sample service was asked'])}: ${instruction.trim().replace(/\s+/g, ' ')}`;
  const [open, close] = commentMarks(text);
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  return {
    text: `${text}${separator}${open}${note}${close}${text.endsWith('\n') ? '\n' : ''}`,
    done: 'A note was added at the end.',
  };
}

/** Rewrites the lines of a text, keeping its line ends and whether the last line has one. */
function byLines(text: string, change: (lines: string[]) => string[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const tail = lines.at(-1) === '' ? lines.splice(-1) : [];
  return [...change(lines), ...tail].join(eol);
}

function commentMarks(text: string): readonly [string, string] {
  switch (languageOf(text)) {
    case 'python':
    case 'shell':
      return ['# ', ''];
    case 'html':
      return ['<!-- ', ' -->'];
    case 'css':
      return ['/* ', ' */'];
    case 'sql':
      return ['-- ', ''];
    case 'javascript':
    case 'braces':
      return ['// ', ''];
    default:
      return ['[', ']'];
  }
}

/** A comment before each line that declares something, or before the text where none does. */
function withComments(text: string, sampler: Sampler): string {
  const [open, close] = commentMarks(text);
  const declaration =
    /^(\s*)(?:export\s+|async\s+|pub\s+|public\s+|static\s+)*(?:def|function|class|const|let|fn|func|interface|struct)\s+(\w+)/;
  let added = 0;
  const commented = byLines(text, (lines) =>
    lines.flatMap((line) => {
      const [found, indent = '', declared = ''] = declaration.exec(line) ?? [];
      if (found === undefined) {
        return [line];
      }
      added += 1;
      const words = declared
        .replace(/_/g, ' ')
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase();
      const comment = sampler.pick([
        `Works out the ${words}.`,
        `This is the ${words}.`,
        `What follows is about the ${words}.`,
      ]);
      return [`${indent}${open}${comment}${close}`, line];
    }),
  );
  return added > 0 ? commented : `${open}Explained by the sample service.${close}\n${text}`;
}

const misspelt: Readonly<Record<string, string>> = {
  teh: 'the',
  adn: 'and',
  recieve: 'receive',
  recieved: 'received',
  seperate: 'separate',
  definately: 'definitely',
  occured: 'occurred',
  untill: 'until',
  wich: 'which',
  wierd: 'weird',
  thier: 'their',
  becuase: 'because',
  alot: 'a lot',
  arguement: 'argument',
  begining: 'beginning',
  beleive: 'believe',
  calender: 'calendar',
  enviroment: 'environment',
  existance: 'existence',
  goverment: 'government',
  happend: 'happened',
  neccessary: 'necessary',
  noticable: 'noticeable',
  publically: 'publicly',
  recomend: 'recommend',
  succesful: 'successful',
  tommorow: 'tomorrow',
  tomorow: 'tomorrow',
  truely: 'truly',
  writting: 'writing',
  whats: 'what’s',
  wat: 'what',
  dont: 'don’t',
  wont: 'won’t',
  cant: 'can’t',
  spelng: 'spelling',
  mistaks: 'mistakes',
};

function correctSpelling(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => {
    const right = misspelt[word.toLowerCase()];
    if (right === undefined || !Object.hasOwn(misspelt, word.toLowerCase())) {
      return word;
    }
    return word[0] === word[0]?.toUpperCase() ? right.charAt(0).toUpperCase() + right.slice(1) : right;
  });
}
