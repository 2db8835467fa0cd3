import * as v from 'valibot';
import { shorten, titleFrom } from './conversation-excerpt.ts';
import type { ChatEvent } from './events.ts';

/** What a list shows of a conversation. */
export interface ConversationSummary {
  readonly id: string;
  /** `''` when nothing in it makes a title. */
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  /** The beginning of the message that was written last. */
  readonly preview: string;
  /** Whether nothing was done with it but choosing what its messages will be sent with. */
  readonly isUnsent: boolean;
}

/** Characters of a preview. */
const PREVIEW_LENGTH = 120;
/** UTF-16 units from which a preview is made. */
const PREVIEW_SOURCE = 300;
/** Characters of a title that a person wrote. */
const LONGEST_TITLE = 200;

export const summaryState = v.object({
  title: v.string(),
  derivedTitle: v.string(),
  updatedAt: v.number(),
  previewOf: v.string(),
  preview: v.string(),
  hasChoices: v.boolean(),
  hasMessages: v.boolean(),
});

export type SummaryState = v.InferOutput<typeof summaryState>;

/** Makes a summary of the events as they come, and remembers little enough to be kept beside the file. */
export class SummaryFold {
  readonly #state: SummaryState;

  constructor(state?: SummaryState) {
    this.#state = state
      ? { ...state }
      : {
          title: '',
          derivedTitle: '',
          updatedAt: 0,
          previewOf: '',
          preview: '',
          hasChoices: false,
          hasMessages: false,
        };
  }

  get state(): SummaryState {
    return { ...this.#state };
  }

  apply(event: ChatEvent): void {
    const state = this.#state;
    if ('at' in event) {
      state.updatedAt = event.at;
      state.hasMessages = true;
    }
    state.hasChoices ||= event.type === 'configured';
    if (event.type === 'user') {
      state.derivedTitle ||= derivedTitle(event);
      this.#preview(event.id, event.text);
    } else if (event.type === 'text') {
      this.#preview(event.id, event.text);
    } else if (event.type === 'resumed' && event.anew && event.id === state.previewOf) {
      state.preview = '';
    } else if (event.type === 'titled') {
      state.title = givenTitle(event);
    }
  }

  /** @param earliest no update was before this time; milliseconds since 1970 */
  summary(id: string, earliest: number): ConversationSummary {
    const { title, derivedTitle, updatedAt, preview, hasChoices, hasMessages } = this.#state;
    return {
      id,
      title: title || derivedTitle,
      updatedAt: Math.max(updatedAt, earliest),
      preview: shorten(preview, PREVIEW_LENGTH),
      // A file of which nothing can be read is not taken for one of those.
      isUnsent: hasChoices && !hasMessages,
    };
  }

  #preview(id: string, text: string): void {
    const state = this.#state;
    if (id !== state.previewOf) {
      if (text.trim() === '') {
        return;
      }
      state.previewOf = id;
      state.preview = '';
    }
    if (state.preview.length < PREVIEW_SOURCE) {
      state.preview = (state.preview + text.slice(0, PREVIEW_SOURCE)).slice(0, PREVIEW_SOURCE);
    }
  }
}

/** What a conversation is called by its first message: its first line, else the first thing attached to it. */
export function derivedTitle(message: {
  readonly text: string;
  readonly attachments: readonly { readonly name: string }[];
}): string {
  return titleFrom(message.text) || titleFrom(message.attachments[0]?.name ?? '');
}

/** The title as it is shown that a person has written. */
export function givenTitle({ title }: { readonly title: string }): string {
  return titleFrom(title, LONGEST_TITLE);
}
