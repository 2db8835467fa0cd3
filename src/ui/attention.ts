import { type Disposable, type TextDocumentChangeEvent, window, workspace } from 'vscode';

/** Milliseconds after the last letter in which a person may still be typing. */
const TYPING = 2_000;

/** Watches whether a person goes on working while they wait for something: then nothing may take the focus from them. */
export class Attention implements Disposable {
  readonly #document = window.activeTextEditor?.document;
  readonly #listener: Disposable;
  /** Milliseconds since 1970. */
  #typed = 0;

  constructor() {
    this.#listener = workspace.onDidChangeTextDocument((change) => {
      if (isTyping(change)) {
        this.#typed = Date.now();
      }
    });
  }

  /** Whether they are in another document by now, or typing. */
  get isElsewhere(): boolean {
    return window.activeTextEditor?.document !== this.#document || Date.now() - this.#typed < TYPING;
  }

  dispose(): void {
    this.#listener.dispose();
  }
}

/** Letters come one by one, or with the bracket that closes them. */
function isTyping({ document, contentChanges }: TextDocumentChangeEvent): boolean {
  return (
    document === window.activeTextEditor?.document &&
    contentChanges.some(({ text, rangeLength }) => text.length <= 2 && rangeLength <= 2)
  );
}
