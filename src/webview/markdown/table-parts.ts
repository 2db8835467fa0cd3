import { MAX_INLINE } from '../../chat/shared/markdown-parser.ts';
import type { Block } from './block.ts';
import { ContainerPart, type CreatePart } from './container-part.ts';
import { morph } from './morph.ts';
import type { Part, Place, Rendering } from './part.ts';

/** Rows of one element: of more, a browser would measure all again for each that is added. */
const ROWS = 100;
/** Columns of a table of which short rows are filled up. */
const FILLED = 12;
/** Widths of the columns of a table with more, in characters. */
const NARROWEST = 6;
const WIDEST = 42;

type Align = readonly (string | undefined)[];

/** A table, which scrolls by itself where it is too wide. */
export class TablePart extends ContainerPart {
  readonly kind = 'table';
  readonly #element = document.createElement('div');
  readonly elements = [this.#element];
  readonly #bodies: HTMLTableSectionElement[] = [];
  readonly #head: Cells;
  /** UTF-16 units of the cells of the first rows. */
  readonly #lengths: number[][] = [];
  #rowsBefore = 0;

  constructor({ parent }: Place, rendering: Rendering, create: CreatePart) {
    super(rendering, create);
    this.#element.className = 'md-table';
    this.#element.setAttribute('role', 'group');
    this.#element.setAttribute('aria-label', rendering.words.table);
    if (parent === 'root') {
      this.#element.dir = 'auto';
    }
    this.#head = new Cells('th', rendering);
    const body = this.#addBody();
    const head = document.createElement('thead');
    head.append(this.#head.element);
    body.before(head);
    if (body.parentElement) {
      rendering.overflow.watch(this.#element, body.parentElement);
    }
  }

  override accepts({ kind }: Block): boolean {
    return kind === 'table';
  }

  override update(block: Block): void {
    this.#head.update(block.inline, block.align);
    for (const [index, row] of block.children.entries()) {
      const number = this.#rowsBefore + index;
      if (number < ROWS) {
        this.#lengths[number] = row.inline.map(({ length }) => length);
      }
      row.align.splice(0, row.align.length, ...block.align);
    }
    super.update(block);
  }

  override cut(block: Block, path: readonly Block[], done: number, guard: number): void {
    const [next] = path;
    this.#rowsBefore += next ? block.children.indexOf(next) : 0;
    super.cut(block, path, done, guard);
  }

  override finish(): void {
    this.#head.finish();
    super.finish();
  }

  override dispose(): void {
    const [body] = this.#bodies;
    if (body?.parentElement) {
      this.rendering.overflow.unwatch(this.#element, body.parentElement);
    }
    super.dispose();
  }

  protected override placeFor(index: number): HTMLElement {
    const number = Math.floor(index / ROWS);
    let body = this.#bodies[number];
    while (body === undefined) {
      const added = this.#addBody();
      if (this.#bodies.length === 2) {
        this.#fix(this.#bodies[0], this.#widths());
      }
      this.#fix(added, this.#widths());
      body = this.#bodies[number];
    }
    return body;
  }

  protected override trim(count: number): void {
    while (this.#bodies.length > Math.max(1, Math.ceil(count / ROWS))) {
      this.#bodies.pop()?.closest('.md-table-part')?.remove();
      if (this.#bodies.length === 1) {
        this.#fix(this.#bodies[0], undefined);
      }
    }
  }

  #addBody(): HTMLTableSectionElement {
    const part = document.createElement('div');
    part.className = 'md-table-part';
    const table = document.createElement('table');
    const body = document.createElement('tbody');
    table.append(body);
    part.append(table);
    this.#element.append(part);
    this.#bodies.push(body);
    return body;
  }

  /** The parts of a long table have columns of the same widths, which its first rows tell. */
  #widths(): number[] {
    const rows = [...this.#lengths, this.#head.lengths];
    return this.#head.lengths.map((_, column) => {
      const longest = Math.max(...rows.map((lengths) => lengths[column] ?? 0));
      return Math.min(Math.max(longest, NARROWEST), WIDEST);
    });
  }

  /** @param widths of the columns; the browser finds them where there are none */
  #fix(body: HTMLElement | undefined, widths: readonly number[] | undefined): void {
    const table = body?.parentElement;
    this.#element.classList.toggle('md-long', widths !== undefined);
    if (!table) {
      return;
    }
    if (widths) {
      table.prepend(columns(widths));
      table.style.width = `${widths.reduce((sum, width) => sum + width, 0)}ch`;
    } else {
      table.querySelector('colgroup')?.remove();
      table.removeAttribute('style');
    }
  }
}

