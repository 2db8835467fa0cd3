import {
  type Disposable,
  DocumentLink,
  type DocumentLinkProvider,
  l10n,
  languages,
  Range,
  type TextDocument,
  type TextDocumentContentProvider,
  type TextEditor,
  TextEditorLineNumbersStyle,
  ThemeColor,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';

const REPORT = 'inkwell-policy';

/** Reports that can still be gone back to. */
const MOST = 20;

/** How a part of a report looks. */
export type ReportLook = 'heading' | 'flagged' | 'quiet';

export interface ReportPart {
  readonly text: string;
  readonly look?: ReportLook;
  /** Where it leads. */
  readonly target?: Uri;
}

export type ReportLine = readonly (string | ReportPart)[];

/** A text that VS Code shows, and what of it is more than text. */
interface Report {
  readonly text: string;
  readonly links: readonly DocumentLink[];
  readonly looks: ReadonlyMap<ReportLook, readonly Range[]>;
}

/**
 * Reports as documents that cannot be edited. As plain text, nothing in them can be anything else than text, whatever a
 * file or a service says; what leads elsewhere was made here.
 */
export class PolicyReports implements TextDocumentContentProvider, DocumentLinkProvider, Disposable {
  readonly #reports = new Map<string, Report>();
  readonly #looks = {
    heading: window.createTextEditorDecorationType({ fontWeight: 'bold' }),
    flagged: window.createTextEditorDecorationType({
      color: new ThemeColor('editorWarning.foreground'),
      fontWeight: 'bold',
    }),
    quiet: window.createTextEditorDecorationType({ color: new ThemeColor('descriptionForeground') }),
  } as const;
  readonly #listeners: readonly Disposable[];
  #made = 0;

  constructor() {
    this.#listeners = [
      ...Object.values(this.#looks),
      workspace.registerTextDocumentContentProvider(REPORT, this),
      languages.registerDocumentLinkProvider({ scheme: REPORT }, this),
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) {
          this.#dress(editor);
        }
      }),
    ];
  }

  /** Keeps a report; what is returned shows it. */
  add(title: string, lines: readonly ReportLine[]): (beside: boolean) => Promise<void> {
    this.#made += 1;
    const path = `/${title.replace(/[/\\]/g, '-')}`;
    const uri = Uri.from({ scheme: REPORT, path, query: String(this.#made) });
    this.#reports.set(uri.toString(), reportOf(lines));
    const [oldest] = this.#reports.keys();
    if (this.#reports.size > MOST && oldest !== undefined) {
      this.#reports.delete(oldest);
    }
    return async (beside) => {
      const editor = await window.showTextDocument(uri, {
        viewColumn: beside ? ViewColumn.Beside : ViewColumn.Active,
        preserveFocus: beside,
        preview: true,
      });
      this.#dress(editor);
    };
  }

  provideTextDocumentContent(uri: Uri): string {
    return (
      this.#reports.get(uri.toString())?.text ??
      l10n.t('This report is not kept any more. Check once more to have it anew.')
    );
  }

  provideDocumentLinks({ uri }: TextDocument): DocumentLink[] {
    return [...(this.#reports.get(uri.toString())?.links ?? [])];
  }

  dispose(): void {
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  #dress(editor: TextEditor): void {
    const report = this.#reports.get(editor.document.uri.toString());
    if (report) {
      // Its numbers of lines are of other documents.
      editor.options = { lineNumbers: TextEditorLineNumbersStyle.Off };
      for (const [look, decoration] of Object.entries(this.#looks)) {
        editor.setDecorations(decoration, [...(report.looks.get(look as ReportLook) ?? [])]);
      }
    }
  }
}

function reportOf(lines: readonly ReportLine[]): Report {
  const links: DocumentLink[] = [];
  const looks = new Map<ReportLook, Range[]>();
  const text = lines.map((parts, line) => {
    let written = '';
    for (const part of parts) {
      const { text: said, look, target } = typeof part === 'string' ? { text: part } : part;
      const range = new Range(line, written.length, line, written.length + said.length);
      if (target) {
        links.push(new DocumentLink(range, target));
      }
      if (look) {
        const alike = looks.get(look) ?? [];
        alike.push(range);
        looks.set(look, alike);
      }
      written += said;
    }
    return written.trimEnd();
  });
  return { text: `${text.join('\n')}\n`, links, looks };
}
