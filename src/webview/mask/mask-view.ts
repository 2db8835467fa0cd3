import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type {
  Conversion,
  MaskHostMessage,
  MaskInit,
  MaskPageMessage,
} from '../../images/shared/mask-protocol.ts';
import type { MaskWord, MaskWords } from '../../images/shared/mask-words.ts';
import { Announcer } from '../page/announcer.ts';
import type { Host } from '../page/host.ts';
import { phrase } from '../page/phrase.ts';
import { firstBrush, largestBrush } from './brush-size.ts';
import { CropTool } from './crop-tool.ts';
import { MaskDocument } from './mask-document.ts';
import { maskOfFile, maskOfPicture } from './mask-source.ts';
import { cropNotice, findingNotices } from './notices.ts';
import { NumbersDialog } from './numbers-dialog.ts';
import { Picture, PictureError } from './picture.ts';
import { converted } from './placement.ts';
import { RequestForm } from './request-form.ts';
import { rectangle, type Shape } from './shapes.ts';
import { Stage } from './stage.ts';
import { historyCommand } from './stage-keys.ts';
import { Submission, standsAgainst } from './submission.ts';
import { ToolSet } from './tool-set.ts';
import { type ToolbarCommand, type ToolbarState, toolbar } from './toolbar.ts';

/** The picture that is edited. */
interface Work {
  readonly init: MaskInit;
  readonly picture: Picture;
  readonly document: MaskDocument;
  readonly tools: ToolSet;
}

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
  #work: Work | undefined;
  /** While the picture loads, or why it cannot be shown. */
  #blank: string;
  #error = '';
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
      submit: () => void this.#submit(),
      cancel: () => host.post({ type: 'cancel' }),
      stop: () => this.#submission.stop(),
    });
    this.#numbers = new NumbersDialog(words, (rect) => {
      this.#work?.document.add(rectangle(rect));
      this.#sayShare();
    });
    this.#submission = new Submission(words, host, () => this.#draw());
    page.addEventListener('keydown', (event) => this.#keyPressed(event));
    this.#drawNow();
  }

  receive(message: MaskHostMessage): void {
    switch (message.type) {
      case 'init':
        void this.#begin(message);
        return;
      case 'busy':
        this.#error = '';
        this.#submission.busy = { text: message.text, done: message.done };
        break;
      case 'idle':
        this.#submission.busy = undefined;
        break;
      case 'error':
        this.#submission.busy = undefined;
        this.#error = message.text;
        break;
      case 'maskFile':
        void this.#takeFile(message.name, message.bytes);
        return;
    }
    this.#draw();
  }

  async #begin(init: MaskInit): Promise<void> {
    const { uri, width, height } = init.image;
    this.#form.begin(init);
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
    const { width, height } = picture;
    const document = new MaskDocument(width, height, {
      maskChanged: (part) => {
        this.#stage.maskChanged(part);
        this.#draw();
      },
      pictureChanged: () => {
        this.#stage.pictureChanged();
        this.#toolChanged();
      },
    });
    const tools = new ToolSet(document, firstBrush(width, height), () => 1 / this.#stage.viewport.scale);
    this.#work?.picture.dispose();
    const findings = [...init.findings];
    if (width !== init.image.width || height !== init.image.height) {
      // It is shown turned, as its file asks for: a mask of what is shown would not fit what is sent.
      findings.push({ text: this.#words.otherDimensions, level: 'refused', conversions: [{ kind: 'png' }] });
    }
    this.#work = { init: { ...init, findings }, picture, document, tools };
    this.#stage.show({ document, picture });
    this.#toolChanged();
    // Only what is shown can have the focus.
    this.#drawNow();
    if (globalThis.document.activeElement === globalThis.document.body) {
      this.#stage.element.focus();
    }
  }

  #command(command: ToolbarCommand): void {
    const work = this.#work;
    if (work === undefined) {
      return;
    }
    const { document, tools } = work;
    switch (command) {
      case 'brush':
      case 'rectangle':
      case 'lasso':
      case 'eraser':
      case 'move':
        tools.choose(command);
        this.#toolChanged();
        this.#say('toolIs', this.#words[command]);
        break;
      case 'undo':
      case 'redo':
        tools.current?.cancel();
        this.#say(...turned(command, document[command]()));
        break;
      case 'zoomIn':
      case 'zoomOut':
      case 'fit':
      case 'full':
        this.#stage.zoom(command);
        this.#say('zoomIs', Math.round(this.#stage.viewport.scale * 100));
        break;
      case 'smaller':
      case 'larger':
        tools.changeSize(command === 'larger' ? 1 : -1);
        this.#toolChanged();
        this.#say('sizeIs', tools.size);
        break;
      case 'numbers':
        this.#numbers.open(document.placement);
        break;
      case 'finish':
        if (tools.current?.finish()) {
          this.#sayShare();
        }
        break;
      case 'cancel':
        if (tools.current?.isActive) {
          tools.current.cancel();
          this.#say('abandoned');
        }
        break;
      case 'invert':
      case 'clear':
        document[command]();
        this.#sayShare();
        break;
      case 'takeAlpha':
        this.#replace(document, maskOfPicture(work.picture.canvas, this.#words));
        break;
      case 'chooseFile':
        this.#host.post({ type: 'chooseMaskFile' });
        break;
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

  #convert(conversion: Conversion): void {
    const { document, tools } = this.#work ?? {};
    if (document === undefined || tools === undefined) {
      return;
    }
    if (conversion.kind === 'crop') {
      tools.crop(() => this.#toolChanged());
      this.#toolChanged();
      this.#stage.element.focus();
      this.#say('cropHelp');
      return;
    }
    document.convert(conversion, converted(document.placement, conversion));
    const { width, height } = document.placement;
    this.#say('converted', width, height);
    this.#stage.element.focus();
  }

  async #takeFile(name: string, bytes: Uint8Array): Promise<void> {
    const { document } = this.#work ?? {};
    if (document === undefined) {
      return;
    }
    const { placement } = document;
    const found = await maskOfFile(name, bytes, placement, this.#words);
    // Meanwhile it may have been converted, and another file be needed.
    if (document.placement === placement) {
      this.#replace(document, found);
    }
  }

  #replace(document: MaskDocument, found: Shape | string): void {
    if (typeof found === 'string') {
      this.#fail(found);
      return;
    }
    this.#error = '';
    document.replace(found);
    this.#sayShare();
  }

  async #submit(): Promise<void> {
    const work = this.#work;
    if (work === undefined) {
      return;
    }
    const { init, document } = work;
    const asked = this.#form.read();
    const problem = typeof asked === 'string' ? asked : standsAgainst(document, init.findings);
    if (typeof asked === 'string' || problem !== undefined) {
      this.#fail(problem === undefined ? '' : this.#words[problem]);
      return;
    }
    this.#error = '';
    document.end();
    const failed = await this.#submission.send(asked, work.picture, document, init.maskBytes);
    if (failed !== undefined) {
      this.#fail(this.#words[failed]);
    }
  }

  #fail(text: string): void {
    this.#error = text;
    this.#draw();
  }

  #say(word: MaskWord, ...values: readonly (string | number)[]): void {
    this.#announcer.say(phrase(this.#words[word], ...values));
  }

  /** How much is painted by now. */
  #sayShare(): void {
    const state = this.#toolbarState();
    if (state !== undefined) {
      this.#say('masked', Math.round((100 * state.painted) / (state.width * state.height)));
    }
  }

  #toolChanged(): void {
    const tools = this.#work?.tools;
    this.#stage.setTool(tools?.current, tools?.ring);
    this.#draw();
  }

  #toolbarState(): ToolbarState | undefined {
    if (this.#work === undefined) {
      return undefined;
    }
    const { document, tools, picture } = this.#work;
    const { width, height } = document.placement;
    return {
      tool: tools.name,
      size: tools.size,
      largest: largestBrush(picture.width, picture.height),
      canUndo: document.history.canUndo || document.isPainting,
      canRedo: document.history.canRedo,
      scale: this.#stage.viewport.scale,
      width,
      height,
      painted: document.mask.painted,
    };
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
    this.#form.update({
      busy: this.#submission.busy,
      canSubmit: this.#work !== undefined,
      error: this.#error,
    });
    render(this.#template(), this.#page);
    this.#page.ariaBusy = null;
  }

  #template(): TemplateResult {
    const words = this.#words;
    const state = this.#toolbarState();
    return html`<h1 class="visually-hidden"><bdi>${phrase(words.title, this.#work?.init.image.name ?? '')}</bdi></h1>
      ${state === undefined ? nothing : this.#controls(state)}
      ${this.#stage.element}
      ${state === undefined ? html`<p class="blank" dir="auto">${this.#blank}</p>` : nothing}
      <p id="canvas-help" hidden>${words.canvasHelp}</p>
      ${this.#form.element}${this.#numbers.element}${this.#announcer.element}`;
  }

  #controls(state: ToolbarState): TemplateResult {
    const { init, document, tools } = this.#work ?? {};
    const findings = init?.findings.filter((finding) => !document?.settles(finding)) ?? [];
    const { current } = tools ?? {};
    return html`${toolbar(state, this.#words, {
      command: (command) => this.#command(command),
      setSize: (size) => {
        tools?.setSize(size);
        this.#toolChanged();
      },
    })}
    ${
      current instanceof CropTool
        ? cropNotice(
            this.#words,
            () => current.finish(),
            () => current.cancel(),
          )
        : findingNotices(findings, this.#words, (conversion) => this.#convert(conversion))
    }`;
  }
}

function turned(command: 'undo' | 'redo', isDone: boolean): [MaskWord] {
  return command === 'undo' ? [isDone ? 'undone' : 'nothingToUndo'] : [isDone ? 'redone' : 'nothingToRedo'];
}
