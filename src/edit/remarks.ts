import { l10n } from 'vscode';
import { remarkOnLength } from '../review/remarks.ts';
import type { EditAnswers } from './edit-task.ts';

/** What a person should know of answers before they apply them, each in a sentence. */
export function remarksOn(answers: readonly EditAnswers[], inputs: readonly string[]): string[] {
  const texts = answers.flatMap((answer, index) =>
    answer.texts.map(({ text, cut }) => ({ text, cut, input: inputs[index] ?? '' })),
  );
  const remarks = texts.map(({ text, cut, input }) => {
    switch (cut) {
      case 'length':
        return l10n.t('The answer was cut short, and its end is missing.');
      case 'content_filter':
        return l10n.t('The service’s content policy cut the answer short.');
      default:
        return remarkOnLength(input, text);
    }
  });
  return [...new Set(remarks.filter((remark) => remark !== undefined))];
}
