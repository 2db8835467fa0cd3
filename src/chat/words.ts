import { l10n } from 'vscode';
import type { ChatWords } from './shared/words.ts';

/** The words of the chat view in the person's language. */
export function chatWords(): ChatWords {
  return {
    chat: l10n.t('Chat'),
    conversation: l10n.t('Conversation'),
    ...turnWords(),
    ...codeWords(),
    ...composerWords(),
    welcome: l10n.t('Chat with the models of a service: on this machine, or wherever it runs.'),
    connect: l10n.t('Connect to a Service…'),
    notConnected: l10n.t('Not connected to a service.'),
    startTitle: l10n.t('Ask Inkwell'),
    startHint: l10n.t('Drop a file here, or select code and add it to the chat from the editor’s menu.'),
    recent: l10n.t('Recent'),
    showAll: l10n.t('Show All'),
    newConversation: l10n.t('New Conversation'),
    tryAgain: l10n.t('Try Again'),
  };
}

function turnWords() {
  return {
    you: l10n.t('You'),
    reply: l10n.t('Reply'),
    waiting: l10n.t('waiting…'),
    writing: l10n.t('writing…'),
    stopped: l10n.t('stopped'),
    failed: l10n.t('failed'),
    interrupted: l10n.t('interrupted'),
    elsewhere: l10n.t('written in another window…'),
    attachments: l10n.t('Attachments'),
    openAttachment: l10n.t('Open {0}'),
    showMore: l10n.t('Show More'),
    showLess: l10n.t('Show Less'),
    previousBranch: l10n.t('Previous Branch'),
    nextBranch: l10n.t('Next Branch'),
    branchOf: l10n.t('{0} of {1}'),
    edit: l10n.t('Edit and Send Again'),
    copy: l10n.t('Copy'),
    copied: l10n.t('Copied'),
    regenerate: l10n.t('Regenerate'),
    continue: l10n.t('Continue'),
    fork: l10n.t('Branch'),
    forkTitle: l10n.t('Branch into a New Conversation'),
    usage: l10n.t('{0} + {1} tokens'),
    usageTitle: l10n.t('{0} tokens were sent, {1} were received'),
    requestId: l10n.t('The service’s id of this request'),
    leftOutOne: l10n.t('1 earlier message is not sent'),
    leftOutMany: l10n.t('{0} earlier messages are not sent'),
    leftOutContext: l10n.t('(context {0})'),
    wasLeftOutOne: l10n.t('1 earlier message was not sent.'),
    wasLeftOutMany: l10n.t('{0} earlier messages were not sent.'),
    show: l10n.t('Show'),
    hide: l10n.t('Hide'),
    scrollToEnd: l10n.t('Scroll to End'),
  };
}

function codeWords() {
  return {
    code: l10n.t('Code'),
    codeOf: l10n.t('Code: {0}'),
    table: l10n.t('Table'),
    copyCode: l10n.t('Copy'),
    insertCode: l10n.t('Insert'),
    newFile: l10n.t('New File'),
    applyCode: l10n.t('Apply as Edit'),
  };
}

function composerWords() {
  return {
    message: l10n.t('Message'),
    placeholder: l10n.t('Ask, or drop a file here'),
    editing: l10n.t('Editing an earlier message. It will be sent on a branch of its own.'),
    cancel: l10n.t('Cancel'),
    attach: l10n.t('Attach a File…'),
    detach: l10n.t('Remove {0}'),
    model: l10n.t('Model: {0}'),
    noModel: l10n.t('Choose a Model'),
    systemPrompt: l10n.t('System Prompt: {0}'),
    noSystemPrompt: l10n.t('System Prompt: none'),
    parameters: l10n.t('Parameters'),
    parametersSet: l10n.t('Parameters: {0} set for this conversation'),
    send: l10n.t('Send'),
    sendTitle: l10n.t('Send (Enter)'),
    stop: l10n.t('Stop'),
    stopTitle: l10n.t('Stop (Escape)'),
    drop: l10n.t('Drop to attach'),
    tooLarge: l10n.t('“{0}” is larger than 1 MB and was not attached.'),
    notText: l10n.t('“{0}” is not a text file and was not attached.'),
    tooMany: l10n.t('Only the first {0} files were attached.'),
    dismiss: l10n.t('Dismiss'),
  };
}
