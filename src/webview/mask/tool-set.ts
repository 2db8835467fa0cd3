import { largestBrush, nextSize } from './brush-size.ts';
import { BrushTool } from './brush-tool.ts';
import { CropTool } from './crop-tool.ts';
import { LassoTool } from './lasso-tool.ts';
import type { MaskDocument } from './mask-document.ts';
import { RectangleTool } from './rectangle-tool.ts';
import type { ToolName } from './stage-keys.ts';
import type { Tool } from './tool.ts';

/** Which tool is in hand, and how large the brush is. */
export class ToolSet {
  readonly #document: MaskDocument;
  readonly #tools: Readonly<Record<ToolName, Tool | undefined>>;
  #name: ToolName = 'brush';
  #crop: CropTool | undefined;
  #size: number;

  /** @param unit pixels of the picture for a CSS pixel */
  constructor(document: MaskDocument, size: number, unit: () => number) {
    this.#document = document;
    this.#size = size;
    this.#tools = {
      brush: new BrushTool(document, 1, () => this.#size),
      eraser: new BrushTool(document, 0, () => this.#size),
      rectangle: new RectangleTool(document),
      lasso: new LassoTool(document, unit),
      move: undefined,
    };
  }

  /** `undefined` where the picture is moved. */
  get current(): Tool | undefined {
    return this.#crop ?? this.#tools[this.#name];
  }

  /** `undefined` while the picture is cropped. */
  get name(): ToolName | undefined {
    return this.#crop === undefined ? this.#name : undefined;
  }

  get size(): number {
    return this.#size;
  }

  /** The brush's size, where it is one that is in hand. */
  get ring(): number | undefined {
    return this.name === 'brush' || this.name === 'eraser' ? this.#size : undefined;
  }

  choose(name: ToolName): void {
    this.current?.cancel();
    this.#name = name;
  }

  setSize(size: number): void {
    this.#size = size;
  }

  changeSize(by: 1 | -1): void {
    const { width, height } = this.#document.placement;
    this.#size = nextSize(this.#size, by, largestBrush(width, height));
  }

  /** Until it is done or given up, there is nothing but the square. */
  crop(ended: () => void): void {
    this.current?.cancel();
    this.#crop = new CropTool(this.#document, () => {
      this.#crop = undefined;
      ended();
    });
  }
}
