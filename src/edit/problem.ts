import { commands, type DocumentSymbol, Range, type SymbolInformation, type TextDocument } from 'vscode';
import type { Problem } from './edit-arguments.ts';

/** Lines around a problem that are sent where nothing says what it is in. */
const AROUND = 15;

/** Lines of what it is in that are sent at most. */
const MOST_LINES = 200;

/** What is to be done about problems, for the model: with their lines, since it gets no positions. */
export function instructionFor(document: TextDocument, problems: readonly Problem[]): string {
  const said = problems.map(({ message, range }) => {
    const line = document.lineAt(Math.min(range.start.line, document.lineCount - 1)).text.trim();
    return line === '' ? message : `${message} (in the line \`${line.slice(0, 200)}\`)`;
  });
  return `Fix this, and change nothing else: ${said.join('; ')}`;
}

/** The whole lines to send for problems: of the innermost thing that has all of them, else some around. */
export async function rangeAround(document: TextDocument, problems: readonly Problem[]): Promise<Range> {
  const marked = problems.map(({ range }) => range).reduce((all, range) => all.union(range));
  const symbols = await commands.executeCommand<readonly (DocumentSymbol | SymbolInformation)[] | undefined>(
    'vscode.executeDocumentSymbolProvider',
    document.uri,
  );
  const within = innermost(symbols ?? [], marked);
  const last = document.lineCount - 1;
  const start = within?.start.line ?? Math.max(0, marked.start.line - AROUND);
  const end = within?.end.line ?? Math.min(last, marked.end.line + AROUND);
  return document.validateRange(new Range(start, 0, end, Number.MAX_SAFE_INTEGER));
}

function innermost(
  symbols: readonly (DocumentSymbol | SymbolInformation)[],
  marked: Range,
): Range | undefined {
  let found: Range | undefined;
  const look = (symbol: DocumentSymbol | SymbolInformation): void => {
    const range = 'location' in symbol ? symbol.location.range : symbol.range;
    if (!range.contains(marked)) {
      return;
    }
    const lines = range.end.line - range.start.line + 1;
    // A thing of one line says too little about itself.
    if (lines <= MOST_LINES && lines > 1 && (!found || found.contains(range))) {
      found = range;
    }
    if ('children' in symbol) {
      symbol.children.forEach(look);
    }
  };
  symbols.forEach(look);
  return found;
}
