import type { ComposerView } from './composer-view.ts';
import type { TurnLog } from './turn-log.ts';

/** What the keys lead through, and what can be ended by them. */
export interface ViewKeysOptions {
  readonly log: TurnLog;
  readonly composer: ComposerView;
  /** Stops the reply, if one is written; else ends editing. Returns whether there was any of it. */
  readonly end: () => boolean;
}

/** What keys do anywhere in the view, unless whatever has the focus wants them for itself. */
export class ViewKeys {
  readonly #options: ViewKeysOptions;

  constructor(page: HTMLElement, options: ViewKeysOptions) {
    this.#options = options;
    page.addEventListener('keydown', (event) => this.#pressed(event));
  }

  #pressed(event: KeyboardEvent): void {
    switch (viewKey(event)) {
      case 'escape':
        if (this.#options.end()) {
          event.preventDefault();
        }
        break;
      case 'previousTurn':
        this.#jump(event, -1);
        break;
      case 'nextTurn':
        this.#jump(event, 1);
        break;
    }
  }

  /** From message to message; below the last one is the composer, where the keys are left to a text that has any. */
  #jump(event: Event, step: -1 | 1): void {
    const { log, composer } = this.#options;
    const { textarea } = composer;
    const isWriting = document.activeElement === textarea;
    if (isWriting && (step > 0 || textarea.selectionEnd > 0)) {
      return;
    }
    event.preventDefault();
    if (!log.focusNext(step) && step > 0) {
      composer.focus();
    }
  }
}

function viewKey(event: KeyboardEvent): 'escape' | 'previousTurn' | 'nextTurn' | undefined {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  if (event.defaultPrevented || event.isComposing || shiftKey || ctrlKey || metaKey) {
    return undefined;
  }
  if (altKey) {
    return key === 'ArrowUp' ? 'previousTurn' : key === 'ArrowDown' ? 'nextTurn' : undefined;
  }
  return key === 'Escape' ? 'escape' : undefined;
}
