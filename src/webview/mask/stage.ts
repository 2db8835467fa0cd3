import { render } from 'lit/html.js';
import type { MaskWords } from '../../images/shared/mask-words.ts';
import { phrase } from '../page/phrase.ts';
import type { Point, Rect } from './geometry.ts';
import { guides } from './guides.ts';
import type { MaskDocument } from './mask-document.ts';
import { MaskLayer } from './mask-layer.ts';
import type { Picture } from './picture.ts';
import { arrowStep, type StageCommand, stageCommand } from './stage-keys.ts';
import { StagePointer } from './stage-pointer.ts';
import type { Tool } from './tool.ts';
import { Viewport } from './viewport.ts';

export interface StageListener {
  command(command: StageCommand): void;
  /** For screen readers, politely. */
  say(text: string): void;
  zoomChanged(): void;
}

/** How much larger the picture gets by a press of a key or button. */
const ZOOM = 1.25;
/** From here on, pixels are shown as squares. */
const SQUARES = 3;

/** What is shown, and what is done to it. */
export interface Exhibit {
  readonly document: MaskDocument;
  readonly picture: Picture;
}

/** The canvas: the picture, the mask above it, and above that what pointer and keys are about to do. */
export class Stage {
  readonly element = document.createElement('div');
  readonly viewport = new Viewport();
  readonly #words: MaskWords;
  readonly #listener: StageListener;
  readonly #layer = new MaskLayer();
  readonly #lines = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  #exhibit: Exhibit | undefined;
  #tool: Tool | undefined;
  /** The brush's in the picture's pixels, where it is shown. */
  #ring: number | undefined;
  #pointer: Point | undefined;
  #crosshair: Point | undefined;
  #isCrosshairShown = false;
  #frame: number | undefined;

  constructor(words: MaskWords, listener: StageListener) {
    this.#words = words;
    this.#listener = listener;
    this.element.className = 'stage';
    this.element.tabIndex = 0;
    // The arrow keys and letters are for the canvas: a screen reader is to let them through.
    this.element.setAttribute('role', 'application');
    this.element.setAttribute('aria-label', words.canvas);
    this.element.setAttribute('aria-describedby', 'canvas-help');
    this.#lines.setAttribute('aria-hidden', 'true');
    this.#lines.classList.add('lines');
    new StagePointer(this.element, this.viewport, {
      tool: () => this.#tool,
      pointerAt: (point) => {
        this.#pointer = point;
        this.#isCrosshairShown &&= point === undefined;
        this.draw();
      },
      viewChanged: () => this.#viewChanged(),
      worked: () => this.draw(),
    });
    this.element.addEventListener('keydown', (event) => this.#keyDown(event));
    this.element.addEventListener('keyup', (event) => this.#keyUp(event));
    // The key that is let go elsewhere is never heard of: what it paints ends now.
    this.element.addEventListener('blur', () => this.#tool?.isActive && this.#endPen());
    new ResizeObserver(() => this.#resized()).observe(this.element);
  }

  /** Shows a picture, as large as it fits. */
  show(exhibit: Exhibit | undefined): void {
    this.#exhibit = exhibit;
    this.#crosshair = undefined;
    if (exhibit === undefined) {
      this.element.replaceChildren();
      return;
    }
    this.element.replaceChildren(exhibit.picture.canvas, this.#layer.element, this.#lines);
    this.pictureChanged();
  }

  /** What it is to screen readers, which otherwise is a mask. */
  label(text: string): void {
    this.element.setAttribute('aria-label', text);
  }

  /** It has other dimensions, or other pixels. */
  pictureChanged(): void {
    const { document, picture } = this.#exhibit ?? {};
    if (document && picture) {
      picture.place(document.placement);
      this.viewport.setPicture(document.placement);
      this.#crosshair = undefined;
      this.#viewChanged();
    }
  }

  maskChanged(part: Rect): void {
    this.#layer.invalidate(part);
    this.draw();
  }

  /** Without a tool, what is pressed is moved. `ring` is the brush's size, where it is one. */
  setTool(tool: Tool | undefined, ring: number | undefined): void {
    this.#tool = tool;
    this.#ring = ring;
    this.element.classList.toggle('is-moving', tool === undefined);
    this.draw();
  }

  zoom(by: 'zoomIn' | 'zoomOut' | 'fit' | 'full'): void {
    const { viewport } = this;
    switch (by) {
      case 'zoomIn':
        viewport.zoomTo(viewport.scale * ZOOM);
        break;
      case 'zoomOut':
        viewport.zoomTo(viewport.scale / ZOOM);
        break;
      case 'full':
        viewport.zoomTo(1);
        break;
      case 'fit':
        viewport.fit();
        break;
    }
    if (this.#isCrosshairShown && this.#crosshair && by !== 'fit') {
      viewport.reveal(this.#crosshair);
    }
    this.#viewChanged();
  }

  /** Draws in the next frame; as often as it is called, once. */
  draw(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#drawNow();
    });
  }

  #drawNow(): void {
    if (this.#exhibit === undefined) {
      return;
    }
    const { viewport } = this;
    this.#layer.draw(this.#exhibit.document.mask, viewport);
    const at = this.#isCrosshairShown ? this.#crosshair : this.#pointer;
    render(
      guides(
        {
          ring: this.#ring !== undefined && at !== undefined ? { at, size: this.#ring } : undefined,
          crosshair: this.#isCrosshairShown ? this.#crosshair : undefined,
          guide: this.#tool?.guide,
        },
        viewport,
      ),
      this.#lines,
    );
  }

  #resized(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    this.viewport.setView({ width, height });
    this.#layer.resize({ width, height });
    this.#viewChanged();
  }

  #viewChanged(): void {
    const { document, picture } = this.#exhibit ?? {};
    if (document && picture) {
      const { scale, x, y } = this.viewport;
      const { style, classList } = picture.canvas;
      style.left = `${x}px`;
      style.top = `${y}px`;
      style.width = `${document.placement.width * scale}px`;
      style.height = `${document.placement.height * scale}px`;
      classList.toggle('is-squares', scale >= SQUARES);
    }
    this.#layer.invalidate();
    this.#listener.zoomChanged();
    this.draw();
  }

  #keyDown(event: KeyboardEvent): void {
    if (this.#exhibit === undefined) {
      return;
    }
    const step = arrowStep(event, this.viewport.scale);
    const command = stageCommand(event);
    if (step !== undefined) {
      this.#step(step);
    } else if (event.key === ' ') {
      if (!event.repeat) {
        this.#space(true);
      }
    } else if (command !== undefined) {
      this.#listener.command(command);
    } else {
      return;
    }
    event.preventDefault();
    // Else VS Code would take it for a key of its own as well.
    event.stopPropagation();
    this.draw();
  }

