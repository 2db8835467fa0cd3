import type { Conversion, Finding, MaskInit } from '../../images/shared/mask-protocol.ts';
import type { MaskWord, MaskWords } from '../../images/shared/mask-words.ts';
import { firstBrush, largestBrush } from './brush-size.ts';
import type { Rect } from './geometry.ts';
import { MaskDocument } from './mask-document.ts';
import { maskOfFile, maskOfPicture } from './mask-source.ts';
import type { Picture } from './picture.ts';
import { converted, hasEdges } from './placement.ts';
import { rectangle, type Shape } from './shapes.ts';
import type { Stage } from './stage.ts';
import { ToolSet } from './tool-set.ts';
import type { ToolbarCommand, ToolbarState } from './toolbar.ts';

export interface EditingListener {
  /** What stands around the picture is to be drawn anew. */
  changed(): void;
  say(word: MaskWord, ...values: readonly (string | number)[]): void;
  /** What stands against what the person has tried; `''` for nothing. */
  fail(text: string): void;
}

/** What the person can do to the picture; all else is for the page. */
export type EditingCommand = Exclude<ToolbarCommand, 'numbers' | 'chooseFile'>;

/** What can be done without a mask. */
const UNPAINTED: ReadonlySet<ToolbarCommand> = new Set([
  'undo',
  'redo',
  'zoomIn',
  'zoomOut',
  'fit',
  'full',
  'finish',
  'cancel',
]);

/** The picture that is edited, with its mask and the tools for it, on the stage. */
export class Editing {
  readonly init: MaskInit;
  readonly picture: Picture;
  readonly document: MaskDocument;
  readonly tools: ToolSet;
  readonly #stage: Stage;
  readonly #words: MaskWords;
  readonly #listener: EditingListener;

  constructor(init: MaskInit, picture: Picture, stage: Stage, words: MaskWords, listener: EditingListener) {
    const { width, height } = picture;
    this.init = { ...init, findings: findingsOf(init, picture, words) };
    this.picture = picture;
    this.#stage = stage;
    this.#words = words;
    this.#listener = listener;
    this.document = new MaskDocument(width, height, {
      maskChanged: (part) => {
        stage.maskChanged(part);
        listener.changed();
      },
      pictureChanged: () => {
        stage.pictureChanged();
        this.toolChanged();
      },
    });
    this.tools = new ToolSet(this.document, firstBrush(width, height), () => 1 / stage.viewport.scale);
    if (!this.#canPaint) {
      this.tools.choose('move');
    }
  }

  /** Whether it can be used, also by a key. */
  allows(command: ToolbarCommand): boolean {
    return this.#canPaint || UNPAINTED.has(command);
  }

  /** What is wrong with the image by now. */
  get findings(): readonly Finding[] {
    return this.init.findings.filter((finding) => !this.document.settles(finding));
  }

  show(): void {
    this.#stage.show({ document: this.document, picture: this.picture });
    this.toolChanged();
  }

  dispose(): void {
    this.picture.dispose();
  }

  command(command: EditingCommand): void {
    const { document, tools } = this;
    switch (command) {
      case 'brush':
      case 'rectangle':
      case 'lasso':
      case 'eraser':
      case 'move':
        tools.choose(command);
        this.toolChanged();
        this.#say('toolIs', this.#words[command]);
        break;
      case 'undo':
      case 'redo':
        tools.current?.cancel();
        this.#say(turned(command, document[command]()));
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
        this.toolChanged();
        this.#say('sizeIs', tools.size);
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
        this.#replace(maskOfPicture(this.picture.canvas, this.#words));
        break;
    }
  }

  /** Paints a rectangle that was given in numbers. */
  addRectangle(rect: Rect): void {
    this.document.add(rectangle(rect));
    this.#sayShare();
  }

  convert(conversion: Conversion): void {
    const { document, tools } = this;
    if (conversion.kind === 'crop') {
      tools.crop(() => this.toolChanged());
      this.toolChanged();
      this.#say('cropHelp');
    } else {
      document.convert(conversion, converted(document.placement, conversion));
      const { width, height } = document.placement;
      this.#say('converted', width, height);
    }
    this.#stage.element.focus();
  }

  /** Takes what is transparent in a file for the mask. */
  async takeFile(name: string, bytes: Uint8Array): Promise<void> {
    const { placement } = this.document;
    const found = await maskOfFile(name, bytes, placement, this.#words);
    // Meanwhile it may have been converted, and another file be needed.
    if (this.document.placement === placement) {
      this.#replace(found);
    }
  }

  setBrushSize(size: number): void {
    this.tools.setSize(size);
    this.toolChanged();
  }

  toolChanged(): void {
    this.#stage.setTool(this.tools.current, this.tools.ring);
    this.#listener.changed();
  }

  toolbarState(): ToolbarState {
    const { document, tools, picture } = this;
    const { width, height } = document.placement;
    return {
      canPaint: this.#canPaint,
      tool: tools.name,
      size: tools.size,
      largest: largestBrush(picture.width, picture.height),
      canUndo: document.history.canUndo || document.isPainting,
      canRedo: document.history.canRedo,
      scale: this.#stage.viewport.scale,
      width,
      height,
      painted: document.mask.painted,
      canTakeAlpha: this.init.image.hasAlpha !== false || hasEdges(document.placement),
    };
  }

  /** What is varied has no mask. */
  get #canPaint(): boolean {
    return this.init.purpose === 'edit';
  }

  #replace(found: Shape | string): void {
    if (typeof found === 'string') {
      this.#listener.fail(found);
      return;
    }
    this.#listener.fail('');
    this.document.replace(found);
    this.#sayShare();
  }

  #say(word: MaskWord, ...values: readonly (string | number)[]): void {
    this.#listener.say(word, ...values);
  }

  /** How much is painted by now. */
  #sayShare(): void {
    if (!this.#canPaint) {
      return;
    }
    const { painted, width, height } = this.toolbarState();
    this.#say('masked', Math.round((100 * painted) / (width * height)));
  }
}

function findingsOf(init: MaskInit, { width, height }: Picture, words: MaskWords): Finding[] {
  const isAsTold = width === init.image.width && height === init.image.height;
  return isAsTold || init.purpose === 'variation'
    ? init.findings
    : // It is shown turned, as its file asks for: a mask of what is shown would not fit what is sent.
      [...init.findings, { text: words.otherDimensions, level: 'refused', conversions: [{ kind: 'png' }] }];
}

function turned(command: 'undo' | 'redo', isDone: boolean): MaskWord {
  return command === 'undo' ? (isDone ? 'undone' : 'nothingToUndo') : isDone ? 'redone' : 'nothingToRedo';
}
