import { commands, env, l10n, window } from 'vscode';
import { readDropped, textAttachments } from './attachments.ts';
import type { Chat } from './chat.ts';
import type { Message } from './conversation.ts';
import { openAttachment } from './open-attachment.ts';
import type { OpenConversation } from './open-conversation.ts';
import type { ViewMessage } from './shared/protocol.ts';

type Remedy = Extract<ViewMessage, { type: 'remedy' }>['remedy'];
type MessageAction = Extract<ViewMessage, { type: 'message' }>['action'];

/** Does what the person wants of the chat view. What names something that is not there any more does nothing. */
export async function runViewMessage(chat: Chat, message: ViewMessage): Promise<void> {
  if ('conversation' in message && message.type !== 'open') {
    const open = chat.named(message.conversation);
    if (open) {
      await runInConversation(chat, open, message);
    } else if (message.type === 'draft') {
      await chat.conversations.typedElsewhere(message.conversation, message.text);
    }
    return;
  }
  switch (message.type) {
    case 'open':
      await chat.show(message.conversation);
      break;
    case 'new':
      await chat.showNew();
      await chat.focus();
      break;
    case 'showAll':
      await chat.services.withFocusBack(() => commands.executeCommand('inkwell.showConversations'));
      break;
    case 'attach':
      await chat.services.withFocusBack(() => commands.executeCommand('inkwell.attachToChat'));
      break;
    case 'drop':
      await chat.attach(await readDropped(message.uris));
      break;
    case 'dropText':
      await chat.attach(textAttachments(message.name, message.text));
      break;
    case 'detach':
      (await chat.shown()).composer.detach(message.attachment);
      break;
    case 'openAttachment':
      await showAttachment(await chat.shown(), message.message, message.attachment);
      break;
    case 'chooseModel':
      await chat.services.withFocusBack(() => chat.chooseModel());
      break;
    case 'chooseSystemPrompt':
      await chat.services.withFocusBack(() => commands.executeCommand('inkwell.chooseSystemPrompt'));
      break;
    case 'chooseParameters':
      await chat.services.withFocusBack(() => commands.executeCommand('inkwell.chooseChatParameters'));
      break;
    case 'openContextLength':
      await openSetting('inkwell.contextLength');
      break;
    case 'connect':
      await chat.services.withFocusBack(() => chat.services.connection.connect());
      break;
    case 'save':
      await (await chat.shown()).save();
      break;
  }
}

async function runInConversation(
  chat: Chat,
  open: OpenConversation,
  message: Extract<ViewMessage, { conversation: string }>,
): Promise<void> {
  switch (message.type) {
    case 'draft':
      open.composer.typed(message.text);
      return;
    case 'send': {
      open.composer.typed(message.text);
      const { draft } = open;
      if (draft.text.trim() !== '' || draft.attachments.length > 0) {
        await open.send(draft);
      } else {
        // The view waits for a word.
        open.composer.set(draft);
      }
      return;
    }
    case 'stop':
      open.stop();
      return;
    case 'editLast': {
      const last = open.conversation.path().findLast(({ role }) => role === 'user');
      if (last?.role === 'user' && !open.isReplying) {
        open.composer.edit(last);
        await chat.focus();
      }
      return;
    }
    case 'cancelEdit':
      open.composer.cancelEdit();
      return;
    case 'open':
      return;
  }
  const named = open.conversation.message(message.message);
  if (!named) {
    return;
  }
  switch (message.type) {
    case 'message':
      await runMessageAction(chat, open, named, message.action);
      break;
    case 'branch': {
      const neighbour = open.conversation.neighbour(named.id, message.step);
      if (neighbour !== undefined) {
        open.append({ type: 'selected', id: neighbour });
      }
      break;
    }
    case 'code': {
      const { codeBlockOf } = await import('./code-blocks.ts');
      const block = codeBlockOf(named.text, message.block);
      if (block) {
        const { runCodeAction } = await import('./code-actions.ts');
        await runCodeAction(message.action, block, chat.services.reviews);
      }
      break;
    }
    case 'remedy':
      await runRemedy(chat, open, named, message.remedy);
      break;
  }
}

async function runMessageAction(
  chat: Chat,
  open: OpenConversation,
  message: Message,
  action: MessageAction,
): Promise<void> {
  switch (action) {
    case 'copy':
      await env.clipboard.writeText(message.text);
      window.setStatusBarMessage(l10n.t('Copied.'), 2000);
      break;
    case 'regenerate':
      await open.regenerate(message);
      break;
    case 'edit':
      if (message.role === 'user') {
        open.composer.edit(message);
        await chat.focus();
      }
      break;
    case 'continue':
      if (message.role === 'assistant') {
        await open.continue(message);
      }
      break;
    case 'fork':
      await chat.fork(open, message.id);
      break;
  }
}

/** What the buttons of a failed reply do. What was asked goes on once the cause is mended. */
async function runRemedy(
  chat: Chat,
  open: OpenConversation,
  message: Message,
  remedy: Remedy,
): Promise<void> {
  const { connection, log } = chat.services;
  switch (remedy) {
    case 'retry':
      await open.retry(message);
      break;
    case 'continue':
      if (message.role === 'assistant') {
        await open.continue(message);
      }
      break;
    case 'setKey':
    case 'connect':
      if (
        await chat.services.withFocusBack(() =>
          connection.connect(remedy === 'setKey' ? { startAt: 'key' } : {}),
        )
      ) {
        await open.retry(message);
      }
      break;
    case 'chooseModel':
      if (await chat.services.withFocusBack(() => chat.chooseModel())) {
        await open.retry(message);
      }
      break;
    case 'openSetting':
      await openSetting('inkwell.chat.parameters');
      break;
    case 'openContextLength':
      await openSetting('inkwell.contextLength');
      break;
    case 'showLog':
      log.show();
      break;
  }
}

async function showAttachment(
  open: OpenConversation,
  id: string | undefined,
  attachment: string,
): Promise<void> {
  const message = id === undefined ? undefined : open.conversation.message(id);
  const attachments = message?.role === 'user' ? message.attachments : open.draft.attachments;
  const found = attachments.find((candidate) => candidate.id === attachment);
  if (found) {
    await openAttachment(found);
  }
}

function openSetting(name: string): Thenable<unknown> {
  return commands.executeCommand('workbench.action.openSettings', name);
}