  #keyUp(event: KeyboardEvent): void {
    if (event.key === ' ' && this.#exhibit !== undefined) {
      event.preventDefault();
      this.#space(false);
      this.draw();
    }
  }

  #space(isDown: boolean): void {
    const said = this.#tool?.space(this.#cross(), isDown);
    if (said !== undefined) {
      this.#listener.say(this.#words[said]);
    }
  }

  #endPen(): void {
    if (this.#ring !== undefined) {
      this.#tool?.finish();
      this.draw();
    }
  }

  #step({ x, y }: Point): void {
    if (this.#tool?.nudge?.(x, y)) {
      const guide = this.#tool.guide;
      if (guide?.kind === 'crop') {
        this.#listener.say(phrase(this.#words.cropAt, guide.rect.left, guide.rect.top));
      }
      return;
    }
    const { width, height } = this.#exhibit?.document.placement ?? { width: 1, height: 1 };
    const from = this.#cross();
    const point = {
      x: Math.max(0.5, Math.min(width - 0.5, from.x + x)),
      y: Math.max(0.5, Math.min(height - 0.5, from.y + y)),
    };
    this.#crosshair = point;
    this.#tool?.move(point);
    const { x: left, y: top } = this.viewport;
    this.viewport.reveal(point);
    if (left !== this.viewport.x || top !== this.viewport.y) {
      this.#viewChanged();
    }
    const isPainted = this.#exhibit?.document.mask.isPainted(Math.floor(point.x), Math.floor(point.y));
    this.#listener.say(
      phrase(isPainted ? this.#words.atPainted : this.#words.at, Math.floor(point.x), Math.floor(point.y)),
    );
  }

  /** Where the keys paint, in the middle of a pixel: at first, of the middle one. */
  #cross(): Point {
    const { width, height } = this.#exhibit?.document.placement ?? { width: 1, height: 1 };
    this.#crosshair ??= { x: Math.floor(width / 2) + 0.5, y: Math.floor(height / 2) + 0.5 };
    this.#isCrosshairShown = true;
    return this.#crosshair;
  }
}
