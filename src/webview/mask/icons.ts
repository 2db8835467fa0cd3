import errorIcon from '@vscode/codicons/src/icons/error.svg';
import fitIcon from '@vscode/codicons/src/icons/screen-full.svg';
import warningIcon from '@vscode/codicons/src/icons/warning.svg';
import zoomInIcon from '@vscode/codicons/src/icons/zoom-in.svg';
import zoomOutIcon from '@vscode/codicons/src/icons/zoom-out.svg';
import { html, type TemplateResult } from 'lit/html.js';

/** A codicon, which says nothing to screen readers: what it stands for is said in words beside it. */
function icon(svg: string): TemplateResult {
  // A template of its own for each icon: lit parses it once, and copies it wherever the icon is shown.
  const text = svg.replace('<svg ', '<svg class="icon" aria-hidden="true" ');
  return html(Object.assign([text], { raw: [text] }));
}

export const icons = {
  error: icon(errorIcon),
  fit: icon(fitIcon),
  warning: icon(warningIcon),
  zoomIn: icon(zoomInIcon),
  zoomOut: icon(zoomOutIcon),
} as const;
