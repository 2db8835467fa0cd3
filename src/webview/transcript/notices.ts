import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { TranscriptWords } from '../../audio/shared/transcript-words.ts';
import { icons } from './icons.ts';

export interface Notices {
  /** Why the file is not shown as it is. */
  readonly problem: string | undefined;
  readonly remarks: readonly string[];
  /** Why nothing can be heard; empty where something can. */
  readonly silence: string;
  /** What became of an edit. */
  readonly conflict: string;
}

/** What keeps the person from something, a line each, with what can be done about it. */
export function noticeList(
  { problem, remarks, silence, conflict }: Notices,
  words: TranscriptWords,
  chooseAudio: () => void,
): TemplateResult | typeof nothing {
  const texts = [problem, conflict, ...remarks].filter((text) => text !== undefined && text !== '');
  if (texts.length === 0 && silence === '') {
    return nothing;
  }
  return html`<div class="notices">${texts.map(
    (text) => html`<div class="notice">${icons.warning}<p dir="auto">${text}</p></div>`,
  )}${
    silence === ''
      ? nothing
      : html`<div class="notice"><p dir="auto">${silence}</p
          ><button class="secondary" @click=${chooseAudio}>${words.chooseAudio}</button></div>`
  }</div>`;
}
