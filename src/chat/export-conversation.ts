import { homedir } from 'node:os';
import { l10n, type QuickPickItem, Uri, window, workspace } from 'vscode';
import type { Conversation } from './conversation.ts';
import { exportAsJson } from './export-json.ts';
import { type ExportWords, exportAsMarkdown } from './export-markdown.ts';
import { fileNameFrom } from './file-name.ts';

interface FormatItem extends QuickPickItem {
  readonly ending: '.md' | '.json';
}

/** Asks for a form and a file, writes the conversation there, and shows it. */
export async function exportConversation(conversation: Conversation): Promise<void> {
  const formats: FormatItem[] = [
    { label: 'Markdown', detail: l10n.t('What is shown, to be read.'), ending: '.md' },
    { label: 'JSON', detail: l10n.t('All of it with all branches, to be worked with.'), ending: '.json' },
  ];
  const format = await window.showQuickPick(formats, { title: l10n.t('Export Conversation') });
  if (!format) {
    return;
  }
  const { label, ending } = format;
  const name = fileNameFrom(conversation.title, ending, l10n.t('Conversation'));
  const folder = workspace.workspaceFolders?.[0]?.uri ?? Uri.file(homedir());
  const uri = await window.showSaveDialog({
    title: l10n.t('Export Conversation'),
    saveLabel: l10n.t('Export'),
    defaultUri: Uri.joinPath(folder, name),
    filters: { [label]: [ending.slice(1)] },
  });
  if (!uri) {
    return;
  }
  const text =
    ending === '.json' ? exportAsJson(conversation, Date.now()) : exportAsMarkdown(conversation, words());
  await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  await window.showTextDocument(await workspace.openTextDocument(uri));
}

function words(): ExportWords {
  return {
    untitled: l10n.t('Conversation'),
    you: l10n.t('You'),
    created: l10n.t('Begun: {0}', '{0}'),
    model: l10n.t('Model: {0}', '{0}'),
    systemPrompt: l10n.t('System Prompt'),
    stopped: l10n.t('Stopped.'),
    failed: l10n.t('Failed: {0}', '{0}'),
    unfinished: l10n.t('Not finished.'),
    empty: l10n.t('Nothing.'),
  };
}
