import { l10n } from 'vscode';
import { cutTo, type PlanCall } from './agent-tool.ts';
import { markdownText } from './markdown-text.ts';
import type { FindPlaces } from './operations.ts';
import { searchInput, toolInput } from './tool-inputs.ts';
import { pathInWorkspace } from './workspace-path.ts';

const USUAL_LIMIT = 8;

export function planSearch(findPlaces: FindPlaces): PlanCall {
  return async (input, host) => {
    const { query, limit = USUAL_LIMIT } = toolInput(searchInput, input);
    return {
      confirmation: {
        title: l10n.t('Search the workspace by meaning?'),
        message: l10n.t(
          'The query “{0}” is sent to {1}, which uses up a little quota. Texts of the workspace that were indexed go to the model of this chat.',
          markdownText(query),
          markdownText(host),
        ),
        running: l10n.t('Searching “{0}”', markdownText(query, 60)),
      },
      run: async ({ signal, room }) => {
        const places = (await findPlaces(query, limit, signal)).slice(0, limit);
        if (places.length === 0) {
          return 'Nothing was found. The workspace may not be indexed: “Inkwell: Index Workspace for Search”.';
        }
        const each = Math.floor(room / places.length);
        return places
          .map(
            ({ uri, line, lastLine, text }) =>
              `${pathInWorkspace(uri)}:${line + 1}-${lastLine + 1}\n${cutTo(text, each)}`,
          )
          .join('\n\n');
      },
    };
  };
}
