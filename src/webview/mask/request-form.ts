import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { MaskInit } from '../../images/shared/mask-protocol.ts';
import type { MaskWord, MaskWords } from '../../images/shared/mask-words.ts';
import { phrase } from '../page/phrase.ts';

/** What most services take of a prompt, in characters, and of images at once. */
const LONG_PROMPT = 1000;
const MANY = 10;

const SIZE = /^[1-9]\d{0,4}x[1-9]\d{0,4}$/;

export interface FormListener {
  submit(): void;
  /** Without a mask, as was offered. */
  submitWithoutMask(): void;
  cancel(): void;
  stop(): void;
  /** What is asked for is another than before. */
  changed(): void;
}

/** A request that is on its way. */
export interface Busy {
  readonly text: string;
  readonly done?: number | undefined;
}

export interface Asked {
  readonly prompt: string;
  /** Absent where the service decides. */
  readonly n?: number;
  readonly size?: string;
}

/** What is asked for: prompt, count and size, and the buttons. Variations have no prompt. */
export class RequestForm {
  readonly element = document.createElement('form');
  readonly #words: MaskWords;
  readonly #listener: FormListener;
  readonly #prompt = document.createElement('textarea');
  readonly #count = document.createElement('input');
  readonly #size = document.createElement('input');
  #init: Pick<MaskInit, 'purpose' | 'prompts' | 'n' | 'sizes'> = {
    purpose: 'edit',
    prompts: [],
    n: 1,
    sizes: [],
  };
  #busy: Busy | undefined;
  #canSubmit = false;
  #error = '';
  #offersNoMask = false;

  constructor(words: MaskWords, listener: FormListener) {
    this.#words = words;
    this.#listener = listener;
    this.element.className = 'request';
    this.element.noValidate = true;
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.#prompt.rows = 2;
    this.#prompt.placeholder = words.promptPlaceholder;
    this.#prompt.setAttribute('aria-label', words.prompt);
    this.#prompt.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) {
        event.preventDefault();
        event.stopPropagation();
        this.#submit();
      }
    });
    Object.assign(this.#count, { type: 'number', min: '1', step: '1', value: '1' });
    this.#size.setAttribute('list', 'sizes');
    this.#size.spellcheck = false;
    this.#size.placeholder = words.sizePlaceholder;
    for (const field of [this.#prompt, this.#count, this.#size]) {
      field.setAttribute('aria-describedby', 'remarks');
      field.addEventListener('input', () => this.#typed());
    }
    this.#draw();
  }

  /** Begins with what the host proposes. */
  begin({ purpose, prompts, prompt, n, size, sizes }: MaskInit): void {
    this.#init = { purpose, prompts, n, sizes };
    this.#prompt.value = prompt;
    this.#count.value = String(n ?? '');
    this.#size.value = size ?? '';
    this.#draw();
  }

  /** `canSubmit`: there is a picture. */
  update(state: {
    readonly busy: Busy | undefined;
    readonly canSubmit: boolean;
    readonly error: string;
    /** Whether what the error says is no reason to send nothing. */
    readonly offersNoMask: boolean;
  }): void {
    const isStopFocused = this.#busy !== undefined && this.element.querySelector('.progress :focus') !== null;
    this.#busy = state.busy;
    this.#canSubmit = state.canSubmit;
    this.#error = state.error;
    this.#offersNoMask = state.offersNoMask;
    this.#draw();
    if (isStopFocused && state.busy === undefined) {
      // Stop has gone, and the focus would have gone with it.
      this.#focusSubmit();
    }
  }

  /** What is asked for; or why that cannot be. */
  read(): Asked | MaskWord {
    const prompt = this.#prompt.value.trim();
    const n = this.#isCountLeftOut ? undefined : this.#count.valueAsNumber;
    const size = this.#size.value.trim().toLowerCase().replace('×', 'x');
    if (prompt === '' && !this.#isVariation) {
      return 'noPrompt';
    }
    if (n !== undefined && (!Number.isSafeInteger(n) || n < 1)) {
      return 'countWrong';
    }
    if (size !== '' && !SIZE.test(size)) {
      return 'sizeWrong';
    }
    return { prompt, ...(n !== undefined && { n }), ...(size !== '' && { size }) };
  }

  /** Puts the focus where this can be mended, if that is here. */
  lead(problem: MaskWord): void {
    const fields: Partial<Record<MaskWord, HTMLElement>> = {
      noPrompt: this.#prompt,
      countWrong: this.#count,
      sizeWrong: this.#size,
    };
    fields[problem]?.focus();
  }

  get #isVariation(): boolean {
    return this.#init.purpose === 'variation';
  }

  /** An empty count is a slip, unless the settings leave it out; what is no number has no value either. */
  get #isCountLeftOut(): boolean {
    return this.#init.n === undefined && this.#count.value === '' && !this.#count.validity.badInput;
  }

  #submit(): void {
    if (this.#busy === undefined && this.#canSubmit) {
      this.#listener.submit();
    }
  }

  #submitWithoutMask(): void {
    if (this.#busy === undefined) {
      // The offer goes, and the focus would go with it.
      this.#focusSubmit();
      this.#listener.submitWithoutMask();
    }
  }

  #focusSubmit(): void {
    this.element.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }

  #typed(): void {
    this.#draw();
    this.#listener.changed();
  }

  #draw(): void {
    const words = this.#words;
    const isOff = this.#busy !== undefined || !this.#canSubmit;
    render(
      html`${this.#isVariation ? nothing : html`${this.#earlier()}<div class="prompt">${this.#prompt}</div>`}
        <label>${words.count} ${this.#count}</label>
        <label>${words.size} ${this.#size}</label>
        <datalist id="sizes">${this.#init.sizes.map((size) => html`<option value=${size}></option>`)}</datalist>
        <div class="buttons">
          <button type="submit" class="primary" aria-disabled=${isOff}>${this.#isVariation ? words.vary : words.edit}</button>
          <button type="button" class="secondary" @click=${() => this.#listener.cancel()}>${words.cancel}</button>
        </div>
        <p id="remarks" class="remarks">${this.#remarks().join(' ')}</p>
        <p class="problem" role="alert" dir="auto">${this.#error}</p>
        ${this.#offersNoMask ? this.#withoutMask() : nothing}
        ${this.#busy === undefined ? nothing : this.#progress(this.#busy)}`,
      this.element,
    );
  }

  #withoutMask(): TemplateResult {
    return html`<button type="button" class="secondary without-mask"
      @click=${() => this.#submitWithoutMask()}>${this.#words.withoutMask}</button>`;
  }

  #earlier(): TemplateResult | typeof nothing {
    const { prompts } = this.#init;
    return prompts.length === 0
      ? nothing
      : html`<select aria-label=${this.#words.earlierPrompts}
          @change=${({ currentTarget }: Event) => {
            if (currentTarget instanceof HTMLSelectElement) {
              this.#take(prompts[currentTarget.selectedIndex - 1]);
              currentTarget.selectedIndex = 0;
            }
          }}><option>${this.#words.earlierPrompts}</option>${prompts.map((prompt) => html`<option>${prompt}</option>`)}</select>`;
  }

  #take(prompt: string | undefined): void {
    if (prompt !== undefined) {
      this.#prompt.focus();
      this.#prompt.select();
      // Unlike a new value, this can be undone: what stood there before is not lost.
      if (!document.execCommand('insertText', false, prompt)) {
        this.#prompt.value = prompt;
      }
      this.#typed();
    }
  }

  /** What some services refuse, and others take. */
  #remarks(): string[] {
    const remarks: string[] = [];
    const { length } = [...this.#prompt.value];
    if (length > LONG_PROMPT) {
      remarks.push(phrase(this.#words.promptLong, length, LONG_PROMPT));
    }
    if (this.#count.valueAsNumber > MANY) {
      remarks.push(phrase(this.#words.countMany, MANY));
    }
    return remarks;
  }

  #progress({ text, done }: Busy): TemplateResult {
    return html`<div class="progress"><span>${text}</span>
      <progress aria-label=${text} max="1" value=${done ?? nothing}></progress>
      <button type="button" class="secondary" @click=${() => this.#listener.stop()}>${this.#words.stop}</button></div>`;
  }
}
