import type { Conversion, Finding } from '../../images/shared/mask-protocol.ts';
import { intersection, isEmpty, type Rect } from './geometry.ts';
import { History, type Step } from './history.ts';
import { ChangedPart, MaskBitmap } from './mask-bitmap.ts';
import { carriedOver, original, type Placement } from './placement.ts';
import type { Shape } from './shapes.ts';
import { TileKeeper, type Tiles } from './tiles.ts';

/** Bytes that may be kept to undo and redo. */
const HISTORY_BYTES = 64 * 2 ** 20;

export interface DocumentListener {
  /** These pixels of the mask may have changed. */
  maskChanged(part: Rect): void;
  /** The picture has changed, and its dimensions may have. */
  pictureChanged(): void;
}

/** What is edited: the mask, and how the image is converted. Everything that is done to either can be undone. */
export class MaskDocument {
  readonly history = new History(HISTORY_BYTES);
  readonly #listener: DocumentListener;
  #mask: MaskBitmap;
  #placement: Placement;
  #conversions: readonly Conversion[] = [];
  #keeper: TileKeeper | undefined;

  constructor(width: number, height: number, listener: DocumentListener) {
    this.#listener = listener;
    this.#mask = new MaskBitmap(width, height);
    this.#placement = original(width, height);
  }

  get mask(): MaskBitmap {
    return this.#mask;
  }

  get placement(): Placement {
    return this.#placement;
  }

  /** Whether the image is not sent as it is. */
  get isConverted(): boolean {
    return this.#conversions.length > 0;
  }

  /** Whether what was found is no more, by a conversion. Each of them makes a PNG. */
  settles({ conversions }: Finding): boolean {
    return conversions.some(({ kind }) =>
      kind === 'png' ? this.isConverted : this.#conversions.some((done) => done.kind === kind),
    );
  }

  /** Whether something was begun, and not ended. */
  get isPainting(): boolean {
    return this.#keeper !== undefined;
  }

  /** What is painted until `end` is undone at once. */
  begin(): void {
    this.end();
    this.#keeper = new TileKeeper(this.#mask);
  }

  paint(shape: Shape, value: 0 | 1): void {
    const part = intersection(shape.bounds, this.#mask.bounds);
    if (this.#keeper === undefined || isEmpty(part)) {
      return;
    }
    this.#keeper.willChange(part);
    const changed = new ChangedPart();
    for (let y = part.top; y < part.bottom; y++) {
      shape.row(y, (from, to) => this.#mask.fill(y, from, to, value, changed));
    }
    if (!isEmpty(changed.rect)) {
      this.#listener.maskChanged(changed.rect);
    }
  }

  end(): void {
    const tiles = this.#keeper?.tiles();
    this.#keeper = undefined;
    if (tiles !== undefined && tiles.parts.length > 0) {
      this.history.add(this.#tileStep(tiles));
    }
  }

  /** Takes back what was painted since `begin`, as if it had not been. */
  abandon(): void {
    const tiles = this.#keeper?.tiles();
    this.#keeper = undefined;
    tiles?.restore(this.#mask);
    this.#tell(tiles);
  }

  /** All of one shape, in one step. */
  add(shape: Shape): void {
    this.begin();
    this.paint(shape, 1);
    this.end();
  }

  /** Nothing but this shape. */
  replace(shape: Shape): void {
    const { bounds } = this.#mask;
    this.begin();
    this.#keeper?.willChange(bounds);
    for (let y = 0; y < bounds.bottom; y++) {
      this.#mask.fill(y, 0, bounds.right, 0);
      shape.row(y, (from, to) => this.#mask.fill(y, from, to, 1));
    }
    this.#listener.maskChanged(bounds);
    this.end();
  }

  clear(): void {
    if (this.#mask.painted > 0) {
      this.replace({ bounds: this.#mask.bounds, row: () => {} });
    }
  }

  invert(): void {
    this.end();
    this.history.add(this.#inverted());
  }

  convert(conversion: Conversion, placement: Placement): void {
    this.end();
    const step = this.#pictureStep();
    this.#mask = carriedOver(this.#mask, this.#placement, placement);
    this.#placement = placement;
    this.#conversions = [...this.#conversions, conversion];
    this.history.add(step);
    this.#listener.pictureChanged();
  }

  undo(): boolean {
    this.end();
    return this.history.undo();
  }

  redo(): boolean {
    this.end();
    return this.history.redo();
  }

  #tileStep(tiles: Tiles): Step {
    return {
      bytes: tiles.bytes,
      revert: () => {
        const before = tiles.restore(this.#mask);
        this.#tell(tiles);
        return this.#tileStep(before);
      },
    };
  }

  #inverted(): Step {
    this.#mask.invert();
    this.#listener.maskChanged(this.#mask.bounds);
    return { bytes: 0, revert: () => this.#inverted() };
  }

  /** Keeps the mask by tiles, since most of it is equal; the image can be had again from the original. */
  #pictureStep(): Step {
    const { width, height, bounds } = this.#mask;
    const [placement, conversions] = [this.#placement, this.#conversions];
    const keeper = new TileKeeper(this.#mask);
    keeper.willChange(bounds);
    const tiles = keeper.all();
    return {
      bytes: tiles.bytes,
      revert: () => {
        const step = this.#pictureStep();
        this.#mask = new MaskBitmap(width, height);
        tiles.restore(this.#mask);
        this.#placement = placement;
        this.#conversions = conversions;
        this.#listener.pictureChanged();
        return step;
      },
    };
  }

  #tell(tiles: Tiles | undefined): void {
    for (const part of tiles?.parts ?? []) {
      this.#listener.maskChanged(part);
    }
  }
}
