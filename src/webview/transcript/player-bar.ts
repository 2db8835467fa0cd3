import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { clockText } from '../../audio/shared/clock.ts';
import type { TranscriptWords } from '../../audio/shared/transcript-words.ts';
import { phrase } from '../page/phrase.ts';
import { icons } from './icons.ts';
import type { TranscriptCommand } from './transcript-keys.ts';

export const SPEEDS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

export interface PlayerState {
  readonly isReady: boolean;
  readonly isPlaying: boolean;
  /** Seconds. */
  readonly time: number;
  readonly duration: number;
  readonly speed: number;
  /** Whether what is heard is out of sight, and does not come into it by itself. */
  readonly isAway: boolean;
}

export interface PlayerBarListener {
  command(command: TranscriptCommand): void;
  seek(seconds: number): void;
  setSpeed(speed: number): void;
  toCurrent(): void;
}

export function playerBar(
  state: PlayerState,
  words: TranscriptWords,
  listener: PlayerBarListener,
): TemplateResult {
  const { isReady, isPlaying, duration } = state;
  const time = Math.min(state.time, duration);
  const button = (
    command: TranscriptCommand,
    label: string,
    keys: string,
    icon: TemplateResult,
    look: string,
  ): TemplateResult => html`<button class=${look} title=${titled(label, keys)} aria-label=${label}
    aria-keyshortcuts=${keys} aria-disabled=${!isReady}
    @click=${() => isReady && listener.command(command)}>${icon}</button>`;
  return html`<div class="player" role="group" aria-label=${words.player}>${
    isPlaying
      ? button('toggle', words.pause, 'Space', icons.pause, 'primary')
      : button('toggle', words.play, 'Space', icons.play, 'primary')
  }${button('back', words.back, 'ArrowLeft', icons.back, 'icon-button')}${button(
    'forward',
    words.forward,
    'ArrowRight',
    icons.forward,
    'icon-button',
  )}<span class="clock" aria-hidden="true">${clockText(time)}</span
    ><input class="position" type="range" min="0" max=${duration} step="0.1" .value=${live(String(time))}
      .style=${`--done: ${duration > 0 ? (100 * time) / duration : 0}%`} ?disabled=${!isReady} aria-label=${words.position}
      aria-valuetext=${phrase(words.positionIs, clockText(time, 0), clockText(duration, 0))}
      @input=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLInputElement) {
          listener.seek(currentTarget.valueAsNumber);
        }
      }}
    ><span class="clock" aria-hidden="true">${clockText(duration)}</span
    ><select class="speed" aria-label=${words.speed} title=${titled(words.speed, '< >')} ?disabled=${!isReady}
      @change=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLSelectElement) {
          listener.setSpeed(Number(currentTarget.value));
        }
      }}>${SPEEDS.map(
        (speed) =>
          html`<option value=${speed} .selected=${live(speed === state.speed)}>${phrase(words.speedIs, speed)}</option>`,
      )}</select
    >${
      state.isAway
        ? html`<button class="icon-button" title=${words.toCurrent} aria-label=${words.toCurrent}
            @click=${() => listener.toCurrent()}>${icons.toCurrent}</button>`
        : nothing
    }</div>`;
}

function titled(label: string, keys: string): string {
  const shown = keys.replace('ArrowLeft', '←').replace('ArrowRight', '→');
  return `${label} (${shown})`;
}
