import { knownBody } from './functions.ts';
import type { Language } from './language.ts';
import type { Sampler } from './sampler.ts';

interface Place {
  language: Language;
  prompt: string;
  suffix: string;
  /** The line the prompt ends in, or when that is empty the last one that is not. */
  line: string;
  /** Whether the prompt ends within a line, so that the continuation goes on in it. */
  within: boolean;
  indent: string;
  unit: string;
}

/** Continues code: an expression, a body that was opened, a function that a comment asks for, or a statement. */
export function codeContinuation(
  language: Exclude<Language, 'prose'>,
  prompt: string,
  suffix: string,
  sampler: Sampler,
): string {
  const lines = prompt.split('\n');
  const current = lines.at(-1) ?? '';
  const line = lines.findLast((each) => each.trim() !== '') ?? '';
  const tabs = /^\t/m.test(prompt);
  const place: Place = {
    language,
    prompt,
    suffix,
    line,
    within: current.trim() !== '',
    indent: /^\s*/.exec(current.trim() === '' && current !== '' ? current : line)?.[0] ?? '',
    unit: tabs ? '\t' : language === 'python' || /^ {4}(\S|$)/m.test(prompt) ? '    ' : '  ',
  };
  switch (language) {
    case 'html':
      return html(place);
    case 'css':
      return inBlock(place, ['margin: 0 auto;', 'padding: 0.5rem 1rem;', 'color: #223;']);
    case 'json':
      return place.within && /[:,[]\s*$/.test(prompt)
        ? ' "sample"\n}'
        : '\n  "name": "sample",\n  "version": 1\n}\n';
    case 'sql':
      return `${place.within ? '\n' : ''}WHERE created_at >= '2023-01-01'\nORDER BY created_at DESC\nLIMIT 20;\n`;
    case 'shell':
      return `${place.within ? '\n' : ''}for file in *.txt; do\n  echo "$file: $(wc -l < "$file") lines"\ndone\n`;
    default:
      return statement(place, sampler);
  }
}

function statement(place: Place, sampler: Sampler): string {
  const { line, within, language } = place;
  const python = language === 'python';
  const end = python ? '' : ';';
  const asked = commentedRequest(line);
  if (asked !== undefined) {
    return `${within ? '\n' : ''}${functionFor(asked, place, sampler)}`;
  }
  if (python ? /:\s*$/.test(line) : /\{\s*$/.test(line)) {
    return body(place, sampler);
  }
  if (!within) {
    return `${nextStatement(place, sampler)}\n`;
  }
  if (/\breturn\s*$/.test(line)) {
    return `${space(line)}${lastName(place)}${end}`;
  }
  if (/[^=!<>]=\s*$/.test(line)) {
    return `${space(line)}${valueFor(line, python)}${end}`;
  }
  if (/\.\s*$/.test(line)) {
    return (
      sampler.pick(
        python ? ['append(value)', 'items()', 'strip()'] : ['length', 'map((each) => each)', 'toString()'],
      ) + end
    );
  }
  if (/\(\s*$/.test(line)) {
    return `${lastName(place)})${end}`;
  }
  return /[;}),\]]\s*$/.test(line) || python
    ? `\n${place.indent}${nextStatement(place, sampler)}\n`
    : `${end}\n`;
}

/** What a comment line asks for, in words. */
function commentedRequest(line: string): string | undefined {
  return /^\s*(?:\/\/|#(?!include|!)|\/\*\*?)\s*(.{4,}?)\s*(?:\*\/)?$/.exec(line)?.[1];
}

function functionFor(request: string, place: Place, sampler: Sampler): string {
  const words = request
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, ' ')
    .split(/\s+/)
    .filter(
      (word) =>
        word !== '' && !/^(a|an|the|to|that|which|of|this|function|write|returns?|for|some)$/.test(word),
    )
    .slice(0, 4);
  const python = place.language === 'python';
  const name = python
    ? words.join('_') || 'sample'
    : words.map((word, i) => (i === 0 ? word : (word[0] ?? '').toUpperCase() + word.slice(1))).join('') ||
      'sample';
  const code = knownBody(
    words.find((word) => knownBody(word, [], 'python')) ?? name,
    ['items'],
    python ? 'python' : 'braces',
  );
  const inner = indented(
    code ??
      (python
        ? sampler.pick(['return items', 'return [item for item in items if item]', 'return sorted(items)'])
        : sampler.pick([
            'return items;',
            'return items.filter((item) => item !== undefined);',
            'const [first] = items;\nreturn first;',
          ])),
    place.indent + place.unit,
    place.unit,
  );
  return python
    ? `${place.indent}def ${name}(items):\n${inner}\n`
    : `${place.indent}function ${name}(items) {\n${inner}\n${place.indent}}\n`;
}

