import type { Connected } from '../connection/connection.ts';

/** What a person is about to send to a model. */
export type PromptKind = 'chat' | 'image';

/** `edit`: the person wants to change it first. `cancel`: it is not sent, and stays where it was typed. */
export type GuardAnswer = 'send' | 'edit' | 'cancel';

export interface GuardOptions {
  readonly connected: Connected;
  /** Shows that it is checked while it is, in whatever way the surface has, and lets the person stop that. */
  readonly during: <T>(check: (signal: AbortSignal) => Promise<T>) => Promise<T | undefined>;
  /** Around a question to the person, such as to give the focus back. */
  readonly asking?: (<T>(ask: () => Thenable<T>) => Thenable<T>) | undefined;
}

/**
 * Checks what a person has written before it is sent, if the settings want that. Surfaces get it when they are made, and
 * know no more of moderation than this.
 */
export interface PromptGuard {
  /** Asks the person where something is flagged, or cannot be checked. */
  check(kind: PromptKind, text: string, options: GuardOptions): Promise<GuardAnswer>;
}
