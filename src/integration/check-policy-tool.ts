import { l10n } from 'vscode';
import { readText } from '../files/file-text.ts';
import type { PlanCall } from './agent-tool.ts';
import { markdownText } from './markdown-text.ts';
import type { CheckTexts, PolicyVerdict } from './operations.ts';
import { checkPolicyInput, ToolInputError, toolInput } from './tool-inputs.ts';
import { fileInWorkspace, pathInWorkspace } from './workspace-path.ts';

export function planCheckPolicy(checkTexts: CheckTexts): PlanCall {
  return async (input, host) => {
    const { text: given, path } = toolInput(checkPolicyInput, input);
    const uri = path === undefined ? undefined : await fileInWorkspace(path);
    const text = uri ? (await readText(uri)).text : (given ?? '');
    if (text.trim() === '') {
      throw new ToolInputError('There is no text to check.');
    }
    const units = text.length.toLocaleString();
    return {
      confirmation: {
        title: l10n.t('Check against the content policy?'),
        message: uri
          ? l10n.t(
              'The text of {0} ({1} characters) is sent to {2}, to be checked.',
              markdownText(pathInWorkspace(uri)),
              units,
              markdownText(host),
            )
          : `${l10n.t('This text ({0} characters) is sent to {1}, to be checked:', units, markdownText(host))}\n\n“${markdownText(text, 500)}”`,
        running: l10n.t('Checking against the content policy'),
      },
      run: async ({ signal }) => {
        const [verdict] = await checkTexts([text], signal);
        if (!verdict) {
          throw new Error('The service gave no verdict.');
        }
        return inWords(verdict, uri ? pathInWorkspace(uri) : 'The text');
      },
    };
  };
}

function inWords({ isFlagged, categories }: PolicyVerdict, what: string): string {
  const sorted = categories.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1));
  const listed = (of: PolicyVerdict['categories']): string =>
    of.map(({ name, score }) => `${name} ${score?.toFixed(3) ?? 'not said'}`).join(', ');
  const against = sorted.filter((category) => category.isFlagged);
  return [
    isFlagged
      ? `${what} is flagged: it violates the service’s content policy${against.length > 0 ? ` (${listed(against)})` : ''}.`
      : `${what} is not flagged.`,
    `Scores: ${listed(sorted)}.`,
  ].join('\n');
}
