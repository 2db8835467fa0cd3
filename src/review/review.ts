import { type TextDocument, type Uri, WorkspaceEdit, workspace } from 'vscode';
import { openDocument } from '../files/open-document.ts';
import { plainLines, textEdits } from './document-text.ts';
import type { ProposalFiles } from './proposal-files.ts';
import { type Rebase, rebase } from './rebase.ts';
import { textChanges } from './text-changes.ts';

/** New texts for a document, of which at most one is applied. All lines end in `\n`. */
export interface Proposal {
  /** The document that they are for. */
  readonly target: Uri;
  /** VS Code's identifier of the document's language. */
  readonly language?: string | undefined;
  /** The document's text that they were made from. */
  readonly base: string;
  /** The whole document's new text, once for each candidate; at least one. */
  readonly texts: readonly string[];
}

/** One of the proposed texts, while it is not shown. */
interface Candidate {
  readonly base: string;
  readonly text: string;
}

/**
 * A proposal under review: the document stays as it is, and the proposed text is a file that the person may edit. What
 * happens to the document meanwhile is carried over into that file where both do not touch; so what differs between
 * the two is what applying changes, nothing else.
 */
export class Review {
  /** The file with the proposed text, on the right of the diff editor. */
  readonly file: Uri;
  readonly language: string | undefined;
  /** Of the tab that it shares with other reviews; `undefined` where it has one of its own. */
  readonly title: string | undefined;
  /** Follows the document when it is renamed. */
  target: Uri;
  readonly #files: ProposalFiles;
  readonly #candidates: Candidate[];
  #index = 0;
  /**
   * What the proposed text is a change of: the document as it was looked at last, but for places that both sides
   * change. There it is as it was before both, so that the conflict is found again until it is settled.
   */
  #base: string;
  #carrying: Promise<void> | undefined;

  /** @param title of the tab that it shares with other reviews */
  constructor(files: ProposalFiles, { target, language, base, texts }: Proposal, title?: string) {
    const [first = base] = texts;
    this.#files = files;
    this.#base = base;
    this.#candidates = texts.map((text) => ({ base, text }));
    this.target = target;
    this.language = language;
    this.title = title;
    // In a tab with several files, VS Code takes a file of another path for one that was renamed.
    this.file = files.create(title === undefined ? workspace.asRelativePath(target) : target.path, first);
  }

  get index(): number {
    return this.#index;
  }

  get count(): number {
    return this.#candidates.length;
  }

  get document(): TextDocument | undefined {
    return openDocument(this.target);
  }

  /** The proposed text as the person sees it. */
  get text(): string {
    const shown = openDocument(this.file);
    return shown?.isDirty ? plainLines(shown.getText()) : (this.#files.text(this.file) ?? '');
  }

  /** The document with the proposed changes in it. */
  rebase(current: string, wins?: 'current' | 'proposal'): Rebase {
    return rebase(this.#base, this.text, current, wins);
  }

  /** Carries what was changed in the document over into the proposed text. */
  carryOver(): Promise<void> {
    this.#carrying ??= this.#carryOver().finally(() => {
      this.#carrying = undefined;
    });
    return this.#carrying;
  }

  async #carryOver(): Promise<void> {
    let carried: string | undefined;
    // Again when the document was changed meanwhile; and when VS Code refuses, since somebody typed just then.
    for (let refused = 0; refused < 5; ) {
      const { document } = this;
      const current = document && plainLines(document.getText());
      if (current === undefined || current === this.#base || current === carried) {
        return;
      }
      const shown = this.text;
      const { text, base } = rebase(this.#base, shown, current, 'proposal');
      if (text === shown || (await this.#show(text))) {
        this.#base = base;
        carried = current;
      } else {
        refused += 1;
      }
    }
  }

  /** Shows the next of several proposed texts; what was changed by hand in this one is kept with it. */
  async showNext(): Promise<void> {
    await this.#carrying;
    this.#candidates[this.#index] = { base: this.#base, text: this.text };
    this.#index = (this.#index + 1) % this.#candidates.length;
    const next = this.#candidates[this.#index];
    if (next) {
      await this.settle();
      this.#base = next.base;
      this.#files.setText(this.file, next.text);
      await this.carryOver();
    }
  }

  /** Saves the proposed text, so that VS Code has no questions when its editor is closed. */
  async settle(): Promise<void> {
    const shown = openDocument(this.file);
    if (shown?.isDirty) {
      await shown.save();
    }
  }

  /** Leaves nothing behind. */
  remove(): void {
    this.#files.remove(this.file);
  }

  /** @returns whether it is shown; not when the person has typed in the same moment */
  async #show(text: string): Promise<boolean> {
    const shown = openDocument(this.file);
    if (!shown?.isDirty) {
      this.#files.setText(this.file, text);
      return true;
    }
    const before = plainLines(shown.getText());
    const edit = new WorkspaceEdit();
    edit.set(this.file, textEdits(before, textChanges(before, text)));
    return workspace.applyEdit(edit);
  }
}