function body(place: Place, sampler: Sampler): string {
  const python = place.language === 'python';
  const signature = /(\w+)\s*(?:=\s*(?:async\s*)?)?\(([^()]*)\)/.exec(place.line);
  const [, name = '', list = ''] = signature ?? [];
  const parameters = list
    .split(',')
    .map((part) => /(?:\.\.\.)?(\w+)\s*(?:[:=].*)?$/.exec(part.trim())?.[1] ?? '')
    .filter((part) => part !== '' && part !== 'self');
  const first = parameters[0] ?? '0';
  const code =
    knownBody(name, parameters, python ? 'python' : 'braces') ??
    (python
      ? sampler.pick([`result = ${first}\nreturn result`, `print(${first})\nreturn ${first}`])
      : sampler.pick([
          `const result = ${first};\nreturn result;`,
          `console.log(${first});\nreturn ${first};`,
        ]));
  return inBlock(place, code.split('\n'));
}

/** Lines inside the block that the prompt has opened, closed unless the suffix does or the language need not. */
function inBlock(place: Place, lines: readonly string[]): string {
  const open = /[{:]\s*$/.test(place.line);
  const outer = open ? (/^\s*/.exec(place.line)?.[0] ?? '') : place.indent.slice(place.unit.length);
  const inner = indented(lines.join('\n'), outer + place.unit, place.unit);
  // Where the cursor already stands indented, the first line must not be indented twice.
  const typed = place.within ? '' : (/[^\n]*$/.exec(place.prompt)?.[0] ?? '');
  const start = place.within ? `\n${inner}` : inner.slice(inner.startsWith(typed) ? typed.length : 0);
  const closed = place.language === 'python' || /^\s*\}/.test(place.suffix);
  return closed ? start + (place.suffix.startsWith('\n') ? '' : '\n') : `${start}\n${outer}}\n`;
}

function indented(code: string, indent: string, unit: string): string {
  return code
    .split('\n')
    .map((line) => indent + line.replace(/^( {2})+/, (spaces) => unit.repeat(spaces.length / 2)))
    .join('\n');
}

function nextStatement(place: Place, sampler: Sampler): string {
  const name = lastName(place);
  return place.language === 'python'
    ? sampler.pick([`print(${name})`, `assert ${name} is not None`, `result = ${name}`])
    : sampler.pick([`console.log(${name});`, `const result = ${name};`, `return ${name};`]);
}

/** The name that was introduced last. */
function lastName({ prompt }: Place): string {
  const names = [
    ...prompt.matchAll(/\b(?:const|let|var|def|function|fn|func|int)\s+(\w+)|^\s*(\w+)\s*=[^=]/gm),
  ];
  const last = names.at(-1);
  return last?.[1] ?? last?.[2] ?? 'value';
}

function valueFor(line: string, python: boolean): string {
  const name = /(\w+)\s*(?::[^=]*)?=\s*$/.exec(line)?.[1] ?? '';
  if (/count|total|sum|index|size|length|age|year/i.test(name)) {
    return '0';
  }
  if (/^(is|has|can|should)|enabled|done|ready/i.test(name)) {
    return python ? 'False' : 'false';
  }
  if (/list|items|array|names|values|s$/i.test(name)) {
    return '[]';
  }
  if (/map|dict|options|config/i.test(name)) {
    return '{}';
  }
  return `'${name || 'sample'}'`;
}

function space(line: string): string {
  return /\s$/.test(line) ? '' : ' ';
}

/** Closes the elements that stand open, after a paragraph. */
function html({ prompt, within }: Place): string {
  const open: string[] = [];
  for (const [, slash, name = ''] of prompt.matchAll(/<(\/?)([a-z][\w-]*)\b[^>]*?(?<!\/)>/gi)) {
    if (slash) {
      open.splice(open.lastIndexOf(name), 1);
    } else if (!/^(br|hr|img|input|meta|link)$/i.test(name)) {
      open.push(name);
    }
  }
  const closing = open.reverse().map((name) => `</${name}>`);
  return `${within ? '\n' : ''}<p>This paragraph was written by the sample service.</p>\n${closing.join('\n')}\n`;
}
