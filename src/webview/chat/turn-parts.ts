import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Chip, MessageAction, Turn } from '../../chat/shared/protocol.ts';
import type { ChatWord, ChatWords } from '../../chat/shared/words.ts';
import { phrase } from '../page/phrase.ts';
import { icons } from './icons.ts';

/**
 * The parts of a message around its text. What can be pressed names itself in `data-control`: `turn-controls.ts`
 * listens for the whole conversation, and the focus is found again by it when a message changes.
 */
type Part = TemplateResult | typeof nothing;

export function heading(turn: Turn, words: ChatWords): TemplateResult {
  return turn.role === 'user'
    ? html`<h2 id="heading-${turn.id}">${words.you}</h2>`
    : html`<h2 id="heading-${turn.id}">${icons.model}<bdi>${turn.model || words.reply}</bdi></h2>`;
}

const STATUS: Readonly<Record<Turn['state'], ChatWord | undefined>> = {
  done: undefined,
  waiting: 'waiting',
  writing: 'writing',
  stopped: 'stopped',
  failed: 'failed',
  interrupted: 'interrupted',
  elsewhere: 'elsewhere',
};

export function status(turn: Turn, words: ChatWords): Part {
  const word = STATUS[turn.state];
  const text = turn.status || (word && words[word]);
  // A failure is told by its box.
  return text && turn.state !== 'failed' ? html`<span class="status">${text}</span>` : nothing;
}

export function pager({ branch }: Turn, words: ChatWords): Part {
  if (branch.count < 2) {
    return nothing;
  }
  const step = (control: 'previous' | 'next', isEnd: boolean): TemplateResult => {
    const label = control === 'previous' ? words.previousBranch : words.nextBranch;
    // Not `disabled`, which would take the focus away at the last branch.
    return html`<button class="icon-button" data-control=${control} aria-disabled=${isEnd} title=${label} aria-label=${label}
      >${control === 'previous' ? icons.chevronLeft : icons.chevronRight}</button>`;
  };
  return html`<span class="pager"
    >${step('previous', branch.index === 0)}<span>${phrase(words.branchOf, branch.index + 1, branch.count)}</span
    >${step('next', branch.index >= branch.count - 1)}</span>`;
}

export function attachments(chips: readonly Chip[], words: ChatWords): Part {
  return chips.length === 0
    ? nothing
    : html`<ul class="chips" aria-label=${words.attachments}>${chips.map(
        (chip) => html`<li class="chip"
          ><button data-control="attachment" data-id=${chip.id} title=${chip.title || chip.label}
            aria-label=${phrase(words.openAttachment, chip.label)}>${icons.file}<bdi>${chip.label}</bdi></button></li>`,
      )}</ul>`;
}

export function notes(turn: Turn, words: ChatWords): Part {
  const all = [...turn.notes];
  if (turn.leftOut) {
    all.push(turn.leftOut === 1 ? words.wasLeftOutOne : phrase(words.wasLeftOutMany, turn.leftOut));
  }
  return all.length === 0
    ? nothing
    : html`<div class="notes">${all.map((note) => html`<p dir="auto">${note}</p>`)}</div>`;
}

export function failure({ error }: Turn, words: ChatWords, isReadOnly: boolean): Part {
  if (error === undefined) {
    return nothing;
  }
  const remedies = error.remedies.filter(({ remedy }) => !(isReadOnly && ADDING.has(remedy)));
  const { start, rest } = sentences(error.message);
  return html`<div class="failure">
    <p dir="auto"><strong>${start}</strong>${rest}</p>
    <div class="remedies">
      ${remedies.map(
        ({ remedy, label }, place) => html`<button class=${place === 0 ? 'primary' : 'quiet'}
          data-control="remedy" data-remedy=${remedy}>${label}</button>`,
      )}
      ${error.requestId ? html`<code class="request-id" title=${words.requestId}>${error.requestId}</code>` : nothing}
    </div>
  </div>`;
}

/** What adds to the conversation. */
const ADDING: ReadonlySet<string> = new Set(['retry', 'continue']);

/** The first sentence, or what stands before a colon, says what happened; the rest says more. */
function sentences(message: string): { start: string; rest: string } {
  const end = /[.!?:](?=\s)|[。！？：]/u.exec(message);
  const length = end === null ? message.length : end.index + end[0].length;
  return { start: message.slice(0, length), rest: message.slice(length) };
}

/** What can be done with a message now. */
export function actionsOf(turn: Turn, isReadOnly: boolean): MessageAction[] {
  if (turn.role === 'user') {
    return isReadOnly ? ['copy'] : ['edit', 'copy'];
  }
  if (turn.state === 'waiting' || turn.state === 'writing' || turn.state === 'elsewhere') {
    return [];
  }
  // A failure offers to go on by its own button.
  const canContinue = turn.canContinue && !turn.error?.remedies.some(({ remedy }) => remedy === 'continue');
  return [
    ...(turn.text === '' ? [] : (['copy'] as const)),
    ...(isReadOnly ? [] : (['regenerate'] as const)),
    ...(canContinue && !isReadOnly ? (['continue'] as const) : []),
    'fork',
  ];
}

/** What stands below a reply: what can be done with it, and what it cost. */
export function foot(turn: Turn, actions: HTMLElement | typeof nothing, words: ChatWords): Part {
  return actions === nothing && turn.usage === undefined
    ? nothing
    : html`<footer>${actions}${usage(turn, words)}</footer>`;
}

function usage({ usage }: Turn, words: ChatWords): Part {
  if (usage === undefined) {
    return nothing;
  }
  const about = usage.isEstimate ? '≈ ' : '';
  const { prompt, completion } = usage;
  return html`<span class="usage" title=${phrase(words.usageTitle, prompt, completion)}
    >${about}${phrase(words.usage, prompt, completion)}</span>`;
}
