import { html, nothing, render } from 'lit/html.js';
import type { Turn } from '../../chat/shared/protocol.ts';
import type { ChatWords } from '../../chat/shared/words.ts';
import type { MarkdownViewOptions } from '../markdown/markdown-view.ts';
import type { ActionBar, ActionBars, Look } from './action-bar.ts';
import { ReplyText } from './reply-text.ts';
import { isSame } from './same.ts';
import * as parts from './turn-parts.ts';

/** Beyond so many lines or characters, a message of the person is folded. */
const FOLDED = { lines: 12, characters: 1200 };

/** One message: an `<article>` that is drawn anew only when something in it has changed. */
export class TurnView {
  readonly element = document.createElement('article');
  readonly #words: ChatWords;
  readonly #reply: ReplyText | undefined;
  #turn: Turn;
  #isUnfolded = false;
  #isReadOnly = false;
  readonly #bars: ActionBars;
  #bar: ActionBar | undefined;

  constructor(turn: Turn, words: ChatWords, bars: ActionBars, onCode: MarkdownViewOptions['onCodeAction']) {
    this.#turn = turn;
    this.#words = words;
    this.#bars = bars;
    this.element.dataset.turn = turn.id;
    this.element.tabIndex = -1;
    this.element.setAttribute('aria-labelledby', `heading-${turn.id}`);
    if (turn.role === 'assistant') {
      this.#reply = new ReplyText({
        onCodeAction: onCode,
        words: {
          code: words.code,
          codeOf: words.codeOf,
          table: words.table,
          copy: words.copyCode,
          copied: words.copied,
          insert: words.insertCode,
          newFile: words.newFile,
          apply: words.applyCode,
        },
      });
    }
    this.#draw();
  }

  get turn(): Turn {
    return this.#turn;
  }

  /** How long its text is, in UTF-16 units. */
  get length(): number {
    return (this.#reply?.text ?? this.#turn.text).length;
  }

  update(turn: Turn): void {
    if (!isSame(turn, this.#turn)) {
      this.#turn = turn;
      this.#draw();
    }
  }

  /** A reply has grown. Nothing but its text is touched. */
  grow(text: string): void {
    if (this.#reply) {
      this.#reply.append(text);
      this.#turn = { ...this.#turn, text: this.#reply.text };
    }
  }

  /** Somebody comes near. */
  approach(): void {
    this.#reply?.showMarkdown();
  }

  /** Whether nothing can be added to the conversation. */
  setReadOnly(isReadOnly: boolean): void {
    if (isReadOnly !== this.#isReadOnly) {
      this.#isReadOnly = isReadOnly;
      this.#draw();
    }
  }

  toggleFold(): void {
    this.#isUnfolded = !this.#isUnfolded;
    this.#draw();
  }

  /** Says for a moment that it is copied. */
  showCopied(): void {
    this.#bar?.showCopied();
  }

  dispose(): void {
    this.#bar?.dispose();
    this.#reply?.dispose();
    this.element.remove();
  }

  #draw(): void {
    const turn = this.#turn;
    const isWriting = turn.state === 'waiting' || turn.state === 'writing';
    const state = turn.state === 'done' ? '' : ` is-${turn.state}`;
    this.element.className = `turn ${turn.role === 'user' ? 'from-user' : 'from-model'}${state}`;
    if (isWriting) {
      this.approach();
    }
    this.#reply?.set(turn.text, isWriting || turn.state === 'elsewhere');
    render(this.#reply ? this.#replyTemplate(this.#reply) : this.#userTemplate(), this.element);
  }

  /** The same element as long as the same can be done. */
  #actions(look: Look): HTMLElement | typeof nothing {
    const actions = parts.actionsOf(this.#turn, this.#isReadOnly);
    if (actions.join(' ') !== this.#bar?.actions.join(' ')) {
      this.#bar?.dispose();
      this.#bar = actions.length === 0 ? undefined : this.#bars.make(actions, look);
    }
    return this.#bar?.element ?? nothing;
  }

  #replyTemplate(reply: ReplyText) {
    const turn = this.#turn;
    const words = this.#words;
    return html`<header>${parts.heading(turn, words)}${parts.status(turn, words)}${parts.pager(turn, words)}</header>
      ${reply.element}${parts.notes(turn, words)}${parts.failure(turn, words, this.#isReadOnly)}${parts.foot(turn, this.#actions('text-button'), words)}`;
  }

  #userTemplate() {
    const turn = this.#turn;
    const words = this.#words;
    const start = foldedText(turn.text);
    const isFolded = start !== undefined && !this.#isUnfolded;
    const fold =
      start === undefined
        ? nothing
        : html`<button class="quiet" data-control="fold" aria-expanded=${this.#isUnfolded}
            >${this.#isUnfolded ? words.showLess : words.showMore}</button>`;
    return html`<header>${parts.heading(turn, words)}${parts.status(turn, words)}${this.#actions('icon-button')}${parts.pager(turn, words)}</header>
      ${parts.attachments(turn.attachments, words)}
      <div class="plain" dir="auto">${isFolded ? start : turn.text}</div>
      ${fold}${parts.notes(turn, words)}${parts.failure(turn, words, this.#isReadOnly)}`;
  }
}

/** What is shown of a long text while it is folded; `undefined` for one that is short enough. */
function foldedText(text: string): string | undefined {
  let end = -1;
  for (let line = 0; line < FOLDED.lines; line++) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) {
      end = text.length;
      break;
    }
  }
  // A fold must save something, or its button would be longer than what it hides.
  if (end >= text.trimEnd().length && text.length <= FOLDED.characters + 200) {
    return undefined;
  }
  const start = text.slice(0, Math.min(end, FOLDED.characters)).toWellFormed();
  return `${start.trimEnd()}…`;
}
