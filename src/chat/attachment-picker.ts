import {
  l10n,
  type QuickInputButton,
  type QuickPickItem,
  QuickPickItemKind,
  TabInputNotebook,
  TabInputText,
  ThemeIcon,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { plainLabel } from '../ui/plain-text.ts';
import { attachFiles, relativeName, selectionAttachments } from './attachments.ts';
import type { Attachment } from './events.ts';

/** Files of the workspace that are offered; a larger one has Browse. */
const OFFERED = 5000;

interface AttachmentItem extends QuickPickItem {
  /** Absent for the selection. */
  readonly uri?: Uri;
}

/** Asks what to attach: what is selected, what is open, files of the workspace, or any other. */
export async function pickAttachments(): Promise<Attachment[]> {
  const editor = window.activeTextEditor;
  const selected = editor?.selections.some((selection) => !selection.isEmpty) ? editor : undefined;
  const selection: AttachmentItem | undefined = selected && {
    label: l10n.t('Selection'),
    description: plainLabel(relativeName(selected.document.uri)),
  };
  const chosen = await pick(selection ? [selection] : []);
  if (chosen === 'browse') {
    return attachFiles(
      (await window.showOpenDialog({ canSelectMany: true, openLabel: l10n.t('Attach') })) ?? [],
    );
  }
  const files = chosen.flatMap(({ uri }) => uri ?? []);
  const hasSelection = selection !== undefined && chosen.includes(selection);
  return [...(selected && hasSelection ? selectionAttachments(selected) : []), ...(await attachFiles(files))];
}

function pick(first: readonly AttachmentItem[]): Promise<readonly AttachmentItem[] | 'browse'> {
  const picker = window.createQuickPick<AttachmentItem>();
  const browse: QuickInputButton = { iconPath: new ThemeIcon('folder-opened'), tooltip: l10n.t('Browse…') };
  const open = openUris();
  let files: readonly Uri[] = [];
  picker.title = l10n.t('Attach to Chat');
  picker.placeholder = l10n.t('Choose what to send along with your message');
  picker.canSelectMany = true;
  picker.matchOnDescription = true;
  picker.buttons = [browse];
  picker.busy = true;
  const show = (): void => {
    const kept = picker.selectedItems;
    const known = new Set(open.map(String));
    picker.items = [
      ...first,
      ...section(l10n.t('open'), open),
      ...section(
        l10n.t('files'),
        files.filter((uri) => !known.has(uri.toString())),
      ),
    ];
    picker.selectedItems = picker.items.filter((item) => kept.some((other) => isSame(item, other)));
  };
  show();
  return new Promise((resolve) => {
    let isShown = true;
    picker.onDidAccept(() => {
      resolve(picker.selectedItems);
      picker.hide();
    });
    picker.onDidTriggerButton(() => {
      resolve('browse');
      picker.hide();
    });
    picker.onDidHide(() => {
      isShown = false;
      resolve([]);
      picker.dispose();
    });
    picker.show();
    void workspace.findFiles('**/*', undefined, OFFERED).then((found) => {
      if (isShown) {
        files = found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
        picker.busy = false;
        show();
      }
    });
  });
}

function openUris(): readonly Uri[] {
  const uris = window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) =>
      input instanceof TabInputText || input instanceof TabInputNotebook ? [input.uri] : [],
    );
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}

function section(label: string, uris: readonly Uri[]): AttachmentItem[] {
  const items = uris.map((uri): AttachmentItem => {
    const parts = relativeName(uri).split('/');
    return {
      label: plainLabel(parts.at(-1) ?? ''),
      description: plainLabel(parts.slice(0, -1).join('/')),
      uri,
    };
  });
  return items.length > 0 ? [{ label, kind: QuickPickItemKind.Separator }, ...items] : [];
}

function isSame(one: AttachmentItem, other: AttachmentItem): boolean {
  return one === other || (one.uri !== undefined && one.uri.toString() === other.uri?.toString());
}
