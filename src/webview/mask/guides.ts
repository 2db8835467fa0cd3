import { nothing, type SVGTemplateResult, svg } from 'lit/html.js';
import type { Point, Rect } from './geometry.ts';
import type { Guide } from './tool.ts';
import type { Viewport } from './viewport.ts';

/** CSS pixels from the crosshair's middle to its ends. */
const CROSS = 12;

export interface Pointers {
  /** Where the brush would paint, and its size in the picture's pixels. */
  readonly ring: { readonly at: Point; readonly size: number } | undefined;
  readonly crosshair: Point | undefined;
  readonly guide: Guide | undefined;
}

/** The lines above the picture. Each is drawn twice, so that it is seen on every colour. */
export function guides({ ring, crosshair, guide }: Pointers, viewport: Viewport): SVGTemplateResult {
  return svg`${guide === undefined ? nothing : guideShape(guide, viewport)}${
    ring === undefined ? nothing : ringShape(ring, viewport)
  }${crosshair === undefined ? nothing : crossShape(viewport.toView(crosshair))}`;
}

function guideShape(guide: Guide, viewport: Viewport): SVGTemplateResult {
  switch (guide.kind) {
    case 'rectangle':
      return twice(boxPath(guide.rect, viewport), 'guide');
    case 'path':
      return twice(linePath(guide.points, viewport), 'guide');
    case 'crop': {
      const { width, height } = viewport.view;
      const box = boxPath(guide.rect, viewport);
      return svg`<path class="cropped" fill-rule="evenodd" d=${`M0 0H${width}V${height}H0Z${box}`}></path>${twice(box, 'guide')}`;
    }
  }
}

function ringShape({ at, size }: { at: Point; size: number }, viewport: Viewport): SVGTemplateResult {
  const { x, y } = viewport.toView(at);
  const radius = Math.max(1, (size / 2) * viewport.scale);
  return twice(
    `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`,
    'ring',
  );
}

function crossShape({ x, y }: Point): SVGTemplateResult {
  return twice(
    `M${x - CROSS} ${y}H${x - 2}M${x + 2} ${y}H${x + CROSS}M${x} ${y - CROSS}V${y - 2}M${x} ${y + 2}V${y + CROSS}`,
    'crosshair',
  );
}

function twice(path: string, name: string): SVGTemplateResult {
  return svg`<path class=${`${name} below`} d=${path}></path><path class=${`${name} above`} d=${path}></path>`;
}

function boxPath({ left, top, right, bottom }: Rect, viewport: Viewport): string {
  const from = viewport.toView({ x: left, y: top });
  const to = viewport.toView({ x: right, y: bottom });
  return `M${from.x} ${from.y}H${to.x}V${to.y}H${from.x}Z`;
}

function linePath(points: readonly Point[], viewport: Viewport): string {
  return points
    .map((point, index) => {
      const { x, y } = viewport.toView(point);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
