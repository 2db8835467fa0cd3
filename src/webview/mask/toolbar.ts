import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MaskWord, MaskWords } from '../../images/shared/mask-words.ts';
import { phrase } from '../page/phrase.ts';
import { SLIDER_STEPS, sizeAt, stepOf } from './brush-size.ts';
import { icons } from './icons.ts';
import { type StageCommand, TOOL_KEYS, TOOLS, type ToolName } from './stage-keys.ts';

export type ToolbarCommand = StageCommand | 'invert' | 'clear' | 'takeAlpha' | 'chooseFile';

export interface ToolbarState {
  /** Whether there is a mask to paint. */
  readonly canPaint: boolean;
  /** `undefined` while the picture is cropped. */
  readonly tool: ToolName | undefined;
  readonly size: number;
  readonly largest: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  readonly painted: number;
  /** Whether there may be anything transparent in the picture. */
  readonly canTakeAlpha: boolean;
}

export interface ToolbarListener {
  command(command: ToolbarCommand): void;
  setSize(size: number): void;
}

export function toolbar(state: ToolbarState, words: MaskWords, listener: ToolbarListener): TemplateResult {
  const button = (command: ToolbarCommand, word: MaskWord, keys?: string, isOff = false): TemplateResult =>
    html`<button aria-keyshortcuts=${keys ?? ''} aria-disabled=${isOff}
      title=${titled(words[word], keys)}
      @click=${() => isOff || listener.command(command)}>${words[word]}</button>`;
  const zoom = (command: StageCommand, word: MaskWord, keys: string, icon: TemplateResult): TemplateResult =>
    html`<button class="icon-button" aria-keyshortcuts=${keys} aria-label=${words[word]}
      title=${titled(words[word], keys)} @click=${() => listener.command(command)}>${icon}</button>`;
  const percent = phrase(words.percent, Math.round(state.scale * 100));
  const size = phrase(words.pixels, state.size);
  const painting =
    (): TemplateResult => html`<div class="group" role="group" aria-label=${words.tools}>${TOOLS.map(
      (tool) => html`<button aria-pressed=${tool === state.tool} aria-keyshortcuts=${TOOL_KEYS[tool]}
        title=${titled(words[tool], TOOL_KEYS[tool])}
        @click=${() => listener.command(tool)}>${words[tool]}</button>`,
    )}</div>
    ${button('numbers', 'numbers', 'r')}
    <label class="group" title=${titled(words.brushSize, '[ ]')}>${words.brushSize}
      <input type="range" min="0" max=${SLIDER_STEPS} .value=${live(String(stepOf(state.size, state.largest)))}
        aria-valuetext=${size}
        @input=${({ currentTarget }: InputEvent) => {
          if (currentTarget instanceof HTMLInputElement) {
            listener.setSize(sizeAt(currentTarget.valueAsNumber, state.largest));
          }
        }}><span class="size" aria-hidden="true">${size}</span></label>`;
  return html`<div class="toolbar">
    ${state.canPaint ? painting() : nothing}
    <div class="group" role="group" aria-label=${words.changes}>
      ${button('undo', 'undo', 'Control+Z', !state.canUndo)}
      ${button('redo', 'redo', 'Control+Shift+Z', !state.canRedo)}
      ${state.canPaint ? html`${button('invert', 'invert')}${button('clear', 'clear', undefined, state.painted === 0)}` : nothing}</div>
    <div class="group" role="group" aria-label=${words.zoom}>
      ${zoom('zoomOut', 'zoomOut', '-', icons.zoomOut)}
      <button class="percent" aria-keyshortcuts="1" title=${titled(words.zoomFull, '1')}
        aria-label=${`${percent}: ${words.zoomFull}`} @click=${() => listener.command('full')}>${percent}</button>
      ${zoom('zoomIn', 'zoomIn', '+', icons.zoomIn)}
      ${zoom('fit', 'zoomFit', '0', icons.fit)}</div>
    ${
      state.canPaint
        ? html`<div class="group" role="group" aria-label=${words.more}>
            ${button('takeAlpha', 'takeAlpha', undefined, !state.canTakeAlpha)}${button('chooseFile', 'chooseFile')}</div>`
        : nothing
    }
    <p class="facts" data-widest=${widestFacts(state, words)}><span>${factsText(state, words)}</span></p>
  </div>`;
}

/** The picture's dimensions, and how much of it is to change. */
export function factsText({ canPaint, width, height, painted }: ToolbarState, words: MaskWords): string {
  if (!canPaint) {
    return phrase(words.factsVary, width, height);
  }
  const part = (100 * painted) / (width * height);
  // Neither none nor all where it is nearly so.
  const shown = part > 0 && part < 1 ? '< 1' : part > 99 && part < 100 ? '> 99' : String(Math.round(part));
  return phrase(words.facts, width, height, shown);
}

/** What takes the most room of what `factsText` can become by painting: the bar must not wrap in the midst of a stroke. */
function widestFacts({ canPaint, width, height }: ToolbarState, words: MaskWords): string {
  return canPaint ? phrase(words.facts, width, height, '> 99') : '';
}

function titled(label: string, keys: string | undefined): string {
  return keys === undefined ? label : `${label} (${keys.replace('Control', 'Ctrl').toUpperCase()})`;
}
