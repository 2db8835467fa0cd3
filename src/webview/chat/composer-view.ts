import { html, nothing, render, svg, type TemplateResult } from 'lit/html.js';
import type { Chip, Choices, Meter } from '../../chat/shared/protocol.ts';
import type { ChatWords } from '../../chat/shared/words.ts';
import { InputMethod } from '../page/input-method.ts';
import { phrase } from '../page/phrase.ts';
import { Draft } from './draft.ts';
import { icons } from './icons.ts';
import { shortCount } from './short-count.ts';

/** What the composer shows, its text aside. */
export interface ComposerState {
  readonly conversation: string;
  readonly attachments: readonly Chip[];
  readonly isEditing: boolean;
  readonly isReplying: boolean;
  readonly choices: Choices;
  readonly meter: Meter | undefined;
}

export interface ComposerListener {
  draft(conversation: string, text: string): void;
  send(text: string): void;
  stop(): void;
  editLast(): void;
  cancelEdit(): void;
  attach(): void;
  detach(attachment: string): void;
  openAttachment(attachment: string): void;
  chooseModel(): void;
  chooseSystemPrompt(): void;
  chooseParameters(): void;
  openContextLength(): void;
}

/** Where the person writes, and chooses what goes along. */
export class ComposerView {
  readonly element = document.createElement('section');
  readonly #words: ChatWords;
  readonly #listener: ComposerListener;
  readonly #language: string;
  readonly #textarea = document.createElement('textarea');
  readonly #inputMethod: InputMethod;
  readonly #draft: Draft;
  #state: ComposerState | undefined;
  #refusal = '';

