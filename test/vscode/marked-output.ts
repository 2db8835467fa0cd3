import { format } from 'node:util';

/**
 * What the tests print reaches us among everything that VS Code logs, and VS Code logs much (native modules
 * that are not built, hosts that are out of reach). So the tests mark their lines, and only those are shown.
 */
const mark = 'inkwell-test| ';

/** Marks what this process prints to its console from now on; `console.error` is left to VS Code's own errors. */
export function markConsole(): void {
  for (const method of ['log', 'info', 'warn'] as const) {
    const print = console[method].bind(console);
    const value = (...args: unknown[]) => {
      const lines = format(...args).split('\n');
      print(lines.map((line) => mark + line).join('\n'));
    };
    // VS Code has made these properties ignore a plain assignment.
    Object.defineProperty(console, method, { value, writable: true });
  }
}

/** The lines of `text` that the tests printed, without their mark; each ends with a line feed. */
export function markedLines(text: string): string {
  let lines = '';
  for (const line of text.split(/\r?\n/)) {
    const start = line.indexOf(mark);
    if (start >= 0) {
      lines += `${line.slice(start + mark.length)}\n`;
    }
  }
  return lines;
}
