import { commands, l10n, type TextDocument, window } from 'vscode';
import { contextLengthOf } from '../models/context-length.ts';
import { plainText } from '../ui/plain-text.ts';
import { checkFit, shorten } from './budget.ts';
import type { CompletionParameters } from './parameters.ts';
import type { Place } from './places.ts';

/** Tokens. */
const LEAST_ROOM = 64;

interface Fitted {
  readonly places: readonly Place[];
  readonly parameters: CompletionParameters;
}

/**
 * Makes prompt and `max_tokens` fit the context length (§8), telling what was changed: `max_tokens` is
 * lowered where that suffices, a cursor's surroundings are cut to what is nearest, and about a selection
 * that is too long the person is asked. `undefined` when nothing is to be sent.
 */
export async function fitToContext(
  places: readonly Place[],
  parameters: CompletionParameters,
  model: string,
  document: TextDocument,
): Promise<Fitted | undefined> {
  const contextLength = contextLengthOf(model, document);
  const maxTokens = typeof parameters.max_tokens === 'number' ? parameters.max_tokens : undefined;
  const passages = places.map(({ passage }) => passage);
  const fit = await checkFit(passages, maxTokens, contextLength);
  if (fit.kind === 'fits') {
    return { places, parameters };
  }
  const areCursors = places.every(({ isCursor }) => isCursor);
  // Around a cursor there is something to cut; with hardly any room left, that is better than half a word.
  const hasRoom =
    !areCursors || (fit.kind === 'lower' && fit.max_tokens >= Math.min(maxTokens ?? 0, LEAST_ROOM));
  if (fit.kind === 'lower' && hasRoom) {
    tell(
      l10n.t(
        'max_tokens was lowered to {0}: together with the text it must fit the {1} tokens that {2} can work with.',
        fit.max_tokens,
        contextLength,
        plainText(model),
      ),
    );
    return { places, parameters: { ...parameters, max_tokens: fit.max_tokens } };
  }
  const shortened = async (): Promise<Fitted> => {
    const shorter = await Promise.all(
      places.map(async (place) => ({
        ...place,
        passage: await shorten(place.passage, maxTokens, contextLength),
      })),
    );
    const answer =
      maxTokens === undefined ? {} : { max_tokens: Math.min(maxTokens, Math.floor(contextLength / 2)) };
    return { places: shorter, parameters: { ...parameters, ...answer } };
  };
  const promptTokens = fit.kind === 'over' ? fit.promptTokens : contextLength;
  if (areCursors) {
    tell(
      l10n.t(
        'Only the text nearest to the cursor is sent: the document has about {0} tokens, {1} can work with {2}.',
        promptTokens,
        plainText(model),
        contextLength,
      ),
    );
    return shortened();
  }
  return askAboutSelection(promptTokens, contextLength, model, { places, parameters }, shortened);
}

async function askAboutSelection(
  promptTokens: number,
  contextLength: number,
  model: string,
  whole: Fitted,
  shortened: () => Promise<Fitted>,
): Promise<Fitted | undefined> {
  const end = l10n.t('Send Its End');
  const all = l10n.t('Send Anyway');
  const setting = l10n.t('Open Setting');
  const chosen = await window.showWarningMessage(
    l10n.t(
      'The selection has about {0} tokens, but {1} is taken to work with {2}. Nothing was sent.',
      promptTokens,
      plainText(model),
      contextLength,
    ),
    end,
    all,
    setting,
  );
  switch (chosen) {
    case end:
      return shortened();
    case all:
      return whole;
    case setting:
      await openContextLength();
      return undefined;
    default:
      return undefined;
  }
}

function tell(message: string): void {
  const setting = l10n.t('Open Setting');
  void window.showInformationMessage(message, setting).then((chosen) => chosen && openContextLength());
}

function openContextLength(): Thenable<unknown> {
  return commands.executeCommand('workbench.action.openSettings', 'inkwell.contextLength');
}
