import type { Block } from './block.ts';
import type { Part, Place, Rendering } from './part.ts';

/** Makes the part for a block; the caller updates it. */
export type CreatePart = (block: Block, place: Place, rendering: Rendering) => Part;

/** What is finished could not have changed; that it seems to have means that the text was cut at a wrong place. */
export class CutError extends Error {}

/** A part with parts in it. Those before the first that may still change are finished, and forgotten here. */
export abstract class ContainerPart implements Part {
  abstract readonly kind: Block['kind'];
  abstract readonly elements: readonly HTMLElement[];
  protected readonly rendering: Rendering;
  readonly #create: CreatePart;
  #parts: Part[] = [];
  #finished = 0;

  constructor(rendering: Rendering, create: CreatePart) {
    this.rendering = rendering;
    this.#create = create;
  }

  abstract accepts(block: Block): boolean;

  /** The element to which the part of this number is appended. */
  protected abstract placeFor(index: number): HTMLElement;

  /** So many parts are left. */
  protected trim(_count: number): void {}

  update(block: Block): void {
    const blocks = block.children.filter(({ kind }) => kind !== 'definition');
    for (const [index, child] of blocks.entries()) {
      const old = this.#parts[index];
      if (old?.accepts(child)) {
        old.update(child);
      } else {
        this.#replace(index, child, old);
      }
    }
    for (const part of this.#parts.splice(blocks.length)) {
      if (part.hasFinished) {
        throw new CutError();
      }
      remove(part);
    }
    this.trim(this.#finished + this.#parts.length);
  }

  #replace(index: number, block: Block, old: Part | undefined): void {
    if (old?.hasFinished) {
      throw new CutError();
    }
    const place = { parent: this.kind, index: this.#finished + index };
    const part = this.#create(block, place, this.rendering);
    // As a whole and not piece by piece: whatever is added to the page makes the browser look at what is around.
    part.update(block);
    const before = old?.elements[0];
    if (before) {
      before.before(...part.elements);
    } else {
      this.placeFor(place.index).append(...part.elements);
    }
    if (old) {
      remove(old);
    }
    this.#parts[index] = part;
  }

  get hasFinished(): boolean {
    return this.#finished > 0 || this.#parts.some((part) => part.hasFinished);
  }

  /**
   * All before the last block of this path is finished.
   *
   * @param block of which this is the part
   */
  cut(block: Block, path: readonly Block[], done: number, guard: number): void {
    const [next, ...rest] = path;
    if (next === undefined) {
      return;
    }
    this.keepLooseness(block);
    const before = block.children.slice(0, block.children.indexOf(next));
    const count = before.filter(({ kind }) => kind !== 'definition').length;
    for (const part of this.#parts.splice(0, count)) {
      part.finish();
    }
    this.#finished += count;
    const [part] = this.#parts;
    if (next.kind === 'definition' || part === undefined) {
      return;
    }
    if (part instanceof ContainerPart) {
      part.cut(next, rest, done, guard);
    } else {
      part.finishContent?.(done, guard);
    }
  }

  protected keepLooseness(_block: Block): void {}

  finish(): void {
    for (const part of this.#parts) {
      part.finish();
    }
  }

  dispose(): void {
    for (const part of this.#parts) {
      part.dispose();
    }
  }
}

function remove(part: Part): void {
  for (const element of part.elements) {
    element.remove();
  }
  part.dispose();
}
