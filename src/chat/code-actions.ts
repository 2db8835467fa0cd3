import { env, l10n, languages, type Range, type TextDocument, type TextEditor, window } from 'vscode';
import type { OpenReviews } from '../review/register.ts';
import { openNewFile } from '../ui/new-file.ts';
import { plainText } from '../ui/plain-text.ts';
import { isReadOnly, sayReadOnly } from '../ui/read-only.ts';
import { applyAsEdit } from './apply-as-edit.ts';
import type { CodeBlock } from './code-blocks.ts';
import type { CodeAction } from './shared/protocol.ts';

/** What the buttons of a code block do. */
export async function runCodeAction(
  action: CodeAction,
  block: CodeBlock,
  reviews: OpenReviews,
): Promise<void> {
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
      if (!(await applyAsEdit(block, await reviews()))) {
        await openAsNewFile(block);
      }
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
  await openNewFile(`${code}\n`, languageId(language, known));
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
