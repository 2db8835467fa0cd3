import { html, type TemplateResult } from 'lit/html.js';
import { EXPORT_FORMATS, type TranscriptPageMessage } from '../../audio/shared/transcript-protocol.ts';
import type { TranscriptWords } from '../../audio/shared/transcript-words.ts';
import { phrase } from '../page/phrase.ts';
import { icons } from './icons.ts';

export interface FileState {
  readonly summary: readonly string[];
  /** Whether there is anything to export. */
  readonly hasText: boolean;
  readonly audioName: string | undefined;
}

/** What the transcript is, and what can be done with all of it. */
export function fileBar(
  { summary, hasText, audioName }: FileState,
  words: TranscriptWords,
  post: (message: TranscriptPageMessage) => void,
): TemplateResult {
  return html`<div class="file" role="group" aria-label=${words.file}>
    <p class="summary" dir="auto">${[...summary, ...(audioName === undefined ? [] : [audioName])].join(' · ')}</p>
    <div class="buttons">${
      hasText
        ? html`<span class="exports" role="group" aria-label=${words.export}>${icons.export}${EXPORT_FORMATS.map(
            (format) => html`<button title=${phrase(words.exportAs, `.${format}`)}
              aria-label=${phrase(words.exportAs, format)}
              @click=${() => post({ type: 'export', format })}>${format}</button>`,
          )}</span
          ><button class="icon-button" title=${words.copyText} aria-label=${words.copyText}
            @click=${() => post({ type: 'copyText' })}>${icons.copy}</button>`
        : ''
    }<button @click=${() => post({ type: 'openAsText' })}>${icons.openAsText}${words.openAsText}</button></div>
  </div>`;
}
