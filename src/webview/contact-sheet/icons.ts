import copyIcon from '@vscode/codicons/src/icons/copy.svg';
import insertIcon from '@vscode/codicons/src/icons/insert.svg';
import pinIcon from '@vscode/codicons/src/icons/pin.svg';
import pinnedIcon from '@vscode/codicons/src/icons/pinned.svg';
import refreshIcon from '@vscode/codicons/src/icons/refresh.svg';
import trashIcon from '@vscode/codicons/src/icons/trash.svg';
import versionsIcon from '@vscode/codicons/src/icons/versions.svg';
import { html, type TemplateResult } from 'lit/html.js';

/** A codicon, which says nothing to screen readers: what it stands for is said in words beside it. */
function icon(svg: string): TemplateResult {
  // A template of its own for each icon: lit parses it once, and copies it wherever the icon is shown.
  const text = svg.replace('<svg ', '<svg class="icon" aria-hidden="true" ');
  return html(Object.assign([text], { raw: [text] }));
}

export const icons = {
  copy: icon(copyIcon),
  discard: icon(trashIcon),
  insert: icon(insertIcon),
  keep: icon(pinIcon),
  kept: icon(pinnedIcon),
  regenerate: icon(refreshIcon),
  vary: icon(versionsIcon),
} as const;
