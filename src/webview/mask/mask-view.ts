import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { MaskHostMessage, MaskInit, MaskPageMessage } from '../../images/shared/mask-protocol.ts';
import type { MaskWord, MaskWords } from '../../images/shared/mask-words.ts';
import { Announcer } from '../page/announcer.ts';
import type { Host } from '../page/host.ts';
import { phrase } from '../page/phrase.ts';
import { CropTool } from './crop-tool.ts';
import { Editing } from './editing.ts';
import { cropNotice, findingNotices } from './notices.ts';
import { NumbersDialog } from './numbers-dialog.ts';
import { Picture, PictureError } from './picture.ts';
import { type Asked, RequestForm } from './request-form.ts';
import { Stage } from './stage.ts';
import { historyCommand } from './stage-keys.ts';
import { type MaskChoice, Submission, standsAgainst } from './submission.ts';
import { type ToolbarCommand, toolbar } from './toolbar.ts';

/** The whole page: the picture with its mask, what is done to them, and what is asked for. */
export class MaskView {
  readonly #page: HTMLElement;
  readonly #words: MaskWords;
  readonly #host: Host<MaskHostMessage, MaskPageMessage>;
  readonly #stage: Stage;
  readonly #form: RequestForm;
  readonly #numbers: NumbersDialog;
  readonly #submission: Submission;
  readonly #announcer = new Announcer();
  #editing: Editing | undefined;
  /** While the picture loads, or why it cannot be shown. */
  #blank: string;
  #error = '';
  /** What kept the person from sending, while the error says that: it can be mended. */
  #obstacle: MaskWord | undefined;
  /** What was to be sent the last time. */
  #by: MaskChoice = 'painted';
  #isDrawn = true;

