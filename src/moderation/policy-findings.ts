import {
  CodeAction,
  CodeActionKind,
  type CodeActionProvider,
  commands,
  type Diagnostic,
  Diagnostic as DiagnosticOf,
  DiagnosticSeverity,
  type Disposable,
  l10n,
  languages,
  Range,
  type TextDocument,
  type TextDocumentContentChangeEvent,
  Uri,
  workspace,
} from 'vscode';
import { openDocument } from '../files/open-document.ts';
import { pathBelow } from '../files/path-below.ts';
import type { CommandId } from '../ui/commands.ts';
import { plainText } from '../ui/plain-text.ts';
import { flaggedInWords } from './category-words.ts';
import { afterChange, type PlaceRange } from './moved-ranges.ts';
import { placesIn } from './passages.ts';
import type { TextCheck } from './text-check.ts';
import type { CategoryVerdict } from './verdict.ts';

/** What is shown at a place of a file. */
interface Found {
  readonly range: PlaceRange;
  /** By which it is known again. */
  readonly text: string;
  readonly categories: readonly CategoryVerdict[];
}

interface FoundIn {
  readonly uri: Uri;
  readonly found: readonly Found[];
}

/** What changes in a document from now on. */
export interface ChangesOf extends Disposable {
  readonly changes: readonly TextDocumentContentChangeEvent[];
}

/** Flagged places, as problems of VS Code. They move with what is typed elsewhere, and go with a change of their lines. */
export class PolicyFindings implements CodeActionProvider, Disposable {
  readonly #collection = languages.createDiagnosticCollection('inkwell-policy');
  readonly #all = new Map<string, FoundIn>();
  readonly #listeners: readonly Disposable[];

