import { type TextDocument, type Uri, WorkspaceEdit, workspace } from 'vscode';
import { openDocument } from '../files/open-document.ts';
import { plainLines, textEdits } from './document-text.ts';
import type { ProposalFiles } from './proposal-files.ts';
import { type Rebase, rebase } from './rebase.ts';
import { countHunks, textChanges } from './text-changes.ts';

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

/** What a review is called. */
export interface ReviewName {
  /** Of the tab that it shares with other reviews; `undefined` where it has one of its own. */
  readonly title?: string | undefined;
  /** Of several reviews of one document, which one; from 1. */
  readonly number?: number;
}

/** Milliseconds for which a save that is under way is waited for. */
const SAVING = 2_000;
/** Milliseconds after the last letter in which a person may still be typing. */
const TYPING = 1_000;

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
  readonly language: string | undefined;
  /** Of the tab that it shares with other reviews; `undefined` where it has one of its own. */
  readonly title: string | undefined;
  /** Of several reviews of one document, which one; from 1. */
  readonly number: number;
  /** When the text was changed last by hand, in milliseconds since 1970. */
  touched = 0;
  /** Follows the document when it is renamed. */
  target: Uri;
  readonly #files: ProposalFiles;
  readonly #candidates: Candidate[];
  #index = 0;
  #file: Uri;
  /**
   * What the proposed text is a change of: the document as it was looked at last, but for places that both sides
   * change. There it is as it was before both, so that the conflict is found again until it is settled.
   */
  #base: string;
  /** What was counted last, and for what. */
  #counted:
    | {
        readonly document: TextDocument;
        readonly version: number;
        readonly text: string;
        readonly changes: number;
      }
    | undefined;
  #carrying: Promise<void> | undefined;

  constructor(
    files: ProposalFiles,
    { target, language, base, texts }: Proposal,
    { title, number = 1 }: ReviewName = {},
  ) {
    const [first = base] = texts;
    this.#files = files;
    this.#base = base;
    this.#candidates = texts.map((text) => ({ base, text }));
    this.target = target;
    this.language = language;
    this.title = title;
    this.number = number;
    this.#file = this.#newFile(first);
  }

  /** The file with the proposed text, on the right of the diff editor: another one for each candidate. */
  get file(): Uri {
    return this.#file;
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

  /** How many places of the document it changes. */
  get changes(): number {
    const { document, text } = this;
    if (!document) {
      return 0;
    }
    // VS Code tells of the same state again and again.
    if (
      this.#counted?.document !== document ||
      this.#counted.version !== document.version ||
      this.#counted.text !== text
    ) {
      const changes = countHunks(plainLines(document.getText()), text);
      this.#counted = { document, version: document.version, text, changes };
    }
    return this.#counted.changes;
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

  /**
   * Goes on to the next of several proposed texts; what was changed by hand in this one is kept with it. It gets a file
   * of its own, so that undo does not lead from one to the other.
   *
   * @returns the file of the former, which may be removed once nothing shows it
   */
  async next(): Promise<Uri> {
    await this.#carrying;
    const former = this.#file;
    this.#candidates[this.#index] = { base: this.#base, text: this.text };
    await this.settle();
    this.#index = (this.#index + 1) % this.#candidates.length;
    const next = this.#candidates[this.#index];
    if (next) {
      this.#base = next.base;
      this.#file = this.#newFile(next.text);
      await this.carryOver();
    }
    return former;
  }

  /** What is proposed as it stands now, to be shown again. */
  snapshot(): Proposal {
    const { target, language, text } = this;
    const others = this.#candidates.filter(({ base }, index) => index !== this.#index && base === this.#base);
    return { target, language, base: this.#base, texts: [text, ...others.map((other) => other.text)] };
  }

  /** Saves the proposed text, so that VS Code has no questions when its editor is closed. */
  async settle(): Promise<void> {
    const shown = openDocument(this.file);
    // While VS Code saves by itself, a save that is asked for does nothing.
    for (let attempt = 0; shown?.isDirty && !shown.isClosed && attempt < 3; attempt++) {
      await shown.save();
      if (shown.isDirty && !shown.isClosed) {
        await saved(shown);
      }
    }
  }

  /** Leaves nothing behind. */
  remove(): void {
    this.#files.remove(this.file);
  }

  /** @returns whether it is shown; not when the person has typed in the same moment */
  async #show(text: string): Promise<boolean> {
    const shown = openDocument(this.file);
    // Where somebody is typing, VS Code sees to it that neither is lost.
    if (!shown || !(shown.isDirty || Date.now() - this.touched < TYPING)) {
      this.#files.setText(this.file, text);
      return true;
    }
    const before = plainLines(shown.getText());
    const edit = new WorkspaceEdit();
    edit.set(this.file, textEdits(before, textChanges(before, text)));
    return workspace.applyEdit(edit);
  }
  #newFile(text: string): Uri {
    // In a tab with several files, VS Code takes a file of another path for one that was renamed.
    const name = this.title === undefined ? workspace.asRelativePath(this.target) : this.target.path;
    return this.#files.create(name, text);
  }
}

/** Waits for a save that somebody else has begun. */
function saved(document: TextDocument): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      listener.dispose();
      clearTimeout(late);
      resolve();
    };
    const listener = workspace.onDidSaveTextDocument((other) => other === document && done());
    const late = setTimeout(done, SAVING);
  });
}
