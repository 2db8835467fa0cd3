import { commands, type Disposable } from 'vscode';
import type { Log } from './log.ts';

/** Every command of package.json; a unit test compares the two. */
export type CommandId =
  | 'inkwell.completeSelection'
  | 'inkwell.completeWithCandidates'
  | 'inkwell.stopCompletion'
  | 'inkwell.toggleInlineCompletion'
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
  | 'inkwell.checkPolicy'
  | 'inkwell.clearPolicyFindings'
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
  | 'inkwell.indexWorkspace'
  | 'inkwell.pauseIndexing'
  | 'inkwell.resumeIndexing'
  | 'inkwell.deleteSearchIndex'
  | 'inkwell.connect'
  | 'inkwell.forgetApiKey'
  | 'inkwell.checkConnection'
  | 'inkwell.copyConnectionReport'
  | 'inkwell.manageModels'
  | 'inkwell.showModels'
  | 'inkwell.refreshModels'
  | 'inkwell.useModel'
  | 'inkwell.useModelForCompletion'
  | 'inkwell.useModelForChat'
  | 'inkwell.useModelForEdits'
  | 'inkwell.useModelForSearch'
  | 'inkwell.copyModelIdentifier'
  | 'inkwell.showModelAsJson'
  | 'inkwell.searchByMeaning'
  | 'inkwell.findSimilar'
  | 'inkwell.openResultToSide'
  | 'inkwell.searchAgain'
  | 'inkwell.clearSearchResults'
  | 'inkwell.showResultsAsList'
  | 'inkwell.showResultsAsTree'
  | 'inkwell.dismissSearchResult'
  | 'inkwell.copyResultPath'
  | 'inkwell.copySearchResults'
  | 'inkwell.nextSearchResult'
  | 'inkwell.previousSearchResult'
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