  constructor() {
    const files = workspace.createFileSystemWatcher('**/*', true, true);
    this.#listeners = [
      this.#collection,
      files,
      // By whomever, such as git; `onDidDeleteFiles` tells what VS Code itself deletes, wherever that is.
      files.onDidDelete((uri) => this.#clearBelow([uri])),
      languages.registerCodeActionsProvider({ scheme: '*' }, this, {
        providedCodeActionKinds: [CodeActionKind.QuickFix],
      }),
      workspace.onDidChangeTextDocument(({ document: { uri }, contentChanges }) =>
        this.#update(uri, (found) => found.flatMap((each) => moved(each, contentChanges))),
      ),
      // On the disk it may have changed while nobody looked.
      workspace.onDidOpenTextDocument((document) =>
        this.#update(document.uri, (found) => found.filter((each) => isThere(each, document))),
      ),
      workspace.onDidCloseTextDocument(({ uri, isUntitled }) => isUntitled && this.clear(uri)),
      workspace.onDidDeleteFiles(({ files }) => this.#clearBelow(files)),
      workspace.onDidRenameFiles(({ files }) => this.#clearBelow(files.map(({ oldUri }) => oldUri))),
    ];
  }

  /** Notes what changes in a document while its text is checked. */
  follow(uri: Uri): ChangesOf {
    const changes: TextDocumentContentChangeEvent[] = [];
    const key = uri.toString();
    const listener = workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.toString() === key) {
        changes.push(...contentChanges);
      }
    });
    return { changes, dispose: () => void listener.dispose() };
  }

  /**
   * Shows what a check has found, in place of what was found before.
   *
   * @param changes what has changed since the text was read
   * @param within only what was found in these counts as found before; all of it when absent
   */
  show(
    uri: Uri,
    { text, findings }: Pick<TextCheck, 'text' | 'findings'>,
    changes: readonly TextDocumentContentChangeEvent[],
    within?: readonly PlaceRange[],
  ): void {
    const placeOf = placesIn(text);
    const document = openDocument(uri);
    const found = findings
      .map(({ start, end, categories }) => ({
        range: { start: placeOf(start), end: placeOf(end) },
        text: text.slice(start, end),
        categories,
      }))
      .flatMap((each) => moved(each, changes))
      .filter((each) => !document || isThere(each, document));
    const parts = within && [...within, ...found.map(({ range }) => range)].map(rangeOf);
    const kept = parts
      ? (this.#all.get(uri.toString())?.found ?? []).filter(({ range }) =>
          parts.every((part) => part.intersection(rangeOf(range)) === undefined),
        )
      : [];
    this.#set(uri, [...kept, ...found]);
  }

  /** Takes away what is shown: everywhere, in a file, or at a place of it. */
  clear(uri?: Uri, range?: Range): void {
    if (!uri) {
      this.#all.clear();
      this.#collection.clear();
      this.#tell();
    } else if (!range) {
      this.#set(uri, []);
    } else {
      this.#update(uri, (found) => found.filter((each) => !rangeOf(each.range).isEqual(range)));
    }
  }

  /** The same, as a command is given it: by the quick fix, or by a key binding. */
  clearGiven([uri, range]: readonly unknown[]): void {
    if (uri instanceof Uri) {
      this.clear(uri, range instanceof Range ? range : undefined);
    } else {
      this.clear();
    }
  }

  provideCodeActions({ uri }: TextDocument, range: Range): CodeAction[] {
    const here = this.#collection.get(uri)?.filter((each) => each.range.intersection(range)) ?? [];
    return here.map((diagnostic) => {
      const action = new CodeAction(
        here.length === 1
          ? l10n.t('Dismiss Content Policy Finding')
          : l10n.t('Dismiss “{0}”', diagnostic.message),
        CodeActionKind.QuickFix,
      );
      action.diagnostics = [diagnostic];
      action.command = {
        command: 'inkwell.clearPolicyFindings' satisfies CommandId,
        title: action.title,
        arguments: [uri, diagnostic.range],
      };
      return action;
    });
  }

  dispose(): void {
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  #update(uri: Uri, change: (found: readonly Found[]) => readonly Found[]): void {
    const before = this.#all.get(uri.toString());
    if (before) {
      this.#set(uri, change(before.found));
    }
  }

  #clearBelow(gone: readonly Uri[]): void {
    for (const { uri } of [...this.#all.values()]) {
      if (gone.some(({ scheme, path }) => uri.scheme === scheme && pathBelow(path, uri.path) !== undefined)) {
        this.#set(uri, []);
      }
    }
  }

  #set(uri: Uri, found: readonly Found[]): void {
    if (found.length > 0) {
      this.#all.set(uri.toString(), { uri, found });
      this.#collection.set(uri, found.map(diagnosticOf));
    } else {
      this.#all.delete(uri.toString());
      this.#collection.delete(uri);
    }
    this.#tell();
  }

  #tell(): void {
    void commands.executeCommand('setContext', 'inkwell.hasPolicyFindings', this.#all.size > 0);
  }
}

function moved(found: Found, changes: readonly TextDocumentContentChangeEvent[]): Found[] {
  let range: PlaceRange | undefined = found.range;
  for (const change of changes) {
    range = range && afterChange(range, change);
  }
  return range ? [{ ...found, range }] : [];
}

function isThere({ range, text }: Found, document: TextDocument): boolean {
  return sameLines(document.getText(rangeOf(range)), text);
}

/** VS Code gives all lines of a document the same end. */
function sameLines(a: string, b: string): boolean {
  return a.replace(/\r\n?/g, '\n') === b.replace(/\r\n?/g, '\n');
}

function rangeOf({ start, end }: PlaceRange): Range {
  return new Range(start.line, start.character, end.line, end.character);
}

function diagnosticOf({ range, categories }: Found): Diagnostic {
  const diagnostic = new DiagnosticOf(
    rangeOf(range),
    l10n.t('Content policy: {0}', flaggedInWords(categories)),
    DiagnosticSeverity.Warning,
  );
  diagnostic.source = l10n.t('Inkwell policy');
  const [first] = categories;
  if (first) {
    diagnostic.code = plainText(first.name, 40);
  }
  return diagnostic;
}
