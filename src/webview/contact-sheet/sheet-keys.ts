/** What keys do with the image that they are pressed on. */
export type SheetCommand = 'left' | 'right' | 'up' | 'down' | 'first' | 'last' | 'discard';

const COMMANDS = new Map<string, SheetCommand>([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['Home', 'first'],
  ['End', 'last'],
  ['Delete', 'discard'],
]);

export function sheetCommand(event: KeyboardEvent): SheetCommand | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || ctrlKey || shiftKey) {
    return undefined;
  }
  if (metaKey) {
    // As in the Finder: keyboards of Macs have no Delete of their own.
    return key === 'Backspace' ? 'discard' : undefined;
  }
  return COMMANDS.get(key);
}

/** Which of some images in rows of so many is meant, from one of them; the same where there is no other. */
export function neighbour(
  command: Exclude<SheetCommand, 'discard'>,
  index: number,
  count: number,
  columns: number,
): number {
  const to = {
    left: index - 1,
    right: index + 1,
    up: index - columns,
    down: index + columns,
    first: 0,
    last: count - 1,
  }[command];
  return to < 0 || to >= count ? index : to;
}
