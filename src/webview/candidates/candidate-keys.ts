/** What keys do, wherever the focus is but in a field. */
export type CandidateCommand =
  | 'up'
  | 'down'
  | 'first'
  | 'last'
  | 'back'
  | 'forward'
  | 'insert'
  | 'copy'
  | 'leave'
  | { readonly number: number };

const COMMANDS = new Map<string, CandidateCommand>([
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['Home', 'first'],
  ['End', 'last'],
  ['ArrowLeft', 'back'],
  ['ArrowRight', 'forward'],
  ['Enter', 'insert'],
  ['c', 'copy'],
  ['C', 'copy'],
  ['Escape', 'leave'],
]);

export function candidateCommand(event: KeyboardEvent): CandidateCommand | undefined {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  const command = COMMANDS.get(key);
  if (ctrlKey || metaKey) {
    // What the person has marked by hand is what they copy.
    const isCopy =
      command === 'copy' && !altKey && !shiftKey && document.getSelection()?.isCollapsed !== false;
    return isCopy && !isField(target) ? 'copy' : undefined;
  }
  if (altKey || shiftKey || event.isComposing || (isField(target) && command !== 'leave')) {
    return undefined;
  }
  if (command === 'insert' && target instanceof HTMLButtonElement) {
    return undefined;
  }
  return command ?? (/^[1-9]$/.test(key) ? { number: Number(key) } : undefined);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement;
}
