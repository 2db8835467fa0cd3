import { commands, type Disposable } from 'vscode';
import type { Log } from './log.ts';

/** Every command of package.json; a unit test compares the two. */
export type CommandId =
  | 'inkwell.completeSelection'
  | 'inkwell.stopCompletion'
  | 'inkwell.editWithInstruction'
  | 'inkwell.editFiles'
  | 'inkwell.applyProposal'
  | 'inkwell.discardProposal'
  | 'inkwell.nextProposal'
  | 'inkwell.applyAllProposals'
  | 'inkwell.discardAllProposals'
  | 'inkwell.newConversation'
  | 'inkwell.showConversations'
  | 'inkwell.renameConversation'
  | 'inkwell.deleteConversation'
  | 'inkwell.exportConversation'
  | 'inkwell.stopReply'
  | 'inkwell.attachToChat'
  | 'inkwell.addSelectionToChat'
  | 'inkwell.addFileToChat'
  | 'inkwell.explain'
  | 'inkwell.document'
  | 'inkwell.findBugs'
  | 'inkwell.writeTests'
  | 'inkwell.askWithTemplate'
  | 'inkwell.selectChatModel'
  | 'inkwell.chooseSystemPrompt'
  | 'inkwell.chooseChatParameters'
  | 'inkwell.openChatSettings'
  | 'inkwell.generateImage'
  | 'inkwell.insertGeneratedImage'
  | 'inkwell.editImage'
  | 'inkwell.createVariations'
  | 'inkwell.showImageDetails'
  | 'inkwell.transcribeAudio'
  | 'inkwell.translateAudio'
  | 'inkwell.transcribeWithOptions'
  | 'inkwell.exportTranscript'
  | 'inkwell.copyTranscript'
  | 'inkwell.connect'
  | 'inkwell.forgetApiKey'
  | 'inkwell.showModels'
  | 'inkwell.selectModel'
  | 'inkwell.showLog';

/**
 * Registers a command whose failure is shown in words, whatever it is. What a menu gives along, such as the files that
 * are chosen in the explorer, is passed on.
 */
export function registerCommand(id: CommandId, log: Log, run: (...given: unknown[]) => unknown): Disposable {
  return commands.registerCommand(id, async (...given: unknown[]) => {
    try {
      return await run(...given);
    } catch (error) {
      const { showError } = await import('./show-error.ts');
      await showError(error, log);
      return undefined;
    }
  });
}
