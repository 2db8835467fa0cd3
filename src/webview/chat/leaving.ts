/**
 * Calls back whenever the page may be gone in a moment, more often than it is. What the page tells when VS Code hides it
 * comes too late to be heard. Who hides it leaves it by the mouse first, or presses a key that is more than a letter.
 */
export function beforeLeaving(keep: () => void): void {
  for (const event of ['blur', 'pagehide'] as const) {
    window.addEventListener(event, keep);
  }
  document.addEventListener('visibilitychange', keep);
  document.documentElement.addEventListener('pointerleave', keep);
  window.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey || /^F\d/.test(key)) {
      keep();
    }
  });
}
