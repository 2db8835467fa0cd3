import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { HostMessage, Turn, ViewMessage, ViewState } from '../../chat/shared/protocol.ts';
import type { ChatWords } from '../../chat/shared/words.ts';
import { Announcer } from '../page/announcer.ts';
import type { Host } from '../page/host.ts';
import { ComposerView } from './composer-view.ts';
import { DropZone } from './drop-zone.ts';
import { FocusKeeper } from './focus-keeper.ts';
import { setFontSize } from './font-size.ts';
import { icons } from './icons.ts';
import { beforeLeaving } from './leaving.ts';
import { notices } from './notices.ts';
import { Places } from './places.ts';
import { startPage } from './start-page.ts';
import { pressed } from './turn-controls.ts';
import { TurnLog } from './turn-log.ts';
import { changed } from './view-change.ts';
import { ViewKeys } from './view-keys.ts';

/** Milliseconds after scrolling until the place is kept. */
const PAUSE = 200;

/** The whole view: shows what the host tells, and tells the host what the person does. */
export class ChatView {
  readonly #page: HTMLElement;
  readonly #words: ChatWords;
  readonly #host: Host<HostMessage, ViewMessage>;
  readonly #log: TurnLog;
  readonly #composer: ComposerView;
  readonly #announcer = new Announcer();
  readonly #focus: FocusKeeper;
  readonly #places: Places;
  readonly #drop: DropZone;
  #state: ViewState | undefined;
  /** Asked for the whole state, which has not come yet. */
  #isRefreshing = false;
  /** Whether the end was out of sight when the page was last drawn. */
  #wasFar = false;
  #placeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: HTMLElement, words: ChatWords, language: string, host: Host<HostMessage, ViewMessage>) {
    this.#page = page;
    this.#words = words;
    this.#host = host;
    this.#places = new Places(host.saved(), (state) => host.save(state));
    this.#log = new TurnLog(words, {
      code: (message, block, action) => this.#tell({ type: 'code', message, block, action }),
      placeChanged: () => this.#placeChanged(),
    });
    this.#composer = new ComposerView(words, language, {
      draft: (conversation, text) => host.post({ type: 'draft', conversation, text }),
      send: (text) => this.#send(text),
      stop: () => this.#tell({ type: 'stop' }),
      editLast: () => this.#tell({ type: 'editLast' }),
      cancelEdit: () => this.#tell({ type: 'cancelEdit' }),
      attach: () => host.post({ type: 'attach' }),
      detach: (attachment) => host.post({ type: 'detach', attachment }),
      openAttachment: (attachment) => host.post({ type: 'openAttachment', attachment }),
      chooseModel: () => host.post({ type: 'chooseModel' }),
      chooseSystemPrompt: () => host.post({ type: 'chooseSystemPrompt' }),
      chooseParameters: () => host.post({ type: 'chooseParameters' }),
      openContextLength: () => host.post({ type: 'openContextLength' }),
    });
    this.#focus = new FocusKeeper(page, () => this.#entry());
    this.#log.element.addEventListener('click', (event) => this.#pressed(event));
    new ViewKeys(page, { log: this.#log, composer: this.#composer, end: () => this.#end() });
    this.#drop = new DropZone(
      page,
      {
        post: (message) => host.post(message),
        insert: (text) => this.#composer.insert(text),
        refuse: (reason) => {
          this.#composer.refuse(reason);
          this.#announcer.say(reason);
        },
        words,
      },
      () => this.#draw(),
    );
    beforeLeaving(() => this.#keep());
  }

  /** Shows what the host told. */
  receive(message: HostMessage): void {
    if (message.type === 'state') {
      this.show(message.state);
      return;
    }
    const state = this.#state;
    if (
      state !== undefined &&
      (!('conversation' in message) || message.conversation === state.conversation.id)
    ) {
      this.#apply(message, state);
    }
  }

  show(state: ViewState): void {
    this.#isRefreshing = false;
    const { conversation, composer } = state;
    const isOther = conversation.id !== this.#state?.conversation.id;
    if (isOther) {
      this.#keepPlace();
    }
    this.#state = state;
    this.#focus.during(() => {
      this.#composer.setState(conversation.id, composer.editing, composer.text);
      this.#draw();
      this.#log.setLeftOut(conversation.leftOut, state.meter?.limit);
      this.#log.show(conversation, isOther ? this.#places.get(conversation.id) : undefined);
    });
    // The focus may have come before there was anything to have it.
    this.#focus.enter();
  }

  #apply(message: Exclude<HostMessage, { type: 'state' }>, state: ViewState): void {
    switch (message.type) {
      case 'grown':
        if (!this.#log.grow(message.turn, message.at, message.text)) {
          this.#refresh();
        }
        return;
      case 'announce':
        this.#announcer.say(message.text);
        return;
      case 'focus':
        window.focus();
        if (message.on === 'entry') {
          this.#entry()?.focus();
        } else {
          this.#focus.enter();
        }
        return;
      case 'turn':
        this.#focus.during(() => this.#updateTurn(message.turn, state));
        return;
      case 'composer':
        this.#composer.setText(message.composer.editing, message.composer.text);
        break;
    }
    this.#state = { ...state, ...changed(state, message) };
    this.#focus.during(() => this.#draw());
  }

  #updateTurn(turn: Turn, { conversation }: ViewState): void {
    this.#log.update(turn);
    if (!conversation.turns.some(({ id }) => id === turn.id)) {
      conversation.turns.push(turn);
      this.#draw();
    }
  }

  #draw(): void {
    const state = this.#state;
    if (state === undefined) {
      return;
    }
    setFontSize(state.fontSize);
    const { conversation, composer, choices, meter } = state;
    this.#log.setLeftOut(conversation.leftOut, meter?.limit);
    this.#log.setReadOnly(conversation.readOnly !== undefined);
    this.#log.element.hidden = conversation.turns.length === 0;
    this.#composer.update({
      conversation: conversation.id,
      attachments: composer.attachments,
      isEditing: composer.editing !== undefined,
      isReplying: conversation.isReplying,
      choices,
      meter,
    });
    this.#wasFar = this.#log.isFar;
    render(this.#template(state), this.#page);
    this.#page.ariaBusy = null;
  }

  #template(state: ViewState): TemplateResult {
    const words = this.#words;
    const { conversation, isConnected, recents } = state;
    const isStart = conversation.turns.length === 0;
    const start = isStart
      ? startPage(isConnected, recents, words, {
          connect: () => this.#host.post({ type: 'connect' }),
          open: (id) => this.#host.post({ type: 'open', conversation: id }),
          showAll: () => this.#host.post({ type: 'showAll' }),
        })
      : nothing;
    return html`
      <h1 class="visually-hidden"><bdi>${conversation.title || words.chat}</bdi></h1>
      <div class="body">
        ${start}${this.#log.element}
        ${
          this.#log.isFar && !isStart
            ? html`<button class="to-end" @click=${() => this.#toEnd()}>${words.scrollToEnd}${icons.arrowDown}</button>`
            : nothing
        }
      </div>
      ${notices(state, words, (message) => this.#host.post(message))}
      ${this.#isComposerShown(state) ? this.#composer.element : nothing}
      ${this.#drop.template()}
      ${this.#announcer.element}`;
  }

  /** There is nothing to write where nothing can be added or asked; but what was written is never hidden. */
  #isComposerShown({ conversation, isConnected }: ViewState): boolean {
    const isOfUse = !conversation.readOnly && (isConnected || conversation.turns.length > 0);
    return isOfUse || !this.#composer.isEmpty;
  }

  #send(text: string): void {
    this.#log.scrollToEnd();
    this.#tell({ type: 'send', text });
  }

  #pressed(event: Event): void {
    const conversation = this.#state?.conversation.id;
    const press = conversation === undefined ? undefined : pressed(event, conversation);
    if (press === undefined) {
      return;
    }
    this.#focus.during(() => {
      switch (press.kind) {
        case 'leftOut':
          this.#log.toggleLeftOut();
          break;
        case 'fold':
          this.#log.view(press.turn)?.toggleFold();
          break;
        case 'copied':
          this.#log.view(press.turn)?.showCopied();
          this.#announcer.say(this.#words.copied);
          break;
        case 'message':
          break;
      }
    });
    if ('message' in press && press.message) {
      this.#host.post(press.message);
    }
  }

  /** Stops the reply, if one is written; else ends editing. */
  #end(): boolean {
    if (this.#state?.conversation.isReplying) {
      this.#tell({ type: 'stop' });
      return true;
    }
    if (this.#state?.composer.editing === undefined) {
      return false;
    }
    this.#tell({ type: 'cancelEdit' });
    this.#composer.focus();
    return true;
  }

  #toEnd(): void {
    this.#focus.during(() => {
      this.#log.scrollToEnd();
      this.#draw();
    });
  }

  /** Where typing begins; or how to get there. */
  #entry(): HTMLElement | undefined {
    const { element, textarea } = this.#composer;
    if (element.isConnected) {
      return textarea;
    }
    return this.#page.querySelector<HTMLElement>('.connect, .notice button') ?? undefined;
  }

  #refresh(): void {
    if (!this.#isRefreshing) {
      this.#isRefreshing = true;
      this.#host.post({ type: 'refresh' });
    }
  }

  /** Tells the host about the conversation that is shown. */
  #tell(message: Untold): void {
    const conversation = this.#state?.conversation.id;
    if (conversation !== undefined) {
      this.#host.post({ ...message, conversation });
    }
  }

  #placeChanged(): void {
    if (this.#log.isFar !== this.#wasFar) {
      this.#focus.during(() => this.#draw());
    }
    clearTimeout(this.#placeTimer);
    this.#placeTimer = setTimeout(() => this.#keepPlace(), PAUSE);
  }

  /** The view may be gone in a moment. */
  #keep(): void {
    this.#composer.flush();
    this.#keepPlace();
  }

  #keepPlace(): void {
    clearTimeout(this.#placeTimer);
    const conversation = this.#state?.conversation.id;
    if (conversation !== undefined) {
      this.#places.set(conversation, this.#log.place);
    }
  }
}

/** A message about a conversation, without saying which. */
type Untold = WithoutConversation<Extract<ViewMessage, { conversation: string }>>;
type WithoutConversation<T> = T extends unknown ? Omit<T, 'conversation'> : never;
