/** Texts, which stay as they are, and the numbers that JSON has not. A text that never ends is passed by at once. */
const TEXT_OR_NO_NUMBER = /"(?:[^"\\]|\\.?)*(?:"|$)|-?\b(?:NaN|Infinity)\b/gs;

/**
 * What a body says, with or without a byte order mark; `undefined` for what is not JSON. Numbers that are none (`NaN`,
 * `Infinity`), which the libraries of some services write nevertheless, are `null`.
 */
export function parseJson(body: string): unknown {
  const text = body.charCodeAt(0) === 0xfeff ? body.slice(1) : body;
  const value = parse(text);
  return value === undefined && /^\s*[[{]/.test(text)
    ? parse(text.replace(TEXT_OR_NO_NUMBER, (found) => (found.startsWith('"') ? found : 'null')))
    : value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