  constructor(words: ChatWords, language: string, listener: ComposerListener) {
    this.#words = words;
    this.#language = language;
    this.#listener = listener;
    this.#draft = new Draft({
      post: (conversation, text) => listener.draft(conversation, text),
      now: () => performance.now(),
    });
    this.element.className = 'composer';
    this.element.setAttribute('aria-label', words.message);
    this.#textarea.rows = 1;
    this.#textarea.placeholder = words.placeholder;
    this.#textarea.setAttribute('aria-label', words.message);
    this.#textarea.addEventListener('input', () => this.#typed());
    this.#textarea.addEventListener('keydown', (event) => this.#pressed(event));
    this.#inputMethod = new InputMethod(this.#textarea);
  }

  get textarea(): HTMLTextAreaElement {
    return this.#textarea;
  }

  get isEmpty(): boolean {
    return this.#textarea.value === '' && !this.#state?.attachments.length;
  }

  update(state: ComposerState): void {
    this.#state = state;
    this.#draw();
  }

  /** The host's whole state came. */
  setState(conversation: string, editing: string | undefined, text: string): void {
    this.#draft.state(conversation, editing, text);
    this.#showDraft();
  }

  /** The host wants the composer to show this. */
  setText(editing: string | undefined, text: string): void {
    this.#draft.answer(editing, text);
    this.#showDraft();
  }

  /** Says why something cannot be attached. */
  refuse(reason: string): void {
    this.#refusal = reason;
    this.#draw();
  }

  /** Puts text where the cursor is, as if it had been typed. */
  insert(text: string): void {
    const { selectionStart, selectionEnd } = this.#textarea;
    this.#textarea.setRangeText(text, selectionStart, selectionEnd, 'end');
    this.#typed();
  }

  focus(): void {
    this.#textarea.focus();
  }

  /** The view may be gone in a moment. */
  flush(): void {
    this.#draft.flush();
  }

  dispose(): void {
    this.#draft.dispose();
    this.#inputMethod.dispose();
  }

  get #canSend(): boolean {
    const { isReplying = true, attachments = [] } = this.#state ?? {};
    return !isReplying && (this.#textarea.value.trim() !== '' || attachments.length > 0);
  }

  #showDraft(): void {
    // Setting the same text again would take the cursor to its end, and break what an input method composes.
    if (this.#textarea.value !== this.#draft.text) {
      this.#textarea.value = this.#draft.text;
    }
    this.#draw();
  }

  #typed(): void {
    this.#draft.type(this.#textarea.value);
    this.#refusal = '';
    this.#draw();
  }

  #pressed(event: KeyboardEvent): void {
    if (this.#inputMethod.takes(event)) {
      return;
    }
    const hasModifier = event.shiftKey || event.ctrlKey || event.altKey || event.metaKey;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      this.#send();
    } else if (event.key === 'ArrowUp' && !hasModifier && this.#textarea.value === '') {
      event.preventDefault();
      this.#listener.editLast();
    }
  }

  #send(): void {
    if (this.#canSend && this.#draft.send()) {
      this.#refusal = '';
      this.#listener.send(this.#textarea.value);
    }
  }

  #sendPressed(event: MouseEvent): void {
    // The second click of two is meant for what stood there at the first.
    if (event.detail > 1) {
      return;
    }
    if (this.#state?.isReplying) {
      this.#listener.stop();
    } else {
      this.#send();
    }
    this.focus();
  }

  #draw(): void {
    if (this.#state) {
      render(this.#template(this.#state), this.element);
    }
  }

  #template(state: ComposerState): TemplateResult {
    const words = this.#words;
    return html`
      ${this.#refusal === '' ? nothing : this.#notice(this.#refusal, words.dismiss, () => this.refuse(''))}
      ${state.isEditing ? this.#notice(words.editing, words.cancel, () => this.#listener.cancelEdit()) : nothing}
      <div class="field" @mousedown=${(event: MouseEvent) => this.#fieldPressed(event)}>
        ${this.#chips(state.attachments)}
        ${this.#textarea}
        <div class="toolbar">
          <span><button class="icon-button" title=${words.attach} aria-label=${words.attach}
            @click=${() => this.#listener.attach()}>${icons.add}</button>
          ${this.#choices(state.choices)}</span>
          <span>${this.#meter(state.meter)}${this.#sendButton(state)}</span>
        </div>
      </div>`;
  }

  #notice(text: string, label: string, onPressed: () => void): TemplateResult {
    return html`<div class="notice"><p>${text} <button class="link" @click=${() => {
      onPressed();
      this.focus();
    }}>${label}</button></p></div>`;
  }

  #chips(chips: readonly Chip[]): TemplateResult | typeof nothing {
    const words = this.#words;
    return chips.length === 0
      ? nothing
      : html`<ul class="chips" aria-label=${words.attachments}>${chips.map(
          ({ id, label, title }) => html`<li class="chip"
            ><button title=${title || label} aria-label=${phrase(words.openAttachment, label)}
              @click=${() => this.#listener.openAttachment(id)}>${icons.file}<bdi>${label}</bdi></button
            ><button class="remove" title=${phrase(words.detach, label)} aria-label=${phrase(words.detach, label)}
              @click=${() => {
                this.#listener.detach(id);
                this.focus();
              }}>${icons.close}</button></li>`,
        )}</ul>`;
  }

  #choices({ model, system, parameters }: Choices): TemplateResult {
    const words = this.#words;
    const modelTitle = model ? phrase(words.model, model) : words.noModel;
    const systemTitle = system ? phrase(words.systemPrompt, system) : words.noSystemPrompt;
    const parametersTitle = parameters > 0 ? phrase(words.parametersSet, parameters) : words.parameters;
    return html`<button class="text-button model" title=${modelTitle} aria-label=${modelTitle}
        @click=${() => this.#listener.chooseModel()}><bdi>${model || words.noModel}</bdi>${icons.chevronDown}</button>
      <button class="icon-button ${system ? 'is-set' : ''}" title=${systemTitle} aria-label=${systemTitle}
        @click=${() => this.#listener.chooseSystemPrompt()}>${icons.note}</button>
      <button class="icon-button ${parameters > 0 ? 'is-set' : ''}" title=${parametersTitle} aria-label=${parametersTitle}
        @click=${() => this.#listener.chooseParameters()}>${icons.gear}</button>`;
  }

  #meter(meter: Meter | undefined): TemplateResult | typeof nothing {
    if (meter === undefined) {
      return nothing;
    }
    const { used, limit, isEstimate, title } = meter;
    const share = limit > 0 ? Math.min(100, (100 * used) / limit) : 100;
    const text = `${isEstimate ? '≈ ' : ''}${shortCount(used, this.#language)} / ${shortCount(limit, this.#language)}`;
    return html`<button class="meter ${used > limit ? 'is-full' : ''}" title=${title} aria-label=${`${text}: ${title}`}
      @click=${() => this.#listener.openContextLength()}
      ><svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"
        >${svg`<rect class="limit" width="100" height="1"/><rect class="used" width=${share} height="1"/>`}</svg
      ><span>${text}</span></button>`;
  }

  #sendButton({ isReplying }: ComposerState): TemplateResult {
    const words = this.#words;
    return html`<button class="primary send" title=${isReplying ? words.stopTitle : words.sendTitle}
      aria-disabled=${!isReplying && !this.#canSend} @click=${(event: MouseEvent) => this.#sendPressed(event)}
      >${isReplying ? icons.stop : icons.send}<span class="label">${isReplying ? words.stop : words.send}</span></button>`;
  }

  /** A click beside the text is meant for the text. */
  #fieldPressed(event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest('button, textarea') === null) {
      event.preventDefault();
      this.focus();
    }
  }
}
