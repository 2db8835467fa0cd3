import { html, nothing, render } from 'lit/html.js';
import type { CodeAction, ConversationView, Turn } from '../../chat/shared/protocol.ts';
import type { ChatWords } from '../../chat/shared/words.ts';
import { phrase } from '../page/phrase.ts';
import { ActionBars } from './action-bar.ts';
import type { Place } from './places.ts';
import { type Anchor, ScrollPlace } from './scroll-place.ts';
import { TurnView } from './turn-view.ts';

export interface TurnLogListener {
  code(turn: string, block: number, action: CodeAction): void;
  /** The person is elsewhere in the conversation, or has unfolded what is not sent. */
  placeChanged(): void;
}

/** So many messages at the end are shown as Markdown at once; the others when somebody comes near. */
const AT_ONCE = 4;

/** The messages of a conversation: each is drawn once, and found by its id when it changes. */
export class TurnLog {
  readonly element = document.createElement('div');
  readonly #content = document.createElement('div');
  readonly #line = document.createElement('div');
  readonly #words: ChatWords;
  readonly #listener: TurnLogListener;
  readonly #bars: ActionBars;
  readonly #views = new Map<string, TurnView>();
  readonly #scroll: ScrollPlace;
  readonly #near: IntersectionObserver;
  #conversation: string | undefined;
  #leftOut = 0;
  /** How many messages, from the first, are folded away: those that were left out when the conversation was opened. */
  #folded = 0;
  #isUnfolded = false;
  #isReadOnly = false;
  #context: number | undefined;

