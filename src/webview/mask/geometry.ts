/** In the image's pixels; a pixel's centre lies at one half. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `right` and `bottom` lie just outside. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function isEmpty({ left, top, right, bottom }: Rect): boolean {
  return right <= left || bottom <= top;
}

export function intersection(a: Rect, b: Rect): Rect {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

/** The least rectangle that holds both; one that is empty counts for nothing. */
export function union(a: Rect, b: Rect): Rect {
  if (isEmpty(a)) {
    return b;
  }
  if (isEmpty(b)) {
    return a;
  }
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** The whole pixels of a rectangle with these corners, in whichever order. */
export function pixelsBetween(a: Point, b: Point): Rect {
  return {
    left: Math.floor(Math.min(a.x, b.x)),
    top: Math.floor(Math.min(a.y, b.y)),
    right: Math.ceil(Math.max(a.x, b.x)),
    bottom: Math.ceil(Math.max(a.y, b.y)),
  };
}

export const NOTHING: Rect = { left: 0, top: 0, right: 0, bottom: 0 };
