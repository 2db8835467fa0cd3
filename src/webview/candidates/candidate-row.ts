import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { CandidatesWords } from '../../completion/shared/candidates-words.ts';
import { phrase } from '../page/phrase.ts';
import { piecesOf, type ShownCandidate } from './candidate-list.ts';

/** A token less likely than this is marked as one that is more likely wrong than not. */
const DOUBTFUL = 0.5;

export interface RowState {
  readonly candidate: ShownCandidate;
  /** The end of the prompt that it repeats; empty where it does not. */
  readonly promptEnd: string;
  readonly isSelected: boolean;
  readonly isInserted: boolean;
}

export interface RowListener {
  insert(): void;
  copy(): void;
}

/** A candidate: what is known of it, its text with the tokens that the model was not sure of, and what can be done. */
export function candidateRow(state: RowState, words: CandidatesWords, listener: RowListener): TemplateResult {
  const { candidate, promptEnd, isSelected, isInserted } = state;
  const { id, number, text, marks, confidence, times } = candidate;
  const ending = endingOf(candidate, words);
  const sure = confidence === null ? '' : phrase(words.confidence, inDigits(confidence));
  const same = times > 1 ? phrase(words.times, times) : '';
  const inserted = isInserted ? words.inserted : '';
  const unsure =
    marks.length === 0 ? '' : marks.length === 1 ? words.unsureOne : phrase(words.unsure, marks.length);
  const name = phrase(words.candidate, number);
  const label = [name, ending, sure, unsure, same, inserted].filter((part) => part !== '').join(', ');
  const canInsert = candidate.state !== 'growing' && text !== '';
  const note = (look: string, said: string): TemplateResult | typeof nothing =>
    said === '' ? nothing : html`<span class=${look}>${said}</span>`;
  const isCut = candidate.finish === 'length' || candidate.state === 'broken';
  return html`<li class="candidate" data-id=${id} tabindex=${isSelected ? 0 : -1} aria-label=${label}
    aria-describedby="text-${id}" aria-current=${isSelected ? 'true' : nothing}
    ><div class="head"><span class="facts" aria-hidden="true"><b>${number}</b>${note(isCut ? 'cut' : 'finish', ending)}${note(
      'confidence',
      sure,
    )}${note('times', same)}${note('inserted', inserted)}</span
      ><span class="actions"><button class=${isSelected ? 'primary' : 'plain'} aria-label=${phrase(words.insertNamed, number)}
        aria-disabled=${!canInsert} @click=${() => canInsert && listener.insert()}>${words.insert}</button
      ><button class="plain" aria-label=${phrase(words.copyNamed, number)} aria-disabled=${text === ''}
        @click=${() => text !== '' && listener.copy()}>${words.copy}</button></span
    ></div><div class="text" id="text-${id}">${promptEnd === '' ? nothing : html`<span class="echo">${promptEnd}</span>`}${
      text === '' && candidate.state !== 'growing'
        ? html`<span class="empty">${words.empty}</span>`
        : piecesOf(candidate).map(({ text: piece, mark }) =>
            mark === undefined
              ? piece
              : html`<mark class=${markLook(piece, marks[mark]?.probability ?? 1)} data-mark=${mark} tabindex="-1"
                  >${piece}</mark>`,
          )
    }</div></li>`;
}

function endingOf({ state, finish }: ShownCandidate, words: CandidatesWords): string {
  if (state === 'growing') {
    return words.growing;
  }
  if (state === 'broken') {
    return words.broken;
  }
  // Others are a service's own: it has no words but these.
  return finish === 'length' ? words.length : finish;
}

function markLook(text: string, probability: number): string {
  return `${probability < DOUBTFUL ? 'doubtful' : 'unsure'}${/^[\r\n]+$/.test(text) ? ' is-break' : ''}`;
}

function inDigits(value: number): string {
  return value.toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
}
