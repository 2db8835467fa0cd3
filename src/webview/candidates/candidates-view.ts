import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type {
  CandidatesHostMessage,
  CandidatesInit,
  CandidatesPageMessage,
  CandidatesState,
} from '../../completion/shared/candidates-protocol.ts';
import type { CandidatesWords } from '../../completion/shared/candidates-words.ts';
import { Announcer } from '../page/announcer.ts';
import type { Host } from '../page/host.ts';
import { PageFocus } from '../page/page-focus.ts';
import { type CandidateCommand, candidateCommand } from './candidate-keys.ts';
import { type ShownCandidate, withChanges } from './candidate-list.ts';
import { candidateRow } from './candidate-row.ts';
import { TokenTip } from './token-tip.ts';

/** The whole page: the candidates of each place, and what can be asked. */
export class CandidatesView {
  readonly #page: HTMLElement;
  readonly #words: CandidatesWords;
  readonly #host: Host<CandidatesHostMessage, CandidatesPageMessage>;
  readonly #announcer = new Announcer();
  readonly #focus: PageFocus;
  readonly #tip: TokenTip;
  #init: CandidatesInit | undefined;
  #state: CandidatesState | undefined;
  #candidates: readonly ShownCandidate[] = [];
  #selected: number | undefined;

  constructor(
    page: HTMLElement,
    words: CandidatesWords,
    host: Host<CandidatesHostMessage, CandidatesPageMessage>,
  ) {
    this.#page = page;
    this.#words = words;
    this.#host = host;
    this.#focus = new PageFocus(page);
    this.#tip = new TokenTip(words);
    // What is said is for everybody.
    this.#announcer.element.className = 'said';
    document.addEventListener('keydown', (event) => this.#keyPressed(event));
    page.addEventListener('focusin', ({ target }) => this.#focused(target));
    page.addEventListener('focusout', ({ target }) => markAt(target) && this.#tip.hide());
    page.addEventListener('pointerover', ({ target }) => this.#pointed(target));
    this.#draw();
  }

  receive(message: CandidatesHostMessage): void {
    switch (message.type) {
      case 'init':
        this.#init = message;
        this.#candidates = [];
        this.#page.ariaBusy = null;
        break;
      case 'state':
        this.#receiveState(message);
        return;
      case 'candidates':
        this.#show(withChanges(this.#candidates, message.candidates, message.gone));
        return;
      case 'said':
        this.#announcer.say(message.text);
        break;
    }
    this.#draw();
  }

  #receiveState(state: CandidatesState): void {
    const before = this.#state?.inserted ?? [];
    if (state.isAsking !== this.#state?.isAsking) {
      // What was said of the answer before is no longer so.
      this.#announcer.element.replaceChildren();
    }
    this.#state = state;
    this.#draw();
    const at = this.#selectedCandidate()?.place;
    if (at !== undefined && before[at] === null && state.inserted[at] !== null) {
      // On to the next place that has nothing yet.
      const open = this.#candidates.filter(({ place }) => state.inserted[place] === null);
      this.#select(open.find(({ place }) => place > at) ?? open[0]);
    }
  }

  #show(candidates: readonly ShownCandidate[]): void {
    const before = this.#selectedCandidate();
    this.#candidates = candidates;
    const selected = this.#selectedCandidate();
    const next = selected ?? candidates.find(({ place }) => place === before?.place) ?? candidates[0];
    if (next !== undefined && selected === undefined) {
      this.#selected = next.id;
    }
    this.#draw();
    // The first that comes, or the one that stands for what was here.
    if (selected === undefined && this.#focus.current === undefined) {
      this.#focus.give(this.#itemOf(next));
    }
  }

  #selectedCandidate(): ShownCandidate | undefined {
    return this.#candidates.find(({ id }) => id === this.#selected);
  }

  #select(candidate: ShownCandidate | undefined): void {
    if (candidate !== undefined) {
      this.#selected = candidate.id;
      this.#draw();
      this.#focus.give(this.#itemOf(candidate));
    }
  }

