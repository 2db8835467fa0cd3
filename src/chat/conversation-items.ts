import { env, l10n, type QuickInputButton, type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import { plainLabel } from '../ui/plain-text.ts';
import type { ConversationSummary } from './conversation-summary.ts';
import { shownTitle } from './delete-conversation.ts';
import { agoInWords } from './when.ts';

/** A conversation in the list; or, without one, what begins a new one. */
export interface ConversationItem extends QuickPickItem {
  readonly summary?: ConversationSummary;
  readonly isNew?: boolean;
}

export const RENAME: QuickInputButton = { iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Rename…') };
export const EXPORT: QuickInputButton = { iconPath: new ThemeIcon('export'), tooltip: l10n.t('Export…') };
export const DELETE: QuickInputButton = { iconPath: new ThemeIcon('trash'), tooltip: l10n.t('Delete') };

export interface ListedConversations {
  /** The newest first. */
  readonly summaries: readonly ConversationSummary[];
  /** The one in the chat view. */
  readonly current: string | undefined;
  /** What was typed to search for. */
  readonly typed: string;
  /** Where that was found in messages, by conversation. */
  readonly excerpts: ReadonlyMap<string, string>;
  /** Whether all messages were looked through. */
  readonly isSearched: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The list's rows. What is found in titles is VS Code's to find; what is found in messages is always shown. */
export function conversationItems({
  summaries,
  current,
  typed,
  excerpts,
  isSearched,
  now,
}: ListedConversations): ConversationItem[] {
  const items: ConversationItem[] = [];
  // While something is searched for, Enter is to open what was found. Its place is kept, though: VS Code names an item
  // by its place, so that one chosen from a list of before would be another one of this list.
  items.push(
    typed === ''
      ? { label: `$(add) ${l10n.t('New Conversation')}`, isNew: true }
      : { label: '', kind: QuickPickItemKind.Separator },
  );
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  let section: string | undefined;
  for (const summary of summaries) {
    const label = summary.updatedAt >= midnight ? l10n.t('today') : l10n.t('earlier');
    if (label !== section) {
      items.push({ label, kind: QuickPickItemKind.Separator });
      section = label;
    }
    const { id, title, updatedAt, preview } = summary;
    const excerpt = excerpts.get(id);
    const when = agoInWords(updatedAt, now, env.language);
    items.push({
      label: (id === current ? '$(check) ' : '') + plainLabel(shownTitle(title)),
      description: id === current ? l10n.t('{0} · shown now', when) : when,
      detail: plainLabel(excerpt ?? preview),
      ...(excerpt !== undefined && { alwaysShow: true }),
      buttons: [RENAME, EXPORT, DELETE],
      summary,
    });
  }
  if (isSearched && excerpts.size === 0) {
    items.push({ label: l10n.t('Not found in any message'), alwaysShow: true });
  }
  return items;
}
