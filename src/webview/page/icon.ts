import { html, type TemplateResult } from 'lit/html.js';

/** A codicon, which says nothing to screen readers: what it stands for is said in words beside it. */
export function icon(svg: string): TemplateResult {
  // A template of its own for each icon: lit parses it once, and copies it wherever the icon is shown.
  const text = svg.replace('<svg ', '<svg class="icon" aria-hidden="true" ');
  return html(Object.assign([text], { raw: [text] }));
}