function columns(widths: readonly number[]): HTMLElement {
  const group = document.createElement('colgroup');
  for (const width of widths) {
    const column = document.createElement('col');
    column.style.width = `${width}ch`;
    group.append(column);
  }
  return group;
}

/** A row of a table, below its head. */
export class RowPart implements Part {
  readonly kind = 'row';
  readonly hasFinished = false;
  readonly #cells: Cells;
  readonly elements: readonly HTMLElement[];

  constructor(rendering: Rendering) {
    this.#cells = new Cells('td', rendering);
    this.elements = [this.#cells.element];
  }

  accepts({ kind }: Block): boolean {
    return kind === 'row';
  }

  update({ inline, align }: Block): void {
    // In a wide table, missing cells are not made: of a thousand letters they would make a hundred thousand cells.
    const count =
      inline.length > FILLED ? Math.max(inline.findLastIndex((text) => text !== '') + 1, 1) : inline.length;
    this.#cells.update(inline.slice(0, count), align);
  }

  finish(): void {
    this.#cells.finish();
  }

  dispose(): void {}
}

interface Cell {
  readonly element: HTMLElement;
  markdown: string | undefined;
  missing: ReadonlySet<string>;
}

class Cells {
  readonly element = document.createElement('tr');
  readonly #tag: 'td' | 'th';
  readonly #rendering: Rendering;
  readonly #cells: Cell[] = [];

  constructor(tag: 'td' | 'th', rendering: Rendering) {
    this.#tag = tag;
    this.#rendering = rendering;
  }

  get lengths(): number[] {
    return this.#cells.map(({ markdown }) => markdown?.length ?? 0);
  }

  update(texts: readonly string[], align: Align): void {
    for (const [column, text] of texts.entries()) {
      const cell = this.#cells[column] ?? this.#add(align[column]);
      if (text !== cell.markdown || this.#canResolve(cell)) {
        cell.markdown = text;
        this.#show(cell, text);
      }
    }
    for (const { element } of this.#cells.splice(texts.length)) {
      element.remove();
    }
  }

  finish(): void {
    for (const cell of this.#cells) {
      if (cell.missing.size > 0) {
        this.#rendering.remember({
          missing: cell.missing,
          resolve: () => this.#canResolve(cell) && this.#show(cell, cell.markdown ?? ''),
        });
      }
    }
  }

  #add(align: string | undefined): Cell {
    const element = document.createElement(this.#tag);
    if (align !== undefined) {
      element.className = `md-${align}`;
    }
    const cell: Cell = { element, markdown: undefined, missing: new Set() };
    this.#cells.push(cell);
    this.element.append(element);
    return cell;
  }

  #show(cell: Cell, markdown: string): void {
    if (markdown.length > MAX_INLINE) {
      cell.element.textContent = markdown;
      cell.missing = new Set();
      return;
    }
    const { element, missing } = this.#rendering.inline.render(this.#tag, markdown, false);
    cell.missing = missing;
    morph(cell.element, element);
  }

  #canResolve({ missing }: Cell): boolean {
    const { references } = this.#rendering.inline;
    return [...missing].some((label) => Object.hasOwn(references, label));
  }
}
