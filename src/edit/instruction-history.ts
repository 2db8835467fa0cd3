import type { Memento } from 'vscode';
import { TextHistory } from '../ui/text-history.ts';

/** The instructions that were given, on this machine. */
export class InstructionHistory extends TextHistory {
  constructor(state: Memento) {
    super(state, 'inkwell.instructions', 50);
  }
}
