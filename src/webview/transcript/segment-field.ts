import { InputMethod } from '../page/input-method.ts';

/** Milliseconds without typing after which what was typed goes into the document, as one step to be undone. */
const PAUSE = 500;

export interface FieldListener {
  /** The document is to say this where it says `was`; `answered` tells whether it does. */
  edit(was: string, text: string): void;
  /** All that was typed is to be undone. */
  takeBack(was: string, text: string): void;
  save(): void;
  /** The person has done, by a key or by going elsewhere. */
  close(isByKey: boolean): void;
  /** The segment was changed elsewhere while text stood here that is not in the document yet. */
  conflict(): void;
}

/**
 * Where a segment's text is changed. What is typed is in the document soon: its tab then shows that there is something to
 * save, and nothing is lost with the tab.
 */
export class SegmentField {
  readonly element = document.createElement('textarea');
  readonly #listener: FieldListener;
  readonly #inputMethod = new InputMethod(this.element);
  /** What the document said when this began. */
  readonly #original: string;
  /** What the document says. */
  #known: string;
  /** What it has been told to say, until it answers. */
  #sent: string | undefined;
  /** What the document said when it was told. */
  #was: string | undefined;
  #hasConflict = false;
  /** What is still to come once it has answered. */
  #then: 'nothing' | 'close' | 'takeBack' | 'save' = 'nothing';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  /** @param draft what was typed before, and could not be written */
  constructor(text: string, label: string, listener: FieldListener, draft?: string) {
    this.#original = text;
    this.#known = text;
    this.#listener = listener;
    this.#hasConflict = draft !== undefined;
    const { element } = this;
    element.className = 'field';
    element.value = draft ?? text;
    element.ariaLabel = label;
    element.rows = 1;
    element.dir = 'auto';
    element.spellcheck = true;
    element.addEventListener('input', () => this.#typed());
    element.addEventListener('keydown', (event) => this.#keyPressed(event));
    element.addEventListener('blur', () => this.#left());
  }

  /** What stands in the field, as the document would have it. */
  get text(): string {
    return this.element.value.trim();
  }

  /** Whether an answer is still to come, and what was typed not in the document yet. */
  get isWaiting(): boolean {
    return this.#sent !== undefined;
  }

  /** The document has changed, here or anywhere. */
  documentSays(text: string): void {
    if (text === this.#known) {
      return;
    }
    const isOwn = text === this.#sent;
    const isInStep = this.text === this.#known && this.#sent === undefined;
    this.#known = text;
    if (isInStep) {
      // Such as Undo: the field shows what there is.
      const { selectionStart } = this.element;
      this.element.value = text;
      this.element.setSelectionRange(selectionStart, selectionStart);
    } else if (!isOwn) {
      this.#setConflict();
    }
  }

  /** The answer to `edit`. */
  answered(isDone: boolean): void {
    const sent = this.#sent;
    this.#sent = undefined;
    if (!isDone) {
      this.#then = 'nothing';
      this.#setConflict();
      return;
    }
    if (sent !== undefined && this.#known === this.#was) {
      // A field that was left does not hear of changes.
      this.#known = sent;
    }
    const then = this.#then;
    this.#then = 'nothing';
    switch (then) {
      case 'nothing':
        this.#typed();
        break;
      case 'close':
        this.#write();
        break;
      case 'takeBack':
        this.#listener.takeBack(this.#known, this.#original);
        break;
      case 'save':
        this.#save();
        break;
    }
  }

  dispose(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#inputMethod.dispose();
  }

  #typed(): void {
    if (this.#hasConflict || this.#sent !== undefined || this.text === this.#known || this.#isClosed) {
      return;
    }
    if (this.#known === this.#original) {
      // The first letter at once: from now on VS Code knows that there is something to save.
      this.#write();
    } else {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#write(), PAUSE);
    }
  }

  /** @returns whether the document has, or is about to have, what stands here */
  #write(): boolean {
    clearTimeout(this.#timer);
    if (this.#hasConflict) {
      return false;
    }
    const { text } = this;
    if (this.#sent === undefined && text !== this.#known) {
      this.#sent = text;
      this.#was = this.#known;
      this.#listener.edit(this.#known, text);
    }
    return true;
  }

  #save(): void {
    this.#write();
    // The host does one after the other.
    this.#listener.save();
  }

  #keyPressed(event: KeyboardEvent): void {
    if (this.#inputMethod.takes(event)) {
      event.stopPropagation();
      return;
    }
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isCommand = ctrlKey !== metaKey && !altKey;
    if (key === 'Enter' && !shiftKey && !altKey) {
      // The person has seen what was said about it.
      this.#hasConflict = false;
      this.#finish('close');
    } else if (key === 'Escape') {
      this.#finish('takeBack');
    } else if (isCommand && !shiftKey && key.toLowerCase() === 's') {
      if (this.#sent === undefined) {
        this.#save();
      } else {
        this.#then = 'save';
      }
    } else if (isCommand && key.toLowerCase() === 'z' && (this.#sent ?? this.text) !== this.#known) {
      // The browser undoes what the document does not have yet; it must not come to VS Code as well.
      event.stopPropagation();
      return;
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #finish(how: 'close' | 'takeBack'): void {
    clearTimeout(this.#timer);
    if (how === 'close') {
      if (this.#sent === undefined) {
        this.#write();
      } else {
        this.#then = 'close';
      }
    } else if (!this.#hasConflict) {
      this.element.value = this.#original;
      if (this.#sent !== undefined) {
        this.#then = 'takeBack';
      } else if (this.#known !== this.#original) {
        this.#listener.takeBack(this.#known, this.#original);
      }
    } else {
      // What others have written stays.
      this.element.value = this.#known;
    }
    this.#isClosed = true;
    this.#listener.close(true);
  }

  #left(): void {
    if (this.#isClosed) {
      return;
    }
    if (this.#sent === undefined) {
      this.#write();
    }
    // Who comes back to the window finds it as it was; and what could not be written stays to be seen.
    if (document.hasFocus() && !this.#hasConflict) {
      if (this.#sent !== undefined && this.text !== this.#sent) {
        this.#then = 'close';
      }
      this.#isClosed = true;
      this.#listener.close(false);
    }
  }

  #setConflict(): void {
    clearTimeout(this.#timer);
    this.#hasConflict = true;
    this.#listener.conflict();
  }
}
