/** What keys do, wherever the focus is but in a text. */
export type TranscriptCommand =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'slower'
  | 'faster'
  | 'up'
  | 'down'
  | 'first'
  | 'last'
  | 'edit';

const COMMANDS = new Map<string, TranscriptCommand>([
  ['ArrowLeft', 'back'],
  ['ArrowRight', 'forward'],
  ['<', 'slower'],
  ['>', 'faster'],
  ['[', 'slower'],
  [']', 'faster'],
]);

/** Those that need a segment. */
const SEGMENT_COMMANDS = new Map<string, TranscriptCommand>([
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['Home', 'first'],
  ['End', 'last'],
  ['F2', 'edit'],
]);

export function transcriptCommand(event: KeyboardEvent): TranscriptCommand | undefined {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  const isSegment = target instanceof Element && target.closest('.segment') !== null;
  if (key === ' ' && ctrlKey && !altKey && !metaKey) {
    return 'toggle';
  }
  if (altKey || ctrlKey || metaKey || isText(target)) {
    return undefined;
  }
  if (key === ' ') {
    // A button elsewhere is pressed by it.
    return isSegment || !isPressable(target) ? 'toggle' : undefined;
  }
  if (target instanceof HTMLSelectElement) {
    return undefined;
  }
  return COMMANDS.get(key) ?? (isSegment ? SEGMENT_COMMANDS.get(key) : undefined);
}

function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement;
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof HTMLButtonElement || target instanceof HTMLSelectElement;
}