  constructor(words: ChatWords, listener: TurnLogListener) {
    this.#words = words;
    this.#listener = listener;
    this.#bars = new ActionBars(words);
    this.element.className = 'log';
    this.element.tabIndex = 0;
    this.element.setAttribute('role', 'log');
    this.element.setAttribute('aria-live', 'off');
    this.element.setAttribute('aria-label', words.conversation);
    this.#content.className = 'turns';
    this.#line.className = 'left-out';
    this.element.append(this.#content);
    this.#scroll = new ScrollPlace(this.element, this.#content, () => listener.placeChanged());
    this.#near = new IntersectionObserver((entries) => this.#approach(entries), {
      root: this.element,
      rootMargin: '100% 0px',
    });
  }

  /** Whether the end is out of sight. */
  get isFar(): boolean {
    return this.#scroll.isFar;
  }

  get place(): Place {
    const { anchor } = this.#scroll;
    const turn = anchor?.element.dataset.turn;
    return {
      ...(anchor !== undefined && turn !== undefined && { at: { turn, above: anchor.above } }),
      isUnfolded: this.#isUnfolded,
    };
  }

  view(turn: string): TurnView | undefined {
    return this.#views.get(turn);
  }

  /** Shows this conversation: what is the same in it as before is not touched. */
  show(conversation: ConversationView, place: Place | undefined): void {
    const isOther = conversation.id !== this.#conversation;
    const kept = isOther ? undefined : this.#keptAnchor();
    this.#conversation = conversation.id;
    if (isOther) {
      this.#folded = conversation.leftOut;
      const folded = conversation.turns.slice(0, this.#folded);
      this.#isUnfolded = place?.isUnfolded || folded.some(({ id }) => id === place?.at?.turn);
    }
    this.#arrange(conversation.turns);
    this.#leftOut = conversation.leftOut;
    this.#fold();
    if (isOther) {
      this.#open(conversation.turns, place);
    } else if (kept) {
      const turn = conversation.turns[kept.index];
      const element = kept.element.isConnected ? kept.element : turn && this.view(turn.id)?.element;
      if (element) {
        this.#scroll.restore({ element, above: kept.above });
      }
    }
  }

  /** A message is new, and comes last, or has changed. */
  update(turn: Turn): void {
    const view = this.#views.get(turn.id);
    if (view) {
      view.update(turn);
    } else {
      this.#content.append(this.#add(turn).element);
      this.#fold();
    }
  }

  /** @returns whether the reply was as long as the host thinks */
  grow(turn: string, at: number, text: string): boolean {
    const view = this.#views.get(turn);
    if (view?.length !== at) {
      return false;
    }
    view.grow(text);
    return true;
  }

  /** @param context the context length, where it is known */
  setLeftOut(count: number, context: number | undefined): void {
    if (count !== this.#leftOut || context !== this.#context) {
      this.#leftOut = count;
      this.#context = context;
      this.#fold();
    }
  }

  /** Whether nothing can be added to the conversation. */
  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    for (const view of this.#views.values()) {
      view.setReadOnly(isReadOnly);
    }
  }

  toggleLeftOut(): void {
    const anchor = this.#scroll.remember();
    this.#isUnfolded = this.#folded === 0 ? false : !this.#isUnfolded;
    this.#fold();
    if (anchor?.element.hidden === false) {
      this.#scroll.restore(anchor);
    }
    this.#listener.placeChanged();
  }

  scrollToEnd(): void {
    this.#scroll.follow();
  }

  /** Moves the focus from one message to another one; @returns whether there is one */
  focusNext(step: -1 | 1): boolean {
    const turns = [...this.#content.querySelectorAll<HTMLElement>('.turn:not([hidden])')];
    const current = turns.findIndex((element) => element.contains(document.activeElement));
    const next = current < 0 ? (step < 0 ? turns.at(-1) : undefined) : turns[current + step];
    next?.focus();
    return next !== undefined;
  }

  dispose(): void {
    this.#scroll.dispose();
    this.#near.disconnect();
    for (const view of this.#views.values()) {
      view.dispose();
    }
  }

  #add(turn: Turn): TurnView {
    const view = new TurnView(turn, this.#words, this.#bars, (block, action) =>
      this.#listener.code(turn.id, block, action),
    );
    // The browser lays out only what is near; for the rest this is how high it is taken to be until then.
    const lines = Math.max(turn.text.length / 50, turn.text.split('\n', 200).length);
    view.element.style.setProperty('contain-intrinsic-block-size', `auto ${Math.round(70 + lines * 20)}px`);
    view.setReadOnly(this.#isReadOnly);
    this.#views.set(turn.id, view);
    if (turn.role === 'assistant') {
      this.#near.observe(view.element);
    }
    return view;
  }

  /** Makes the messages these, in this order, with the fewest moves. */
  #arrange(turns: readonly Turn[]): void {
    const wanted = new Set(turns.map(({ id }) => id));
    for (const [id, view] of this.#views) {
      if (!wanted.has(id)) {
        this.#near.unobserve(view.element);
        view.dispose();
        this.#views.delete(id);
      }
    }
    this.#line.remove();
    const added = document.createDocumentFragment();
    let place = this.#content.firstElementChild;
    for (const turn of turns) {
      const view = this.#views.get(turn.id);
      if (view && view.element === place) {
        view.update(turn);
        place = place.nextElementSibling;
        continue;
      }
      view?.update(turn);
      const { element } = view ?? this.#add(turn);
      if (place === null) {
        added.append(element);
      } else {
        this.#content.insertBefore(element, place);
      }
    }
    this.#content.append(added);
  }

  #open(turns: readonly Turn[], place: Place | undefined): void {
    const view = place?.at && this.#views.get(place.at.turn);
    if (place?.at && view) {
      view.approach();
      this.#scroll.restore({ element: view.element, above: place.at.above });
      return;
    }
    for (const { id } of turns.slice(-AT_ONCE)) {
      this.view(id)?.approach();
    }
    this.#scroll.follow();
  }

  /** What is to stay where it is when the messages change: where the focus is, else what is at the top. */
  #keptAnchor(): (Anchor & { index: number }) | undefined {
    const focused = document.activeElement?.closest('.turn');
    const element = focused instanceof HTMLElement && this.element.contains(focused) ? focused : undefined;
    const anchor = element
      ? { element, above: this.element.getBoundingClientRect().top - element.getBoundingClientRect().top }
      : this.#scroll.anchor;
    if (anchor === undefined) {
      return undefined;
    }
    const turns = [...this.#content.querySelectorAll('.turn')];
    return { ...anchor, index: turns.indexOf(anchor.element) };
  }

  /** Draws the line below what is not sent, and hides what is folded away above it. */
  #fold(): void {
    const elements = this.#content.querySelectorAll<HTMLElement>('.turn');
    this.#folded = Math.min(this.#folded, this.#leftOut);
    const hidden = this.#isUnfolded ? 0 : this.#folded;
    for (const [index, element] of elements.entries()) {
      element.hidden = index < hidden;
    }
    if (this.#leftOut === 0 || elements.length === 0) {
      this.#line.remove();
      return;
    }
    const words = this.#words;
    const count = this.#leftOut;
    const text = count === 1 ? words.leftOutOne : phrase(words.leftOutMany, count);
    const context = this.#context === undefined ? '' : ` ${phrase(words.leftOutContext, this.#context)}`;
    render(
      html`<p>${text}${context}${
        this.#folded === 0
          ? nothing
          : html` · <button class="link" data-control="leftOut" aria-expanded=${this.#isUnfolded}
              >${this.#isUnfolded ? words.hide : words.show}</button>`
      }</p>`,
      this.#line,
    );
    const next = elements[count] ?? null;
    if (this.#line.nextElementSibling !== next || !this.#line.isConnected) {
      this.#content.insertBefore(this.#line, next);
    }
  }

  #approach(entries: readonly IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of entries) {
      const { turn } = target instanceof HTMLElement ? target.dataset : {};
      if (isIntersecting && turn !== undefined) {
        this.#near.unobserve(target);
        this.#views.get(turn)?.approach();
      }
    }
  }
}
