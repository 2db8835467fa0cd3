import {
  CancellationTokenSource,
  l10n,
  type QuickPickItem,
  QuickPickItemKind,
  TabInputNotebook,
  TabInputText,
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
  /** Of a file. */
  readonly uri?: Uri;
}

/** Asks what to attach: what is selected, what is open, a file of the workspace, or any others. */
export async function pickAttachments(): Promise<Attachment[]> {
  const editor = window.activeTextEditor;
  const selected = editor?.selections.some((selection) => !selection.isEmpty) ? editor : undefined;
  const selection: AttachmentItem | undefined = selected && {
    label: `$(selection) ${l10n.t('Selection')}`,
    description: plainLabel(relativeName(selected.document.uri)),
  };
  const browse: AttachmentItem = { label: `$(folder-opened) ${l10n.t('Browse…')}`, alwaysShow: true };
  const chosen = await pick(selection ? [selection, browse] : [browse]);
  if (chosen === browse) {
    return attachFiles(
      (await window.showOpenDialog({ canSelectMany: true, openLabel: l10n.t('Attach') })) ?? [],
    );
  }
  if (selected && chosen === selection) {
    return selectionAttachments(selected);
  }
  return attachFiles(chosen?.uri ? [chosen.uri] : []);
}

function pick(first: readonly AttachmentItem[]): Promise<AttachmentItem | undefined> {
  const picker = window.createQuickPick<AttachmentItem>();
  const open = openUris();
  const known = new Set(open.map(String));
  picker.title = l10n.t('Attach to Chat');
  picker.placeholder = l10n.t('Choose what to send along with your message');
  picker.matchOnDescription = true;
  picker.busy = true;
  picker.items = [...first, ...section(l10n.t('open'), open)];
  return new Promise((resolve) => {
    const looking = new CancellationTokenSource();
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      looking.cancel();
      looking.dispose();
      picker.dispose();
    });
    picker.show();
    const offer = (found: readonly Uri[]): void => {
      if (!looking.token.isCancellationRequested) {
        const files = found.filter((uri) => !known.has(uri.toString()));
        picker.busy = false;
        picker.items = [
          ...picker.items,
          ...section(
            l10n.t('files'),
            files.sort((a, b) => (a.path < b.path ? -1 : 1)),
          ),
        ];
      }
    };
    // Where the workspace cannot be searched, what is open can still be had.
    void workspace.findFiles('**/*', undefined, OFFERED, looking.token).then(offer, () => offer([]));
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
