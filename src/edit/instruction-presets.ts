import type { TextPreset } from '../ui/text-rows.ts';

/** The setting's instructions: texts, or objects with a label. What is neither, or empty, is left out. */
export function instructionPresets(set: unknown): TextPreset[] {
  return (Array.isArray(set) ? set : []).flatMap((entry: unknown): TextPreset[] => {
    if (typeof entry === 'string') {
      return entry.trim() === '' ? [] : [{ text: entry.trim() }];
    }
    if (typeof entry !== 'object' || entry === null || !('instruction' in entry)) {
      return [];
    }
    const { instruction } = entry;
    const label = 'label' in entry && typeof entry.label === 'string' ? entry.label.trim() : '';
    return typeof instruction === 'string' && instruction.trim() !== ''
      ? [{ text: instruction.trim(), ...(label !== '' && { label }) }]
      : [];
  });
}