  #itemOf(candidate: ShownCandidate | undefined): HTMLElement | undefined {
    return this.#page.querySelector<HTMLElement>(`[data-id="${candidate?.id}"]`) ?? undefined;
  }

  #focused(target: EventTarget | null): void {
    const item = target instanceof Element ? target.closest<HTMLElement>('.candidate') : null;
    if (item && Number(item.dataset.id) !== this.#selected) {
      this.#selected = Number(item.dataset.id);
      this.#draw();
    }
    this.#showTip(markAt(target));
  }

  #pointed(target: EventTarget | null): void {
    const mark = markAt(target);
    if (mark) {
      this.#showTip(mark);
    } else if (!(target instanceof Node && this.#tip.element.contains(target))) {
      // What has the focus is still read.
      this.#tip.hide();
      this.#showTip(markAt(document.activeElement));
    }
  }

  #showTip(mark: HTMLElement | undefined): void {
    const id = Number(mark?.closest<HTMLElement>('.candidate')?.dataset.id);
    const candidate = this.#candidates.find((each) => each.id === id);
    const known = candidate?.marks[Number(mark?.dataset.mark)];
    if (mark && candidate && known) {
      this.#tip.show(mark, candidate.text.slice(known.start, known.end), known);
    }
  }

  #keyPressed(event: KeyboardEvent): void {
    const command = candidateCommand(event);
    if (command !== undefined && this.#run(command, event.target)) {
      event.preventDefault();
      // VS Code would take the key as well.
      event.stopPropagation();
    }
  }

  /** @returns whether the key was for this page */
  #run(command: CandidateCommand, target: EventTarget | null): boolean {
    if (command === 'leave') {
      this.#leave(target);
      return true;
    }
    const all = this.#candidates;
    const index = all.findIndex(({ id }) => id === this.#selected);
    const candidate = all[index];
    if (candidate === undefined) {
      return false;
    }
    switch (command) {
      case 'up':
        this.#select(all[Math.max(index - 1, 0)]);
        break;
      case 'down':
        this.#select(all[Math.min(index + 1, all.length - 1)]);
        break;
      case 'first':
        this.#select(all[0]);
        break;
      case 'last':
        this.#select(all.at(-1));
        break;
      case 'back':
      case 'forward':
        this.#step(candidate, command === 'back' ? -1 : 1);
        break;
      case 'insert':
        this.#insert(candidate);
        break;
      case 'copy':
        this.#host.post({ type: 'copy', id: candidate.id });
        break;
      default:
        this.#select(all.find(({ place, number }) => place === candidate.place && number === command.number));
    }
    return true;
  }

  #leave(target: EventTarget | null): void {
    const mark = markAt(target);
    if (mark && this.#tip.isShown) {
      this.#tip.hide();
      this.#select(this.#selectedCandidate());
    } else if (this.#tip.isShown) {
      this.#tip.hide();
    } else {
      this.#host.post({ type: this.#state?.isAsking ? 'stop' : 'close' });
    }
  }

  /** Along the tokens that the model was not sure of; before the first is the candidate itself. */
  #step(candidate: ShownCandidate, by: 1 | -1): void {
    const item = this.#itemOf(candidate);
    const marks = [...(item?.querySelectorAll<HTMLElement>('mark') ?? [])];
    const { activeElement } = document;
    const at = activeElement instanceof HTMLElement ? marks.indexOf(activeElement) : -1;
    if (at + by < 0) {
      item?.focus();
    } else {
      marks[Math.min(at + by, marks.length - 1)]?.focus();
    }
  }

  #insert({ id, state, text }: ShownCandidate): void {
    if (state === 'growing') {
      this.#announcer.say(this.#words.growing);
    } else if (text !== '') {
      this.#host.post({ type: 'insert', id });
    }
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    if (this.#state?.isAsking) {
      this.#host.post({ type: 'stop' });
      return;
    }
    const amount = (name: string): number | null => {
      const field = this.#page.querySelector<HTMLInputElement>(`[name=${name}]`);
      return field === null || Number.isNaN(field.valueAsNumber) ? null : field.valueAsNumber;
    };
    this.#host.post({ type: 'more', n: amount('n') ?? 1, bestOf: amount('best_of') });
  }

  #draw(): void {
    render(this.#template(), this.#page);
  }

  #template(): TemplateResult {
    const words = this.#words;
    const init = this.#init;
    if (init === undefined) {
      return html`<h1 class="visually-hidden">${words.title}</h1>`;
    }
    return html`${this.#bar(init)}${this.#notices()}${init.places.map((place, index) =>
      this.#place(place.label, index, init),
    )}<footer class="foot">${this.#announcer.element}<p class="keys">${words.keys}</p></footer>${this.#tip.element}`;
  }

  #bar({ heading, n, bestOf }: CandidatesInit): TemplateResult {
    const words = this.#words;
    const isAsking = this.#state?.isAsking === true;
    const details = this.#state?.details ?? [];
    const field = (name: string, label: string, tip: string, value: number | null, isNeeded: boolean) =>
      html`<label title=${tip}>${label}<input type="number" name=${name} min="1" step="1" value=${value ?? nothing}
        placeholder="–" ?required=${isNeeded}></label>`;
    return html`<div class="bar"><h1>${heading}</h1><p class="details">${details.join(' · ')}</p
      ><form class="ask" @submit=${(event: SubmitEvent) => this.#submit(event)}>${field('n', words.n, words.nTip, n, true)}${field(
        'best_of',
        words.bestOf,
        words.bestOfTip,
        bestOf,
        false,
      )}<button class="secondary" ?formnovalidate=${isAsking}>${isAsking ? words.stop : words.more}</button></form></div>${
        isAsking ? html`<div class="progress" role="progressbar" aria-label=${words.asking}></div>` : nothing
      }`;
  }

  #notices(): TemplateResult | typeof nothing {
    const failure = this.#state?.failure;
    if (failure) {
      return html`<div class="failure" role="alert"><p>${failure.message}</p><div class="buttons">${failure.actions.map(
        (label, index) =>
          html`<button class="secondary" @click=${() => this.#host.post({ type: 'act', index })}>${label}</button>`,
      )}</div></div>`;
    }
    if (this.#candidates.length > 0 || this.#state === undefined) {
      return nothing;
    }
    return html`<p class="blank">${this.#state.isAsking ? this.#words.asking : this.#words.none}</p>`;
  }

  #place(label: string, index: number, { places }: CandidatesInit): TemplateResult | typeof nothing {
    const candidates = this.#candidates.filter(({ place }) => place === index);
    if (candidates.length === 0) {
      return nothing;
    }
    const isOnly = places.length === 1;
    return html`${isOnly ? nothing : html`<h2 id="place-${index}">${label}</h2>`}<ol class="list" aria-label=${isOnly ? this.#words.title : nothing}
      aria-labelledby=${isOnly ? nothing : `place-${index}`}>${repeat(
        candidates,
        ({ id }) => id,
        (candidate) =>
          candidateRow(
            {
              candidate,
              promptEnd: candidate.isEchoed ? (places[index]?.promptEnd ?? '') : '',
              isSelected: candidate.id === this.#selected,
              isInserted: this.#state?.inserted[index] === candidate.id,
            },
            this.#words,
            {
              insert: () => this.#insert(candidate),
              copy: () => this.#host.post({ type: 'copy', id: candidate.id }),
            },
          ),
      )}</ol>`;
  }
}

/** The marked token that something is. */
function markAt(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest('mark')) || undefined;
}
