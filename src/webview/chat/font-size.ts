/** Sets the size of the view's letters in pixels; 0 leaves it to VS Code. */
export function setFontSize(pixels: number): void {
  const { style } = document.documentElement;
  if (pixels > 0) {
    style.setProperty('--inkwell-font-size', `${pixels}px`);
  } else {
    style.removeProperty('--inkwell-font-size');
  }
}
