import type { Block } from './block.ts';
import { CodeFrame } from './code-frame.ts';
import { Highlighting } from './highlighting.ts';
import type { Part, Rendering } from './part.ts';
import { TextFlow } from './text-flow.ts';

/** A block of code, fenced or indented. */
export class CodePart implements Part {
  readonly kind = 'code';
  readonly #rendering: Rendering;
  readonly #frame: CodeFrame;
  readonly #flow: TextFlow;
  readonly #highlighting: Highlighting;
  #guard = 0;
  #hasFinished = false;

  constructor(rendering: Rendering) {
    this.#rendering = rendering;
    this.#frame = new CodeFrame(rendering.words, (action) =>
      rendering.onCodeAction(this.#frame.element, action),
    );
    this.#flow = new TextFlow(this.#frame.code, (segment) => this.#highlighting.changed(segment));
    this.#highlighting = new Highlighting(this.#flow, rendering.slices);
    rendering.overflow.watch(this.#frame.pre, this.#frame.code);
  }

  get elements(): readonly HTMLElement[] {
    return [this.#frame.element];
  }

  get hasFinished(): boolean {
    return this.#hasFinished;
  }

  accepts({ kind }: Block): boolean {
    return kind === 'code';
  }

  update({ token }: Block): void {
    const { language } = this.#frame.describe(this.#rendering.unescape(token.info));
    this.#highlighting.setLanguage(language.toLowerCase());
    this.#rendering.await(this.#highlighting.loaded);
    this.#flow.show(token.content.slice(this.#guard));
  }

  finishContent(done: number, guard: number): void {
    if (done > 0) {
      this.#flow.finish(done - this.#guard);
      this.#guard = guard;
      this.#hasFinished = true;
    }
  }

  finish(): void {
    this.#highlighting.complete();
  }

  dispose(): void {
    this.#highlighting.dispose();
    this.#frame.dispose();
    this.#rendering.overflow.unwatch(this.#frame.pre, this.#frame.code);
  }
}
