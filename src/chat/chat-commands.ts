import { commands, l10n, Uri, window } from 'vscode';
import { pickAttachments } from './attachment-picker.ts';
import { attachFiles, relativeName, selectionAttachments } from './attachments.ts';
import type { Chat } from './chat.ts';
import type { ChatCommand } from './commands.ts';
import { showConversations } from './conversation-picker.ts';
import { offerUndo } from './delete-conversation.ts';
import { exportConversation } from './export-conversation.ts';
import { pickParameters } from './parameters-picker.ts';
import { type PromptTemplate, pickTemplate, templateNamed } from './prompt-templates.ts';
import { askForTitle } from './rename-conversation.ts';
import { editSystemPrompt } from './system-prompt-files.ts';
import { pickSystemPrompt } from './system-prompt-picker.ts';
import { fillTemplate, usesSelection } from './templates.ts';

/** The templates that have a command of their own, by their names in the setting. */
const TEMPLATES: Readonly<Partial<Record<ChatCommand, string>>> = {
  'inkwell.explain': 'Explain',
  'inkwell.document': 'Document',
  'inkwell.findBugs': 'Find Bugs',
  'inkwell.writeTests': 'Write Tests',
};

/** @param given what VS Code hands to a command of a menu */
export async function runChatCommand(
  command: ChatCommand,
  chat: Chat,
  given: readonly unknown[],
): Promise<unknown> {
  const name = TEMPLATES[command];
  if (name !== undefined) {
    return askWith(chat, templateNamed(name, window.activeTextEditor?.document));
  }
  switch (command) {
    case 'inkwell.newConversation':
      await chat.showNew();
      return chat.focus();
    case 'inkwell.showConversations':
      return showConversations(chat.services.store, {
        current: () => chat.current,
        open: async (id) => {
          await chat.show(id);
          await chat.focus();
        },
        create: async () => {
          await chat.showNew();
          await chat.focus();
        },
        rename: (id, title) => chat.change(id, { type: 'titled', title }),
        export: (id) => chat.with(id, ({ conversation }) => exportConversation(conversation)),
        delete: (id) => chat.delete(id),
        restore: (id) => chat.restore(id),
      });
    case 'inkwell.renameConversation': {
      const { id, conversation } = await chat.shown();
      const title = await askForTitle(conversation.title);
      return title === undefined ? undefined : chat.change(id, { type: 'titled', title });
    }
    case 'inkwell.deleteConversation': {
      const { id, conversation } = await chat.shown();
      const deleted = { id, title: conversation.title };
      await chat.delete(id);
      // The message stays, and the person goes on.
      void offerUndo([deleted], async () => {
        await chat.restore(id);
        await chat.show(id);
      });
      return undefined;
    }
    case 'inkwell.exportConversation':
      return exportConversation((await chat.shown()).conversation);
    case 'inkwell.chooseSystemPrompt': {
      const { id, conversation } = await chat.shown();
      return pickSystemPrompt({
        own: conversation.system,
        keep: (system) => chat.change(id, { type: 'configured', system }),
        write: () => editSystemPrompt(id),
      });
    }
    case 'inkwell.chooseChatParameters': {
      const { id, conversation } = await chat.shown();
      return pickParameters({
        own: () => conversation.parameters ?? {},
        keep: (parameters) => chat.change(id, { type: 'configured', parameters }),
      });
    }
    case 'inkwell.addSelectionToChat':
      return addSelection(chat);
    case 'inkwell.addFileToChat':
      return addFiles(chat, given);
    case 'inkwell.attachToChat':
      return chat.attach(await pickAttachments());
    case 'inkwell.askWithTemplate':
      return askWith(chat, await pickTemplate(window.activeTextEditor?.document));
    case 'inkwell.stopReply':
      return (await chat.shown()).stop();
    case 'inkwell.selectChatModel':
      return chat.chooseModel();
    case 'inkwell.openChatSettings':
      return commands.executeCommand('workbench.action.openSettings', 'inkwell.chat');
    default:
      throw new Error(`${command} does nothing.`);
  }
}

/** Sends a prompt template about what is selected, or else about the whole document. */
async function askWith(chat: Chat, asked: PromptTemplate | undefined): Promise<void> {
  const editor = window.activeTextEditor;
  if (asked === undefined) {
    return;
  }
  const { name, template } = asked;
  if (!editor && usesSelection(template)) {
    void window.showInformationMessage(l10n.t('Open a file first, and select what the question is about.'));
    return;
  }
  const document = editor?.document;
  const { text, wasCut } = fillTemplate(template, {
    selection: document && editor ? editor.selections.map((each) => document.getText(each)).join('\n') : '',
    document: document?.getText() ?? '',
    language: document?.languageId ?? '',
    file: document ? relativeName(document.uri) : '',
  });
  if (wasCut) {
    void window.showWarningMessage(l10n.t('The document is too long: only its beginning is sent.'));
  }
  const title = document && `${name}: ${relativeName(document.uri).split('/').at(-1)}`;
  await chat.ask({ text, attachments: [] }, title);
}

async function addSelection(chat: Chat): Promise<void> {
  const editor = window.activeTextEditor;
  const attachments = editor ? selectionAttachments(editor) : [];
  if (attachments.length > 0) {
    await chat.attach(attachments);
  } else if (!editor || editor.selections.every((selection) => selection.isEmpty)) {
    void window.showInformationMessage(l10n.t('Select something in an editor first.'));
  }
}

/** Of the explorer what is selected there, of a tab its file, else the file of the active editor. */
async function addFiles(chat: Chat, [clicked, selected]: readonly unknown[]): Promise<void> {
  const uris = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  const chosen = uris.filter((uri) => uri instanceof Uri);
  const active = window.activeTextEditor?.document.uri;
  await chat.attach(await attachFiles(chosen.length > 0 ? chosen : active ? [active] : []));
}
