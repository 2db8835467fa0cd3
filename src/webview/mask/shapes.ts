import type { Point, Rect } from './geometry.ts';

/** The pixels of a shape, row by row. A pixel belongs to it if its centre does, so that all edges are hard. */
export interface Shape {
  /** Holds all of it; nothing outside of it is told. */
  readonly bounds: Rect;
  /** Tells the shape's runs of pixels in this row: from the first to just before the second. */
  row(y: number, run: (from: number, to: number) => void): void;
}

export function rectangle(bounds: Rect): Shape {
  return { bounds, row: (_, run) => run(bounds.left, bounds.right) };
}

/**
 * What a round brush of this size covers on its way from one point to another, both ends included. The brush lies on
 * the grid of the pixels, so that one of 1 pixel always paints the pixel that is meant.
 */
export function stroke(from: Point, to: Point, size: number): Shape {
  const a = onGrid(from, size);
  const b = onGrid(to, size);
  const radius = size / 2;
  return {
    bounds: {
      left: Math.floor(Math.min(a.x, b.x) - radius),
      top: Math.floor(Math.min(a.y, b.y) - radius),
      right: Math.ceil(Math.max(a.x, b.x) + radius),
      bottom: Math.ceil(Math.max(a.y, b.y) + radius),
    },
    row: (y, run) => {
      const [low, high] = capsuleRow(a, b, radius, y + 0.5);
      const start = Math.ceil(low - 0.5);
      const end = Math.floor(high - 0.5) + 1;
      if (end > start) {
        run(start, end);
      }
    },
  };
}

function onGrid({ x, y }: Point, size: number): Point {
  return size % 2 === 0
    ? { x: Math.round(x), y: Math.round(y) }
    : { x: Math.floor(x) + 0.5, y: Math.floor(y) + 0.5 };
}

type Interval = readonly [low: number, high: number];

const NONE: Interval = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const ALL: Interval = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** A line's surroundings are convex: what lies in a row is one interval, from both ends' discs and the band between. */
function capsuleRow(a: Point, b: Point, radius: number, y: number): Interval {
  const [ofA, ofB, band] = [discRow(a, radius, y), discRow(b, radius, y), bandRow(a, b, radius, y)];
  return [Math.min(ofA[0], ofB[0], band[0]), Math.max(ofA[1], ofB[1], band[1])];
}

function discRow(centre: Point, radius: number, y: number): Interval {
  const square = radius * radius - (y - centre.y) ** 2;
  return square < 0 ? NONE : [centre.x - Math.sqrt(square), centre.x + Math.sqrt(square)];
}

function bandRow(a: Point, b: Point, radius: number, y: number): Interval {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length === 0) {
    return NONE;
  }
  const along = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  const [low, high] = between(along.x, along.y * (y - a.y), 0, length);
  const [left, right] = between(-along.y, along.x * (y - a.y), -radius, radius);
  const interval: Interval = [a.x + Math.max(low, left), a.x + Math.min(high, right)];
  return interval[0] <= interval[1] ? interval : NONE;
}

/** The x for which `slope * x + start` lies between these. */
function between(slope: number, start: number, least: number, most: number): Interval {
  if (slope === 0) {
    return start >= least && start <= most ? ALL : NONE;
  }
  const ends = [(least - start) / slope, (most - start) / slope] as const;
  return [Math.min(...ends), Math.max(...ends)];
}

/** What lies inside a closed line; where it crosses itself, what is inside twice is outside. */
export function polygon(points: readonly Point[]): Shape {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  // Not Math.min(...xs): a line drawn by hand can have more points than a call can have arguments.
  const least = (all: readonly number[]) => all.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = (all: readonly number[]) => all.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return {
    bounds:
      points.length < 3
        ? { left: 0, top: 0, right: 0, bottom: 0 }
        : {
            left: Math.floor(least(xs)),
            top: Math.floor(least(ys)),
            right: Math.ceil(most(xs)),
            bottom: Math.ceil(most(ys)),
          },
    row: (y, run) => {
      const crossings = crossingsAt(points, y + 0.5);
      for (let index = 0; index + 1 < crossings.length; index += 2) {
        const start = Math.ceil((crossings[index] ?? 0) - 0.5);
        const end = Math.ceil((crossings[index + 1] ?? 0) - 0.5);
        if (end > start) {
          run(start, end);
        }
      }
    },
  };
}

function crossingsAt(points: readonly Point[], y: number): number[] {
  const crossings: number[] = [];
  let before = points.at(-1);
  for (const point of points) {
    if (before !== undefined && before.y > y !== point.y > y) {
      crossings.push(before.x + ((y - before.y) / (point.y - before.y)) * (point.x - before.x));
    }
    before = point;
  }
  return crossings.sort((a, b) => a - b);
}
