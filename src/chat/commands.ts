import type { CommandId } from '../ui/commands.ts';

/** What the chat can be told to do, besides what its view offers. */
export const CHAT_COMMANDS = [
  'inkwell.newConversation',
  'inkwell.showConversations',
  'inkwell.renameConversation',
  'inkwell.deleteConversation',
  'inkwell.exportConversation',
  'inkwell.addSelectionToChat',
  'inkwell.addFileToChat',
  'inkwell.explain',
  'inkwell.document',
  'inkwell.findBugs',
  'inkwell.writeTests',
  'inkwell.askWithTemplate',
  'inkwell.stopReply',
  'inkwell.attachToChat',
  'inkwell.selectChatModel',
  'inkwell.openChatSettings',
  'inkwell.chooseSystemPrompt',
  'inkwell.chooseChatParameters',
] as const satisfies readonly CommandId[];

export type ChatCommand = (typeof CHAT_COMMANDS)[number];
