import { isLikely, mayWriteText } from '../models/tasks.ts';

/** Stands in the setting for all models of the service. */
const ALL = '*';

export interface Offer {
  /** Of the service, as it lists them. */
  readonly listed: readonly string[];
  /** The model of the chat, where one is set. */
  readonly chosen: string | undefined;
  /** What the person wants besides, whether the service lists it or not. */
  readonly also: readonly string[];
}

/**
 * The models that VS Code offers: those whose names suggest that they chat, and what the person has named. A service
 * none of whose models is named so may call its models anything: then all are offered that do not tell of other work.
 */
export function offeredModels({ listed, chosen, also }: Offer): string[] {
  const likely = listed.filter((id) => isLikely('chat', id));
  const fitting = also.includes(ALL) ? listed : likely.length > 0 ? likely : listed.filter(mayWriteText);
  const named = also.filter((id) => id !== ALL);
  return [...new Set([...(chosen === undefined ? [] : [chosen]), ...named, ...fitting])].filter(
    (id) => id.trim() !== '',
  );
}

/** What the setting holds; not trusted to be a list of texts. */
export function namedModels(set: unknown): string[] {
  return Array.isArray(set)
    ? set.flatMap((each: unknown) => (typeof each === 'string' && each.trim() !== '' ? [each.trim()] : []))
    : [];
}

/** A dated variant: `gpt-3.5-turbo-0613`, `chat-1-2026-05-01`, `model@20260501`. */
const DATED = /^(.+?)[-@](\d{4}-\d{2}-\d{2}|\d{8}|\d{6}|\d{4})$/;

/** Family and version, by which other extensions select models. */
export function familyOf(id: string): { family: string; version: string } {
  const [, family = id, version = '1'] = DATED.exec(id) ?? [];
  return { family, version };
}

/** Share of the context length that VS Code leaves for the answer, and most of it. */
const ANSWER_SHARE = 0.25;
const MOST_ANSWER = 4096;

/** How the context length (§8) is divided between prompt and answer. */
export function tokenLimits(
  contextLength: number,
  maxTokens: unknown,
): { maxInputTokens: number; maxOutputTokens: number } {
  const most = Math.max(Math.floor(contextLength * ANSWER_SHARE), 1);
  const set = typeof maxTokens === 'number' && maxTokens >= 1 ? Math.floor(maxTokens) : MOST_ANSWER;
  const maxOutputTokens = Math.min(set, most);
  return { maxInputTokens: Math.max(contextLength - maxOutputTokens, 1), maxOutputTokens };
}
