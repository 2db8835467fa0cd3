import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Conversion, Finding } from '../../images/shared/mask-protocol.ts';
import type { MaskWords } from '../../images/shared/mask-words.ts';
import { phrase } from '../page/phrase.ts';
import { icons } from './icons.ts';

/** What is wrong with the image, a line each, with what can be done about it. */
export function findingNotices(
  findings: readonly Finding[],
  words: MaskWords,
  convert: (conversion: Conversion) => void,
): TemplateResult | typeof nothing {
  if (findings.length === 0) {
    return nothing;
  }
  return html`<ul class="findings" aria-label=${words.findings}>${findings.map(
    ({ text, level, conversions }) => html`<li class="notice is-${level}"
      >${level === 'refused' ? icons.error : icons.warning}<p dir="auto">${text}</p
      >${conversions.map(
        (conversion) =>
          html`<button class="secondary" @click=${() => convert(conversion)}>${conversionLabel(conversion, words)}</button>`,
      )}</li>`,
  )}</ul>`;
}

export function conversionLabel(conversion: Conversion, words: MaskWords): string {
  switch (conversion.kind) {
    case 'png':
      return words.toPng;
    case 'pad':
      return words.pad;
    case 'crop':
      return words.crop;
    case 'scale':
      return phrase(words.scale, conversion.edge);
  }
}

/** What a square that is moved can do. */
export function cropNotice(words: MaskWords, apply: () => void, cancel: () => void): TemplateResult {
  return html`<div class="notice"><p>${words.cropHelp}</p
    ><button class="primary" @click=${apply}>${words.applyCrop}</button
    ><button class="secondary" @click=${cancel}>${words.cancel}</button></div>`;
}
