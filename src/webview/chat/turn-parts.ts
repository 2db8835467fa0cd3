import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Chip, Turn } from '../../chat/shared/protocol.ts';
import type { ChatWord, ChatWords } from '../../chat/shared/words.ts';
import { icons } from './icons.ts';
import { phrase } from './phrase.ts';

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

export function failure({ error }: Turn, words: ChatWords): Part {
  if (error === undefined) {
    return nothing;
  }
  const { start, rest } = sentences(error.message);
  return html`<div class="failure">
    <p dir="auto"><strong>${start}</strong>${rest}</p>
    <div class="remedies">
      ${error.remedies.map(
        ({ remedy, label }, place) => html`<button class=${place === 0 ? 'primary' : 'quiet'}
          data-control="remedy" data-remedy=${remedy}>${label}</button>`,
      )}
      ${error.requestId ? html`<code class="request-id" title=${words.requestId}>${error.requestId}</code>` : nothing}
    </div>
  </div>`;
}

/** The first sentence, or what stands before a colon, says what happened; the rest says more. */
function sentences(message: string): { start: string; rest: string } {
  const end = /[.!?:](?=\s)|[。！？：]/u.exec(message);
  const length = end === null ? message.length : end.index + end[0].length;
  return { start: message.slice(0, length), rest: message.slice(length) };
}

/** What can be done with a message of the person. */
export function userActions(words: ChatWords, isCopied: boolean): TemplateResult {
  return html`<span class="actions">${action('edit', words.edit, icons.edit, 'icon-button')}${copy(words, isCopied, 'icon-button')}</span>`;
}

/** What can be done with a reply that is not being written, and what it cost. */
export function replyFoot(turn: Turn, words: ChatWords, isCopied: boolean): Part {
  const isOpen = turn.state === 'waiting' || turn.state === 'writing' || turn.state === 'elsewhere';
  if (isOpen && turn.usage === undefined) {
    return nothing;
  }
  // A failure offers to go on by its own button.
  const canContinue = turn.canContinue && !turn.error?.remedies.some(({ remedy }) => remedy === 'continue');
  const actions = html`<span class="actions">
    ${turn.text === '' ? nothing : copy(words, isCopied, 'text-button')}
    ${action('regenerate', words.regenerate, icons.refresh, 'text-button')}
    ${canContinue ? action('continue', words.continue, icons.continue, 'text-button') : nothing}
    ${action('fork', words.fork, icons.branch, 'text-button', words.forkTitle)}
  </span>`;
  return html`<footer>${isOpen ? nothing : actions}${usage(turn, words)}</footer>`;
}

function copy(words: ChatWords, isCopied: boolean, look: ButtonLook): TemplateResult {
  return isCopied
    ? action('copy', words.copied, icons.check, look)
    : action('copy', words.copy, icons.copy, look);
}

type ButtonLook = 'icon-button' | 'text-button';

function action(
  control: string,
  label: string,
  icon: TemplateResult,
  look: ButtonLook,
  title = label,
): TemplateResult {
  return html`<button class=${look} data-control=${control} title=${title} aria-label=${title}
    >${icon}${look === 'text-button' ? html`<span class="label">${label}</span>` : nothing}</button>`;
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
