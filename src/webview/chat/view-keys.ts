/** What a key means anywhere in the view, unless whatever has the focus wants it for itself. */
export type ViewKey = 'escape' | 'previousTurn' | 'nextTurn';

export function viewKey(event: KeyboardEvent): ViewKey | undefined {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  if (event.defaultPrevented || event.isComposing || shiftKey || ctrlKey || metaKey) {
    return undefined;
  }
  if (altKey) {
    return key === 'ArrowUp' ? 'previousTurn' : key === 'ArrowDown' ? 'nextTurn' : undefined;
  }
  return key === 'Escape' ? 'escape' : undefined;
}
