import { type ConfigurationScope, workspace } from 'vscode';
import type { CompletionRequest } from '../service/request-schema.ts';

/** What a person sets beforehand; the rest of a request comes from the document. */
export type CompletionParameters = Omit<CompletionRequest, 'model' | 'prompt' | 'suffix'>;

export const PARAMETERS_SETTING = 'inkwell.completion.parameters';

/** What a setting cannot stand in for. */
const FROM_DOCUMENT = ['model', 'prompt', 'suffix'];

/** The parameters set for a document. `null`, the way to switch off a default, leaves one out. */
export function readParameters(scope: ConfigurationScope): CompletionParameters {
  const set = workspace
    .getConfiguration('inkwell', scope)
    .get<Record<string, unknown>>('completion.parameters');
  // VS Code gives proxies, which can be neither cloned nor kept.
  const own = JSON.parse(JSON.stringify(set ?? {})) as Record<string, unknown>;
  const entries = Object.entries(own).filter(
    ([name, value]) => value !== null && !FROM_DOCUMENT.includes(name),
  );
  // Not trusted to be right: the client checks every field before it sends one.
  return Object.fromEntries(entries) as CompletionParameters;
}

/** Turns the texts among the keys of `logit_bias` into the token ids that are sent (§4.3). */
export async function withTokenIds(parameters: CompletionParameters): Promise<CompletionParameters> {
  const { logit_bias } = parameters;
  if (
    !logit_bias ||
    typeof logit_bias !== 'object' ||
    Object.keys(logit_bias).every((key) => /^\d+$/.test(key))
  ) {
    return parameters;
  }
  const { loadTokenizer } = await import('../models/tokens.ts');
  const tokenizer = await loadTokenizer();
  const ids = Object.entries(logit_bias).flatMap(([key, bias]) =>
    /^\d+$/.test(key) ? [[key, bias]] : tokenizer.encode(key).map((id) => [String(id), bias]),
  );
  return { ...parameters, logit_bias: Object.fromEntries(ids) };
}
