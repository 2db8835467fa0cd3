import type { Point } from './geometry.ts';

export const TOOLS = ['brush', 'rectangle', 'lasso', 'eraser', 'move'] as const;

export type ToolName = (typeof TOOLS)[number];

export type StageCommand =
  | ToolName
  | 'undo'
  | 'redo'
  | 'zoomIn'
  | 'zoomOut'
  | 'fit'
  | 'full'
  | 'smaller'
  | 'larger'
  | 'numbers'
  | 'finish'
  | 'cancel';

export const TOOL_KEYS: Readonly<Record<ToolName, string>> = {
  brush: 'b',
  rectangle: 'm',
  lasso: 'l',
  eraser: 'e',
  move: 'h',
};

const COMMANDS: Readonly<Record<string, StageCommand>> = {
  ...Object.fromEntries(TOOLS.map((tool) => [TOOL_KEYS[tool], tool])),
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '0': 'fit',
  '1': 'full',
  '[': 'smaller',
  ']': 'larger',
  r: 'numbers',
  enter: 'finish',
  escape: 'cancel',
};

/** How far an arrow key goes, in CSS pixels. */
const STEP = 8;
const FAST = 5;

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Undo and Redo, wherever the focus is but in a text. */
export function historyCommand({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (altKey || ctrlKey === metaKey) {
    return undefined;
  }
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? 'redo' : 'undo';
    case 'y':
      return shiftKey ? undefined : 'redo';
    default:
      return undefined;
  }
}

/** What else a key on the canvas means. */
export function stageCommand({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): StageCommand | undefined {
  return ctrlKey || metaKey || altKey ? undefined : COMMANDS[key.toLowerCase()];
}

/** Where an arrow key goes, in pixels of the picture: Shift makes it faster, Alt goes pixel by pixel. */
export function arrowStep(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  scale: number,
): Point | undefined {
  const arrow = ARROWS[key];
  if (arrow === undefined || ctrlKey || metaKey) {
    return undefined;
  }
  const length = altKey ? 1 : Math.max(1, Math.round((STEP * (shiftKey ? FAST : 1)) / scale));
  return { x: arrow.x * length, y: arrow.y * length };
}
