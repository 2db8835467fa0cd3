import { fromOneLine } from '../ui/one-line.ts';

/** An instruction of the settings. */
export interface InstructionPreset {
  /** Absent where it has no name but its own text. */
  readonly label?: string;
  readonly instruction: string;
}

/** One row of the list that instructions are chosen from. */
export interface InstructionRow extends InstructionPreset {
  readonly source: 'typed' | 'settings' | 'history';
}

/** The setting's instructions: texts, or objects with a label. What is neither, or empty, is left out. */
export function presetsOf(set: unknown): InstructionPreset[] {
  return (Array.isArray(set) ? set : []).flatMap((entry: unknown): InstructionPreset[] => {
    if (typeof entry === 'string') {
      return entry.trim() === '' ? [] : [{ instruction: entry.trim() }];
    }
    if (typeof entry !== 'object' || entry === null || !('instruction' in entry)) {
      return [];
    }
    const { instruction } = entry;
    const label = 'label' in entry && typeof entry.label === 'string' ? entry.label.trim() : '';
    return typeof instruction === 'string' && instruction.trim() !== ''
      ? [{ instruction: instruction.trim(), ...(label !== '' && { label }) }]
      : [];
  });
}

/** The rows: what is typed first, then the settings' instructions, then the earlier ones that are not among them. */
export function instructionRows(
  typed: string,
  presets: readonly InstructionPreset[],
  history: readonly string[],
): InstructionRow[] {
  const own = fromOneLine(typed).trim();
  const known = new Set([own, ...presets.map(({ instruction }) => instruction)]);
  return [
    ...(own === '' ? [] : [{ source: 'typed' as const, instruction: own }]),
    ...presets.map((preset) => ({ source: 'settings' as const, ...preset })),
    ...history
      .filter((instruction) => !known.has(instruction))
      .map((instruction) => ({ source: 'history' as const, instruction })),
  ];
}
