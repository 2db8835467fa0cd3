import type { Point } from './geometry.ts';
import type { Tool } from './tool.ts';
import type { Viewport } from './viewport.ts';

/** How much larger for each notch of a wheel that zooms. */
const ZOOM = 1.2;
/** What `WheelEvent.deltaY` is for a notch, in pixels. */
const NOTCH = 100;
const MIDDLE_BUTTON = 1;

export interface PointerListener {
  /** What presses go to; `undefined` when they move the picture. */
  tool(): Tool | undefined;
  /** The pointer is here, in the picture's pixels, or has gone. */
  pointerAt(point: Point | undefined): void;
  /** What is seen has moved. */
  viewChanged(): void;
  /** Something was drawn, or is about to be. */
  worked(): void;
}

/** Pointer and wheel on the canvas. */
export class StagePointer {
  readonly #element: HTMLElement;
  readonly #viewport: Viewport;
  readonly #listener: PointerListener;
  /** The pointer that is down; others are left alone meanwhile. */
  #pressed: { readonly id: number; readonly tool: Tool | undefined } | undefined;
  #last: Point = { x: 0, y: 0 };

  constructor(element: HTMLElement, viewport: Viewport, listener: PointerListener) {
    this.#element = element;
    this.#viewport = viewport;
    this.#listener = listener;
    element.addEventListener('pointerdown', (event) => this.#down(event));
    element.addEventListener('pointermove', (event) => this.#moved(event));
    element.addEventListener('pointerup', (event) => this.#up(event));
    element.addEventListener('pointercancel', (event) => this.#lost(event));
    element.addEventListener('pointerleave', () => this.#listener.pointerAt(undefined));
    element.addEventListener('dblclick', () => {
      listener.tool()?.finish();
      listener.worked();
    });
    element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
  }

  #down(event: PointerEvent): void {
    if (this.#pressed !== undefined || (event.button !== 0 && event.button !== MIDDLE_BUTTON)) {
      return;
    }
    // Else the middle button would start to scroll by itself.
    event.preventDefault();
    this.#element.focus();
    this.#element.setPointerCapture(event.pointerId);
    const tool = event.button === 0 ? this.#listener.tool() : undefined;
    this.#pressed = { id: event.pointerId, tool };
    this.#last = this.#inView(event);
    tool?.press(this.#inPicture(event));
    this.#listener.worked();
  }

  #moved(event: PointerEvent): void {
    if (this.#pressed !== undefined && event.pointerId !== this.#pressed.id) {
      return;
    }
    this.#listener.pointerAt(this.#inPicture(event));
    if (this.#pressed !== undefined && this.#pressed.tool === undefined) {
      const { x, y } = this.#inView(event);
      this.#viewport.panBy(x - this.#last.x, y - this.#last.y);
      this.#last = { x, y };
      this.#listener.viewChanged();
      return;
    }
    const tool = this.#pressed?.tool ?? this.#listener.tool();
    // A frame may hold several moves, of which the browser tells the last: a quick line would have corners.
    const moves = event.getCoalescedEvents();
    for (const move of moves.length > 0 ? moves : [event]) {
      tool?.move(this.#inPicture(move));
    }
    this.#listener.worked();
  }

  #up(event: PointerEvent): void {
    if (event.pointerId === this.#pressed?.id) {
      const { tool } = this.#pressed;
      this.#pressed = undefined;
      tool?.release(this.#inPicture(event));
      this.#listener.worked();
    }
  }

  /** The system has taken the pointer away: what was drawn was not meant. */
  #lost(event: PointerEvent): void {
    if (event.pointerId === this.#pressed?.id) {
      const { tool } = this.#pressed;
      this.#pressed = undefined;
      tool?.cancel();
      this.#listener.worked();
    }
  }

  #wheel(event: WheelEvent): void {
    // Else the browser would zoom the whole page.
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      const factor = ZOOM ** (-event.deltaY / NOTCH);
      this.#viewport.zoomTo(this.#viewport.scale * factor, this.#inView(event));
    } else if (event.shiftKey && event.deltaX === 0) {
      this.#viewport.panBy(-event.deltaY, 0);
    } else {
      this.#viewport.panBy(-event.deltaX, -event.deltaY);
    }
    this.#listener.viewChanged();
  }

  #inView({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.#element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  #inPicture(event: MouseEvent): Point {
    return this.#viewport.toPicture(this.#inView(event));
  }
}
