import type { Rect } from './geometry.ts';
import type { MaskBitmap } from './mask-bitmap.ts';

/** Pixels. A tile of mixed pixels is kept in 8 KB, and one of equal ones in nothing. */
const EDGE = 256;

/** A part of the mask, as it once was. */
interface Tile {
  readonly part: Rect;
  readonly content: 0 | 1 | Uint8Array<ArrayBuffer>;
}

/** What a few tiles of a mask were. */
export interface Tiles {
  readonly bytes: number;
  /** All of what is covered. */
  readonly parts: readonly Rect[];
  /** Sets the mask to what it was, and gives what it was until now. */
  restore(mask: MaskBitmap): Tiles;
}

/** Keeps the tiles of a mask that are about to change, each once. */
export class TileKeeper {
  readonly #mask: MaskBitmap;
  readonly #kept = new Map<number, Tile>();

  constructor(mask: MaskBitmap) {
    this.#mask = mask;
  }

  /** To be called before anything within `part` changes. */
  willChange({ left, top, right, bottom }: Rect): void {
    const { width, height } = this.#mask;
    const across = Math.ceil(width / EDGE);
    const lastColumn = Math.min(Math.ceil(right / EDGE), across);
    const lastRow = Math.min(Math.ceil(bottom / EDGE), Math.ceil(height / EDGE));
    for (let row = Math.max(0, Math.floor(top / EDGE)); row < lastRow; row++) {
      for (let column = Math.max(0, Math.floor(left / EDGE)); column < lastColumn; column++) {
        const key = row * across + column;
        if (!this.#kept.has(key)) {
          this.#kept.set(key, tile(this.#mask, tilePart(row, column, width, height)));
        }
      }
    }
  }

  /** What was kept, and has changed since: a long line has many tiles beside it that it does not touch. */
  tiles(): Tiles {
    return tilesOf([...this.#kept.values()].filter((kept) => !isSame(kept, tile(this.#mask, kept.part))));
  }

  /** All that was kept. */
  all(): Tiles {
    return tilesOf([...this.#kept.values()]);
  }
}

function isSame({ content: a }: Tile, { content: b }: Tile): boolean {
  return typeof a === 'number' || typeof b === 'number'
    ? a === b
    : a.every((byte, index) => byte === b[index]);
}

function tilePart(row: number, column: number, width: number, height: number): Rect {
  return {
    left: column * EDGE,
    top: row * EDGE,
    right: Math.min(width, (column + 1) * EDGE),
    bottom: Math.min(height, (row + 1) * EDGE),
  };
}

function tile(mask: MaskBitmap, part: Rect): Tile {
  return { part, content: mask.same(part) ?? mask.pack(part) };
}

function tilesOf(tiles: readonly Tile[]): Tiles {
  return {
    bytes: tiles.reduce((sum, { content }) => sum + (typeof content === 'number' ? 0 : content.length), 64),
    parts: tiles.map(({ part }) => part),
    restore: (mask) => {
      const before = tiles.map(({ part }) => tile(mask, part));
      for (const { part, content } of tiles) {
        if (typeof content !== 'number') {
          mask.unpack(part, content);
          continue;
        }
        for (let y = part.top; y < part.bottom; y++) {
          mask.fill(y, part.left, part.right, content);
        }
      }
      return tilesOf(before);
    },
  };
}