  constructor(page: HTMLElement, words: MaskWords, host: Host<MaskHostMessage, MaskPageMessage>) {
    this.#page = page;
    this.#words = words;
    this.#host = host;
    this.#blank = words.loading;
    this.#stage = new Stage(words, {
      command: (command) => this.#command(command),
      say: (text) => this.#announcer.say(text),
      zoomChanged: () => this.#draw(),
    });
    this.#form = new RequestForm(words, {
      submit: () => void this.#submit('painted'),
      submitWithoutMask: () => void this.#submit('none'),
      cancel: () => host.post({ type: 'cancel', isPainted: (this.#editing?.document.mask.painted ?? 0) > 0 }),
      stop: () => this.#submission.stop(),
      changed: () => this.#draw(),
    });
    this.#numbers = new NumbersDialog(words, (rect) => this.#editing?.addRectangle(rect));
    this.#submission = new Submission(words, host, () => this.#draw());
    page.addEventListener('keydown', (event) => this.#keyPressed(event));
    // Each may end what is being painted, for which the form has waited.
    for (const end of ['pointerup', 'pointercancel', 'keyup', 'focusout']) {
      page.addEventListener(end, () => this.#draw());
    }
    this.#drawNow();
  }

  receive(message: MaskHostMessage): void {
    switch (message.type) {
      case 'init':
        void this.#begin(message);
        return;
      case 'busy':
        this.#fail('');
        this.#submission.busy = { text: message.text, done: message.done };
        break;
      case 'idle':
        this.#submission.busy = undefined;
        break;
      case 'error':
        this.#submission.busy = undefined;
        this.#fail(message.text);
        break;
      case 'maskFile':
        void this.#editing?.takeFile(message.name, message.bytes);
        return;
    }
    this.#draw();
  }

  async #begin(init: MaskInit): Promise<void> {
    const { uri, width, height } = init.image;
    this.#form.begin(init);
    this.#stage.label(this.#words[init.purpose === 'edit' ? 'canvas' : 'canvasVary']);
    try {
      this.#open(init, await Picture.load(uri, width, height));
    } catch (error) {
      this.#blank = phrase(
        this.#words[error instanceof PictureError ? error.problem : 'notLoaded'],
        init.image.name,
        width,
        height,
      );
      this.#announcer.say(this.#blank);
    }
    this.#draw();
  }

  #open(init: MaskInit, picture: Picture): void {
    this.#editing?.dispose();
    this.#editing = new Editing(init, picture, this.#stage, this.#words, {
      changed: () => this.#draw(),
      say: (word, ...values) => this.#say(word, ...values),
      fail: (text) => this.#fail(text),
    });
    this.#editing.show();
    // Only what is shown can have the focus.
    this.#drawNow();
    if (document.activeElement === document.body) {
      this.#stage.element.focus();
    }
  }

  #command(command: ToolbarCommand): void {
    const editing = this.#editing;
    if (!editing?.allows(command)) {
      return;
    }
    switch (command) {
      case 'numbers':
        this.#numbers.open(editing.document.placement);
        break;
      case 'chooseFile':
        this.#host.post({ type: 'chooseMaskFile' });
        break;
      default:
        editing.command(command);
    }
    this.#stage.draw();
    this.#draw();
  }

  #keyPressed(event: KeyboardEvent): void {
    const command = historyCommand(event);
    const { target } = event;
    const isText =
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && target.type !== 'range');
    if (command !== undefined && !isText) {
      event.preventDefault();
      // VS Code would undo what was typed into the prompt.
      event.stopPropagation();
      this.#command(command);
    }
  }

  async #submit(by: MaskChoice): Promise<void> {
    const editing = this.#editing;
    if (editing === undefined) {
      return;
    }
    const { init, document, picture } = editing;
    this.#by = by;
    const asked = this.#asked(editing);
    if (typeof asked === 'string') {
      this.#fail(this.#words[asked], asked);
      this.#form.lead(asked);
      return;
    }
    this.#fail('');
    document.end();
    const failed = await this.#submission.send(asked, picture, document, init, by);
    if (failed !== undefined) {
      this.#fail(this.#words[failed]);
    }
  }

  /** What is to be sent; or what stands against it. */
  #asked({ document, init }: Editing): Asked | MaskWord {
    const asked = this.#form.read();
    return typeof asked === 'string'
      ? asked
      : (standsAgainst(document, init.findings, init.purpose, this.#by) ?? asked);
  }

  #fail(text: string, obstacle?: MaskWord): void {
    this.#error = text;
    this.#obstacle = obstacle;
    this.#draw();
  }

  #say(word: MaskWord, ...values: readonly (string | number)[]): void {
    this.#announcer.say(phrase(this.#words[word], ...values));
  }

  /** Draws in the next frame: while something is painted, that is often. */
  #draw(): void {
    if (this.#isDrawn) {
      this.#isDrawn = false;
      requestAnimationFrame(() => this.#drawNow());
    }
  }

  #drawNow(): void {
    this.#isDrawn = true;
    // What comes or goes below moves the picture, which has to stay where it is until the stroke has ended.
    if (!this.#editing?.document.isPainting) {
      this.#updateForm();
    }
    render(this.#template(), this.#page);
    this.#page.ariaBusy = null;
  }

  #updateForm(): void {
    if (this.#obstacle !== undefined && this.#editing && this.#asked(this.#editing) !== this.#obstacle) {
      this.#error = '';
      this.#obstacle = undefined;
    }
    this.#form.update({
      busy: this.#submission.busy,
      canSubmit: this.#editing !== undefined,
      error: this.#error,
      offersNoMask: this.#obstacle === 'noMask',
    });
  }

  #template(): TemplateResult {
    const words = this.#words;
    const editing = this.#editing;
    const isVariation = editing?.init.purpose === 'variation';
    return html`<h1 class="visually-hidden"><bdi>${phrase(isVariation ? words.titleVary : words.title, editing?.init.image.name ?? '')}</bdi></h1>
      ${editing === undefined ? nothing : this.#controls(editing)}
      ${this.#stage.element}
      ${editing === undefined ? html`<p class="blank" dir="auto">${this.#blank}</p>` : nothing}
      <p id="canvas-help" hidden>${isVariation ? words.canvasHelpVary : words.canvasHelp}</p>
      ${this.#form.element}${this.#numbers.element}${this.#announcer.element}`;
  }

  #controls(editing: Editing): TemplateResult {
    const { current } = editing.tools;
    return html`${toolbar(editing.toolbarState(), this.#words, {
      command: (command) => this.#command(command),
      setSize: (size) => editing.setBrushSize(size),
    })}
    ${
      current instanceof CropTool
        ? cropNotice(
            this.#words,
            () => current.finish(),
            () => current.cancel(),
          )
        : findingNotices(editing.findings, this.#words, (conversion) => editing.convert(conversion))
    }`;
  }
}
