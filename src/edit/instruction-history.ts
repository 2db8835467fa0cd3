import type { Memento } from 'vscode';

const KEY = 'inkwell.instructions';
/** Instructions to keep. */
const MOST = 50;
/** UTF-16 units; what is longer belongs in the settings. */
const LONGEST = 10_000;

/** The instructions that were given, on this machine. */
export class InstructionHistory {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  /** Newest first, each once. */
  list(): readonly string[] {
    const kept: unknown = this.#state.get(KEY);
    const texts = Array.isArray(kept) ? kept.filter(isInstruction) : [];
    return [...new Set(texts)].slice(0, MOST);
  }

  /** Puts an instruction first, wherever it was before. */
  async add(instruction: string): Promise<void> {
    const text = instruction.trim();
    if (isInstruction(text)) {
      await this.#keep([text, ...this.list().filter((known) => known !== text)].slice(0, MOST));
    }
  }

  async remove(instruction: string): Promise<void> {
    await this.#keep(this.list().filter((known) => known !== instruction));
  }

  async #keep(texts: readonly string[]): Promise<void> {
    try {
      await this.#state.update(KEY, texts);
    } catch {
      // An instruction is worth carrying out though it will not be remembered.
    }
  }
}

function isInstruction(text: unknown): text is string {
  return typeof text === 'string' && text.trim() !== '' && text.length <= LONGEST;
}
