import type { MaskWord } from '../../images/shared/mask-words.ts';
import type { Point, Rect } from './geometry.ts';

/** What is shown of something that is not done yet; in the picture's pixels. */
export type Guide =
  | { readonly kind: 'rectangle'; readonly rect: Rect }
  | { readonly kind: 'path'; readonly points: readonly Point[] }
  | { readonly kind: 'crop'; readonly rect: Rect };

/** What pointer and keys do on the canvas. Points are in the picture's pixels, and may lie outside of it. */
export interface Tool {
  /** Whether something is begun and not ended. */
  readonly isActive: boolean;
  readonly guide: Guide | undefined;
  press(at: Point): void;
  /** The pointer, or the crosshair, is here now. */
  move(at: Point): void;
  release(at: Point): void;
  /** The Space bar at the crosshair, down and up. Gives what to say. */
  space(at: Point, isDown: boolean): MaskWord | undefined;
  /** Enter: does what is begun, if it can be done. */
  finish(): boolean;
  /** Escape: as if it had not begun. */
  cancel(): void;
  /** A step of the arrow keys, where they move something else than the crosshair. Gives whether they do. */
  nudge?(x: number, y: number): boolean;
}
