/** A function that the sample model knows by name: its body for the parameters $0, $1 …, indented by two spaces. */
interface Known {
  name: RegExp;
  python: string;
  braces: string;
}

const known: readonly Known[] = [
  {
    name: /^fib(onacci)?$/i,
    python: `if $0 < 2:\n  return $0\nreturn fibonacci($0 - 1) + fibonacci($0 - 2)`,
    braces: `if ($0 < 2) {\n  return $0;\n}\nreturn fibonacci($0 - 1) + fibonacci($0 - 2);`,
  },
  {
    name: /^factorial$/i,
    python: `return 1 if $0 <= 1 else $0 * factorial($0 - 1)`,
    braces: `return $0 <= 1 ? 1 : $0 * factorial($0 - 1);`,
  },
  {
    name: /^(gcd|greatestCommonDivisor)$/i,
    python: `while $1:\n  $0, $1 = $1, $0 % $1\nreturn $0`,
    braces: `return $1 === 0 ? $0 : gcd($1, $0 % $1);`,
  },
  {
    name: /^is_?prime$/i,
    python: `if $0 < 2:\n  return False\nreturn all($0 % d for d in range(2, int($0 ** 0.5) + 1))`,
    braces: `for (let d = 2; d * d <= $0; d++) {\n  if ($0 % d === 0) {\n    return false;\n  }\n}\nreturn $0 > 1;`,
  },
  { name: /^is_?even$/i, python: 'return $0 % 2 == 0', braces: 'return $0 % 2 === 0;' },
  { name: /^is_?odd$/i, python: 'return $0 % 2 == 1', braces: 'return $0 % 2 !== 0;' },
  { name: /^(add|plus)$/i, python: 'return $0 + $1', braces: 'return $0 + $1;' },
  { name: /^(subtract|minus)$/i, python: 'return $0 - $1', braces: 'return $0 - $1;' },
  { name: /^(multiply|times|product)$/i, python: 'return $0 * $1', braces: 'return $0 * $1;' },
  {
    name: /^divide$/i,
    python: `if $1 == 0:\n  raise ZeroDivisionError('$1 must not be 0')\nreturn $0 / $1`,
    braces: `if ($1 === 0) {\n  throw new RangeError('$1 must not be 0');\n}\nreturn $0 / $1;`,
  },
  {
    name: /^(average|mean)/i,
    python: 'return sum($0) / len($0) if $0 else 0',
    braces: 'return $0.length === 0 ? 0 : $0.reduce((sum, each) => sum + each, 0) / $0.length;',
  },
  {
    name: /^(sum|total)/i,
    python: 'return sum($0)',
    braces: 'return $0.reduce((sum, each) => sum + each, 0);',
  },
  { name: /^(max|largest)/i, python: 'return max($0)', braces: 'return Math.max(...$0);' },
  { name: /^(min|smallest)/i, python: 'return min($0)', braces: 'return Math.min(...$0);' },
  {
    name: /^clamp$/i,
    python: 'return max($1, min($2, $0))',
    braces: 'return Math.max($1, Math.min($2, $0));',
  },
  { name: /^reverse/i, python: 'return $0[::-1]', braces: `return [...$0].reverse().join('');` },
  {
    name: /palindrome/i,
    python: 'text = $0.lower()\nreturn text == text[::-1]',
    braces: `const text = $0.toLowerCase();\nreturn text === [...text].reverse().join('');`,
  },
  { name: /^(unique|dedupe)/i, python: 'return list(dict.fromkeys($0))', braces: 'return [...new Set($0)];' },
  { name: /^sort/i, python: 'return sorted($0)', braces: 'return [...$0].sort((a, b) => a - b);' },
  {
    name: /^(count_?words|word_?count)$/i,
    python: 'return len($0.split())',
    braces: `return $0.split(/\\s+/).filter((word) => word !== '').length;`,
  },
  {
    name: /^(greet|hello|say_?hello)/i,
    python: `return f'Hello, {$0}!'`,
    braces: `return 'Hello, ' + $0 + '!';`,
  },
  {
    name: /^(capitali[sz]e)/i,
    python: 'return $0[:1].upper() + $0[1:]',
    braces: 'return $0.charAt(0).toUpperCase() + $0.slice(1);',
  },
];

/** The body of a function by its name and parameters, or undefined when the name says nothing to us. */
export function knownBody(
  name: string,
  parameters: readonly string[],
  style: 'python' | 'braces',
): string | undefined {
  const found = known.find((each) => each.name.test(name));
  if (!found) {
    return undefined;
  }
  const body = found[style].replace(/\$(\d)/g, (_, index: string) => parameters[Number(index)] ?? 'value');
  // The recursive ones call themselves by the name they bear here.
  return body.replace(/\b(fibonacci|factorial|gcd)\(/g, `${name}(`);
}
