import type MarkdownIt from 'markdown-it';
import {
  createMarkdownParser,
  type Definition,
  type LinkDefinitions,
  type MarkdownEnv,
} from '../../chat/shared/markdown-parser.ts';
import { type Block, type BlockToken, buildTree } from './block.ts';
import { CodePart } from './code-part.ts';
import { type CreatePart, CutError } from './container-part.ts';
import { findFrontier } from './frontier.ts';
import { ItemPart, ListPart, QuotePart, RootPart } from './list-parts.ts';
import { MathsPart, RulePart } from './maths-part.ts';
import type { Rendering, Unresolved } from './part.ts';
import type { Job } from './slices.ts';
import { RowPart, TablePart } from './table-parts.ts';
import { TextPart } from './text-part.ts';

/** One for all: it keeps nothing between two texts. */
export const parser: MarkdownIt = createMarkdownParser();

const createPart: CreatePart = (block, place, rendering) => {
  switch (block.kind) {
    case 'list':
      return new ListPart(block, place, rendering, createPart);
    case 'item':
      return new ItemPart(rendering, createPart);
    case 'quote':
      return new QuotePart(place, rendering, createPart);
    case 'table':
      return new TablePart(place, rendering, createPart);
    case 'row':
      return new RowPart(rendering);
    case 'code':
      return new CodePart(rendering);
    case 'maths':
      return new MathsPart(rendering);
    case 'rule':
      return new RulePart();
    default:
      return new TextPart(block, place, rendering);
  }
};

/**
 * The beginning of a line that may become something else with its next letter: a list, a rule, the line under a
 * heading, a fence. It is not shown before it is clear, so that nothing flickers.
 */
const UNCLEAR = /^[\s>]*(?:[-+*_=#`~|:.)$\\[\]\d\s]{0,80}|[`~]{3}.{0,80})$/;

/**
 * A text that grows, shown as far as it goes. What cannot change any more is never looked at again, so that the work
 * is that of the new text and not of the whole.
 */
export class GrowingDocument {
  readonly #element: HTMLElement;
  readonly #rendering: Rendering;
  readonly #unresolved: Unresolved[] = [];
  #root: RootPart;
  /** The text from the last cut on. */
  #tail = '';
  #guard = 0;
  #parsedLength = 0;
  /** Where a cut was wrong there are no more: correct comes before fast. */
  #mayCut = true;
  /** All of the text, as long as it may be needed to begin anew. */
  readonly #texts: string[] = [];

  /** @param rendering `remember` is this document’s own */
  constructor(element: HTMLElement, rendering: Omit<Rendering, 'remember'>) {
    this.#element = element;
    this.#rendering = { ...rendering, remember: (part) => this.#unresolved.push(part) };
    this.#rendering.inline.references = Object.create(null) as LinkDefinitions;
    this.#root = new RootPart(element, this.#rendering, createPart);
  }

  /** Whether a cut was found to be wrong. It is for tests: none should be. */
  get hasFailed(): boolean {
    return !this.#mayCut;
  }

  /** UTF-16 units that were parsed so far, each as often as it was. It is for tests: what it costs grows with this. */
  get parsedLength(): number {
    return this.#parsedLength;
  }

  /** UTF-16 units that are looked at again when the text grows. */
  get openLength(): number {
    return this.#tail.length;
  }

  /** @param text normalized, see `normalizeMarkdown` */
  grow(text: string): void {
    this.#texts.push(text);
    this.#tail += text;
    this.#update(false);
  }

  /** No more text comes. */
  end(): void {
    this.#update(true);
    this.#root.finish();
  }

  /** Resolves the links that came before what they refer to. */
  resolve(): Job {
    return {
      run: () => {
        this.#unresolved.pop()?.resolve();
        return this.#unresolved.length > 0;
      },
    };
  }

  dispose(): void {
    this.#root.dispose();
  }

  #update(isComplete: boolean): void {
    try {
      this.#show(isComplete);
    } catch (error) {
      if (!(error instanceof CutError && this.#mayCut)) {
        throw error;
      }
      this.#mayCut = false;
      this.#beginAnew();
      this.#show(isComplete);
    }
  }

  #beginAnew(): void {
    this.#root.dispose();
    this.#element.replaceChildren();
    this.#unresolved.length = 0;
    this.#root = new RootPart(this.#element, this.#rendering, createPart);
    this.#tail = this.#texts.join('');
    this.#guard = 0;
  }

  #show(isComplete: boolean): void {
    const lineStart = this.#tail.lastIndexOf('\n') + 1;
    const isUnclear = !isComplete && UNCLEAR.test(this.#tail.slice(lineStart, lineStart + 200));
    const source = isUnclear ? this.#tail.slice(0, lineStart) : this.#tail;
    const lines = source.split('\n');
    const lastLine = isComplete ? Number.POSITIVE_INFINITY : lines.length - 1;
    this.#parsedLength += source.length;
    const tree = parse(source, lines, !isComplete);
    this.#define(tree, lastLine);
    this.#root.update(tree);
    const frontier = this.#mayCut && !isComplete && findFrontier(tree, lines, lastLine, this.#guard);
    if (frontier) {
      this.#root.cut(tree, frontier.path, frontier.done, frontier.guard);
      this.#guard = frontier.guard;
      this.#tail = isUnclear ? frontier.tail + this.#tail.slice(lineStart) : frontier.tail;
    }
  }

  /** Takes in the link definitions that are complete. The first of a label counts. */
  #define(block: Block, lastLine: number): void {
    for (const child of block.children) {
      if (child.kind === 'definition' && child.end <= lastLine) {
        const { label, href, title } = child.token.meta as Definition;
        this.#rendering.inline.references[label] ??= { href, title };
      }
      this.#define(child, lastLine);
    }
  }
}

function parse(source: string, lines: readonly string[], isGrowing: boolean): Block {
  const env: MarkdownEnv = { references: {}, isGrowing };
  const tokens: ReturnType<MarkdownIt['parse']> = [];
  parser.block.parse(source, parser, env, tokens);
  return buildTree(tokens as readonly BlockToken[], lines);
}
