/** Milliseconds after the last letter, so that the host learns of a pause and not of each letter. */
const PAUSE = 200;
/** Milliseconds in which the same text is not sent twice: a key that is held down, an impatient finger. */
const AGAIN = 1000;

export interface DraftListener {
  /** The host is to keep this draft of this conversation. */
  post(conversation: string, text: string): void;
  /** Milliseconds that only ever grow. */
  now(): number;
}

/**
 * Decides whose text stands in the composer. What the person typed always wins over an older state of the host;
 * only the host's answer to what was sent, or its wish to show something else, replaces it.
 */
export class Draft {
  readonly #listener: DraftListener;
  #conversation: string | undefined;
  #editing: string | undefined;
  #text = '';
  /** Whether the person typed since the host last set the text. */
  #isTyped = false;
  /** What was sent and has not been answered yet; when. */
  #sent: { readonly text: string; readonly at: number } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: DraftListener) {
    this.#listener = listener;
  }

  /** What the composer shows. */
  get text(): string {
    return this.#text;
  }

  /** The person has typed, and the composer holds this now. */
  type(text: string): void {
    this.#text = text;
    this.#isTyped = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), PAUSE);
  }

  /** Tells the host at once what it does not know yet: the view may be gone in a moment. */
  flush(): void {
    if (this.#timer === undefined || this.#conversation === undefined) {
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { text } = this;
    this.#listener.post(this.#conversation, this.#sent ? unsent(text, this.#sent.text) : text);
  }

  /** Whether what stands there may be sent now. It is not sent twice before the host has answered. */
  send(): boolean {
    const at = this.#listener.now();
    if (this.#sent?.text === this.#text && at - this.#sent.at < AGAIN) {
      return false;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sent = { text: this.#text, at };
    return true;
  }

  /** The host's whole state came, with this text in it. */
  state(conversation: string, editing: string | undefined, text: string): void {
    const isOther = editing !== this.#editing;
    if (conversation !== this.#conversation) {
      this.#leave();
      this.#replace(conversation, editing, text);
    } else if (this.#sent !== undefined && (isOther || text !== this.#sent.text)) {
      this.answer(editing, text);
    } else if (isOther) {
      this.#replace(conversation, editing, text);
    } else if (!this.#isTyped) {
      this.#text = text;
    } else if (text !== this.#text) {
      // An echo of an older draft. The host is told once more, in case it lost the newer one.
      this.type(this.#text);
    }
  }

  /** The host wants the composer to show this. */
  answer(editing: string | undefined, text: string): void {
    const sent = this.#sent?.text;
    this.#sent = undefined;
    const wasTakenAsSent = sent !== undefined && editing === undefined && (text === '' || text === sent);
    if (!wasTakenAsSent || this.#text === sent) {
      this.#replace(this.#conversation, editing, text);
      return;
    }
    // Letters that were typed after Enter and before this answer are the beginning of the next message.
    this.#editing = editing;
    this.type(text + unsent(this.#text, sent));
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  /** Another conversation comes in place of this one, whose draft is kept. */
  #leave(): void {
    this.flush();
    this.#sent = undefined;
  }

  #replace(conversation: string | undefined, editing: string | undefined, text: string): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sent = undefined;
    this.#conversation = conversation;
    this.#editing = editing;
    this.#text = text;
    this.#isTyped = false;
  }
}

/** What was typed after the rest was sent. */
function unsent(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length) : text;
}
