import type { Reply } from './conversation.ts';

/** What has changed, for whoever shows it. */
export type Change =
  /** A reply has grown, from a length of `at`. */
  | { readonly kind: 'grown'; readonly id: string; readonly at: number; readonly text: string }
  /** These messages are new, or something about them has changed. */
  | { readonly kind: 'messages'; readonly ids: readonly string[] }
  /** Title, choices, whether a reply is written, whether all is saved. */
  | { readonly kind: 'status' }
  /** The composer is to hold something else. */
  | { readonly kind: 'draft' }
  /** The composer's text is as it was, whatever that is by now. */
  | { readonly kind: 'attachments' }
  /** The person has typed in the composer. */
  | { readonly kind: 'typed' }
  /** A reply has ended; told once. */
  | { readonly kind: 'ended'; readonly reply: Reply };
