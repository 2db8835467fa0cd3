import { type CodeInfo, readCodeInfo } from '../../chat/shared/code-info.ts';
import { CODE_ACTIONS, type CodeAction } from '../../chat/shared/protocol.ts';

/** What the view says to people. */
export interface MarkdownWords {
  readonly copy: string;
  /** Stands on the button for a moment after it was pressed. */
  readonly copied: string;
  readonly insert: string;
  readonly newFile: string;
  readonly apply: string;
  /** Names a code block of which nothing is known, to screen readers: “Code”. */
  readonly code: string;
  /** And one of which something is: “Code: {0}”. */
  readonly codeOf: string;
  /** Names a table that is too wide and can be scrolled: “Table”. */
  readonly table: string;
}

/** Milliseconds for which a button says that it has copied. */
const SAID = 1_500;

/** What stands around code: its language and name, and its buttons. */
export class CodeFrame {
  readonly element = document.createElement('div');
  readonly code = document.createElement('code');
  /** Scrolls. */
  readonly pre = document.createElement('pre');
  readonly #title = document.createElement('span');
  readonly #buttons = new Map<CodeAction, HTMLButtonElement>();
  readonly #words: MarkdownWords;
  #info: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(words: MarkdownWords, onAction: (action: CodeAction) => void) {
    this.#words = words;
    this.element.className = 'md-code';
    this.element.setAttribute('role', 'group');
    const head = document.createElement('div');
    head.className = 'md-code-head';
    this.#title.className = 'md-code-title';
    this.#title.dir = 'auto';
    const actions = document.createElement('div');
    actions.className = 'md-code-actions';
    for (const action of CODE_ACTIONS) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = words[action];
      button.addEventListener('click', () => {
        onAction(action);
        if (action === 'copy') {
          this.#sayCopied(button);
        }
      });
      this.#buttons.set(action, button);
      actions.append(button);
    }
    head.append(this.#title, actions);
    this.pre.dir = 'ltr';
    this.pre.append(this.code);
    this.element.append(head, this.pre);
  }

  /** Shows what the line says that opens the code. */
  describe(info: string): CodeInfo {
    const described = readCodeInfo(info);
    if (info !== this.#info) {
      this.#info = info;
      const title = [described.language, described.fileName].filter((part) => part).join(' · ');
      this.#title.textContent = title;
      const label = title ? this.#words.codeOf.replace('{0}', () => title) : this.#words.code;
      this.element.setAttribute('aria-label', label);
      for (const [action, button] of this.#buttons) {
        button.setAttribute('aria-label', `${this.#words[action]}, ${label}`);
      }
    }
    return described;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #sayCopied(button: HTMLButtonElement): void {
    clearTimeout(this.#timer);
    button.textContent = this.#words.copied;
    this.#timer = setTimeout(() => {
      button.textContent = this.#words.copy;
    }, SAID);
  }
}
