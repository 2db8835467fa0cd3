/** Steps of the slider: each makes the brush larger by the same part, since small sizes need to be told apart. */
export const SLIDER_STEPS = 100;

/** The largest brush for a picture of these dimensions, in its pixels. */
export function largestBrush(width: number, height: number): number {
  return Math.max(1, Math.min(1024, Math.ceil(Math.max(width, height) / 2)));
}

/** The brush that a picture begins with. */
export function firstBrush(width: number, height: number): number {
  return Math.max(1, Math.round(Math.max(width, height) / 16));
}

export function sizeAt(step: number, largest: number): number {
  return Math.round(largest ** (step / SLIDER_STEPS));
}

export function stepOf(size: number, largest: number): number {
  return largest <= 1 ? 0 : Math.round((SLIDER_STEPS * Math.log(size)) / Math.log(largest));
}

/** The next size up or down by a key: at least a pixel, at most a fifth. */
export function nextSize(size: number, by: 1 | -1, largest: number): number {
  const changed =
    by > 0 ? Math.max(size + 1, Math.round(size * 1.2)) : Math.min(size - 1, Math.round(size / 1.2));
  return Math.max(1, Math.min(largest, changed));
}
