import { type TextDocument, workspace } from 'vscode';
import { contextLengthOf } from '../models/context-length.ts';
import { readSetParameters } from '../models/parameters.ts';
import { effectiveParameters } from '../models/set-parameters.ts';
import type { InlineBudget } from './inline/inline-context.ts';
import { budgetWithin, type InlineParameters, inlineParameters } from './inline/inline-request.ts';
import type { SuggestingServices } from './inline-provider.ts';
import { ENABLED } from './inline-switched-on.ts';

/** What the settings say for a document. */
export interface InlineSettings {
  readonly isOn: boolean;
  /** Whether VS Code shows what is suggested. */
  readonly isShown: boolean;
  readonly hasService: boolean;
  readonly model: string | undefined;
  readonly parameters: InlineParameters;
  /** Milliseconds; `undefined` where it goes by how fast somebody types. */
  readonly delay: number | undefined;
  readonly budget: InlineBudget;
}

/** Milliseconds. */
const LONGEST_DELAY = 10_000;
const USUAL_BUDGET: InlineBudget = { prefix: 1500, suffix: 500 };
const LARGEST_BUDGET = 100_000;

export function readInlineSettings(
  document: TextDocument,
  { connection, models }: Pick<SuggestingServices, 'connection' | 'models'>,
): InlineSettings {
  const inkwell = workspace.getConfiguration('inkwell', document);
  const model = ownModel(document) ?? models.configured('completion', document);
  const set = effectiveParameters('completion', readSetParameters('inlineCompletion.parameters', document));
  const parameters = inlineParameters(set);
  const delay = inkwell.get<unknown>('inlineCompletion.delay');
  const budget = readBudget(inkwell.get<unknown>('inlineCompletion.budget'));
  return {
    isOn: inkwell.get<unknown>(ENABLED) === true,
    isShown: workspace.getConfiguration('editor', document).get<unknown>('inlineSuggest.enabled') !== false,
    hasService: connection.base() !== undefined,
    model,
    parameters,
    delay: typeof delay === 'number' && delay >= 0 ? Math.min(delay, LONGEST_DELAY) : undefined,
    budget: model === undefined ? budget : budgetWithin(budget, contextLengthOf(model, document), parameters),
  };
}

/** The model of inline completions alone, where there is one. */
export function ownModel(document?: TextDocument): string | undefined {
  const model = workspace.getConfiguration('inkwell', document).get<unknown>('inlineCompletion.model');
  return typeof model === 'string' ? model.trim() || undefined : undefined;
}

function readBudget(set: unknown): InlineBudget {
  const values: Partial<Record<keyof InlineBudget, unknown>> =
    typeof set === 'object' && set !== null ? set : {};
  const tokens = (side: keyof InlineBudget): number => {
    const value = values[side];
    const isRight = typeof value === 'number' && value >= (side === 'prefix' ? 1 : 0);
    return isRight ? Math.floor(Math.min(value, LARGEST_BUDGET)) : USUAL_BUDGET[side];
  };
  return { prefix: tokens('prefix'), suffix: tokens('suffix') };
}
