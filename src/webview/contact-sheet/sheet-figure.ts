import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { SheetImage } from '../../images/shared/sheet-protocol.ts';
import type { SheetWords } from '../../images/shared/sheet-words.ts';
import { phrase } from '../page/phrase.ts';
import { icons } from './icons.ts';

/** What can be done with an image. */
export type FigureAction = 'open' | 'keep' | 'discard' | 'copyPath' | 'insert' | 'vary';

export interface FigureState {
  readonly image: SheetImage;
  /** Whether the browser cannot show it. */
  readonly isBroken: boolean;
  /** What its picture is clicked for. */
  readonly main: 'open' | 'insert';
  /** Whether other images are being made, so that no more can be asked for. */
  readonly isBusy: boolean;
}

export interface FigureListener {
  act(action: FigureAction, alt: string): void;
  altChanged(alt: string): void;
  failed(): void;
}

/** An image with its name and dimensions, the field for its alternative text, and its actions. */
export function sheetFigure(state: FigureState, words: SheetWords, listener: FigureListener): TemplateResult {
  const { image, isBroken, main, isBusy } = state;
  const { name, width, height, isKept, isGone } = image;
  const label = phrase(words[`${main}Named`], name);
  /** What is said where the image would be. */
  const instead = isGone ? words.gone : isBroken ? words.notShown : undefined;
  const act = (action: FigureAction) => (event: Event) => {
    if (event.currentTarget instanceof Element && event.currentTarget.ariaDisabled !== 'true') {
      const field = event.currentTarget.closest('figure')?.querySelector('input');
      listener.act(action, field?.value ?? image.alt);
    }
  };
  const button = (
    action: Exclude<FigureAction, 'open'>,
    icon: TemplateResult,
    isOff: boolean,
    isPressed?: boolean,
  ): TemplateResult => html`<button class="icon-button" data-action=${action} title=${words[action]}
    aria-label=${phrase(words[`${action}Named`], name)} aria-disabled=${isOff}
    aria-pressed=${isPressed ?? nothing} @click=${act(action)}>${icon}</button>`;
  return html`<figure class=${isGone ? 'is-gone' : nothing}>
    <button class="picture" title=${words[main]} aria-label=${instead === undefined ? label : `${label}. ${instead}`} aria-disabled=${isGone}
      aria-keyshortcuts="Delete" @click=${act(main)}>${
        instead !== undefined
          ? html`<span class="instead">${instead}</span>`
          : html`<img src=${image.uri} alt="" loading="lazy" decoding="async" width=${width || nothing}
              height=${height || nothing} @error=${() => listener.failed()}>`
      }</button>
    <figcaption><bdi class="name" title=${name}>${name}</bdi
      >${
        width > 0 && height > 0
          ? html`<span class="dimensions">${phrase(words.dimensions, width, height)}</span>`
          : nothing
      }</figcaption>
    <label><span aria-hidden="true">${words.alt}</span
      ><input type="text" dir="auto" aria-label=${phrase(words.altNamed, name)} value=${image.alt}
      ?readonly=${isGone} @change=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLInputElement) {
          listener.altChanged(currentTarget.value);
        }
      }}></label>
    <div class="actions">${button('keep', isKept ? icons.kept : icons.keep, isGone, isKept)}${button(
      'insert',
      icons.insert,
      isGone,
    )}${button('copyPath', icons.copy, isGone)}${button('vary', icons.vary, isGone || isBusy)}${button(
      'discard',
      icons.discard,
      false,
    )}</div>
  </figure>`;
}
