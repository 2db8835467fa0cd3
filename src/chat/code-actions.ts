import {
  env,
  FileType,
  l10n,
  languages,
  Range,
  type TextDocument,
  type TextEditor,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { plainText } from '../ui/plain-text.ts';
import { isReadOnly, sayReadOnly } from '../ui/read-only.ts';
import { relativeName } from './attachments.ts';
import type { CodeBlock } from './code-blocks.ts';
import type { CodeAction } from './shared/protocol.ts';

/** What the buttons of a code block do. */
export async function runCodeAction(action: CodeAction, block: CodeBlock): Promise<void> {
  switch (action) {
    case 'copy':
      await env.clipboard.writeText(block.code);
      break;
    case 'insert':
      await insertAtCursor(block);
      break;
    case 'newFile':
      await openAsNewFile(block);
      break;
    case 'apply':
      await applyAsEdit(block);
      break;
  }
}

/** At every cursor, in place of what is selected; where no editor is open, into a new one. */
async function insertAtCursor(block: CodeBlock): Promise<void> {
  const editor = window.activeTextEditor;
  if (!editor) {
    await openAsNewFile(block);
    return;
  }
  if (await isReadOnly(editor)) {
    await sayReadOnly(editor.document);
    return;
  }
  const { document } = editor;
  const inserted = await editor.edit((edit) => {
    for (const selection of editor.selections) {
      edit.replace(selection, indented(block.code, indentationAt(editor, selection)));
    }
  });
  if (!inserted) {
    const message = l10n.t('“{0}” takes no edits. The code was copied instead.', nameOf(document));
    await env.clipboard.writeText(block.code);
    await window.showWarningMessage(message);
    return;
  }
  await window.showTextDocument(document, editor.viewColumn);
}

/** Untitled: nothing is on the disk before the person saves it. */
async function openAsNewFile({ code, language }: CodeBlock): Promise<void> {
  const known = await languages.getLanguages();
  const id = languageId(language, known);
  const document = await workspace.openTextDocument({
    content: `${code}\n`,
    ...(id !== undefined && { language: id }),
  });
  await window.showTextDocument(document);
}

/**
 * Replaces the selection, else the file that the block names, else the whole active document, once the person has
 * said yes. One undo takes it back; nothing is saved.
 */
async function applyAsEdit(block: CodeBlock): Promise<void> {
  const target = await targetOf(block);
  if (!target) {
    await openAsNewFile(block);
    return;
  }
  const { document, range } = target;
  const editor = await window.showTextDocument(document, { preview: false });
  if (await isReadOnly(editor)) {
    await sayReadOnly(document);
    return;
  }
  const { version } = document;
  editor.revealRange(range);
  const isWhole = range.isEqual(wholeOf(document));
  const code = isWhole ? `${block.code}\n` : block.code;
  const replace = l10n.t('Replace');
  const chosen = await window.showWarningMessage(
    isWhole
      ? l10n.t('Replace all of “{0}” by this code?', nameOf(document))
      : l10n.t('Replace what is selected in “{0}” by this code?', nameOf(document)),
    {
      modal: true,
      // With its folders: a model may have named one file of several that are called the same.
      detail: `${plainText(relativeName(document.uri))}\n${l10n.t(
        '{0} lines become {1}. One undo takes it back; nothing is saved.',
        range.end.line - range.start.line + 1,
        block.code.split('\n').length,
      )}`,
    },
    replace,
  );
  if (chosen !== replace) {
    return;
  }
  if (document.isClosed || document.version !== version) {
    await window.showWarningMessage(
      l10n.t('“{0}” was changed meanwhile, so nothing was replaced.', nameOf(document)),
    );
    return;
  }
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, range, code);
  if (!(await workspace.applyEdit(edit))) {
    await window.showWarningMessage(l10n.t('“{0}” takes no edits.', nameOf(document)));
  }
}

async function targetOf({
  fileName,
}: CodeBlock): Promise<{ document: TextDocument; range: Range } | undefined> {
  const editor = window.activeTextEditor;
  if (editor && !editor.selection.isEmpty) {
    return { document: editor.document, range: editor.selection };
  }
  const named = fileName === undefined ? undefined : await findFile(fileName);
  const document = named ? await workspace.openTextDocument(named) : editor?.document;
  return document && { document, range: wholeOf(document) };
}

/** A file that a model names, if it is in a folder of the workspace and nowhere else. */
async function findFile(name: string): Promise<Uri | undefined> {
  const path = name.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
  if (path === '' || path.split('/').includes('..')) {
    return undefined;
  }
  for (const { uri: folder } of workspace.workspaceFolders ?? []) {
    const uri = Uri.joinPath(folder, path);
    try {
      if (((await workspace.fs.stat(uri)).type & FileType.File) !== 0) {
        return uri;
      }
    } catch {
      // Not in this folder.
    }
  }
  const open = workspace.textDocuments.find(
    ({ uri }) => uri.path.endsWith(`/${path}`) && workspace.getWorkspaceFolder(uri),
  );
  return open?.uri;
}

function wholeOf(document: TextDocument): Range {
  return new Range(document.positionAt(0), document.lineAt(document.lineCount - 1).range.end);
}

/** The white space before a place, if nothing else is before it. */
function indentationAt({ document }: TextEditor, { start }: Range): string {
  const before = document.lineAt(start).text.slice(0, start.character);
  return /^\s*$/.test(before) ? before : '';
}

/** Moves all lines but the first one in, that one being in already. */
function indented(code: string, indentation: string): string {
  return indentation === '' ? code : code.replace(/\n(?=[^\n])/g, `\n${indentation}`);
}

function nameOf(document: TextDocument): string {
  return plainText(document.uri.path.split('/').at(-1) ?? '');
}

/** What models call languages, where VS Code calls them otherwise. */
const LANGUAGE_IDS: Readonly<Record<string, string>> = {
  bash: 'shellscript',
  bat: 'bat',
  'c#': 'csharp',
  'c++': 'cpp',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  js: 'javascript',
  jsx: 'javascriptreact',
  kt: 'kotlin',
  make: 'makefile',
  md: 'markdown',
  objc: 'objective-c',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shellscript',
  shell: 'shellscript',
  tex: 'latex',
  ts: 'typescript',
  tsx: 'typescriptreact',
  yml: 'yaml',
  zsh: 'shellscript',
};

function languageId(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  const id = LANGUAGE_IDS[lower] ?? lower;
  return known.includes(id) ? id : undefined;
}
