import type { CodeAction } from '../../chat/shared/protocol.ts';
import type { Block } from './block.ts';
import type { MarkdownWords } from './code-frame.ts';
import type { InlineRenderer } from './inline.ts';
import type { Maths } from './maths.ts';
import type { Overflow } from './overflow.ts';
import type { Slices } from './slices.ts';

/** What all parts of a shown text use. */
export interface Rendering {
  readonly inline: InlineRenderer;
  readonly maths: Maths;
  readonly slices: Slices;
  readonly overflow: Overflow;
  readonly words: MarkdownWords;
  /** Markdown’s escapes and entities, as in the line that opens a code block. */
  unescape(text: string): string;
  onCodeAction(element: Element, action: CodeAction): void;
  /** Something is loaded that changes what is shown. */
  await(loading: Promise<void>): void;
  /** Something is shown that may have to be made again when all link definitions are known. */
  remember(part: Unresolved): void;
}

/** Labels in brackets that lead nowhere yet. */
export interface Unresolved {
  readonly missing: ReadonlySet<string>;
  resolve(): void;
}

/** What is shown of a block. It changes as the block grows, until it is finished. */
export interface Part {
  readonly kind: Block['kind'];
  /** Its elements, in order; most have one. */
  readonly elements: readonly HTMLElement[];
  /** Whether some of it does not change any more. */
  readonly hasFinished: boolean;
  /** Whether it can become what this block is. */
  accepts(block: Block): boolean;
  update(block: Block): void;
  /** UTF-16 units of its content that stay as they are, and how many stand in for them in what comes next. */
  finishContent?(done: number, guard: number): void;
  /** Nothing of it changes any more. */
  finish(): void;
  /** It is no longer shown. */
  dispose(): void;
}

/** Where a part stands. */
export interface Place {
  readonly parent: Block['kind'];
  /** Of all its parent has and had. */
  readonly index: number;
}
