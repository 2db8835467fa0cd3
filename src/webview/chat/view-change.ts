import type { HostMessage, ViewState } from '../../chat/shared/protocol.ts';

/** What a message changes of the state, the messages of the conversation aside. */
export function changed(state: ViewState, message: HostMessage): Partial<ViewState> {
  switch (message.type) {
    case 'status': {
      const { type: _, conversation: id, ...status } = message;
      // What the message does not have any more is gone.
      return { conversation: { id, turns: state.conversation.turns, ...status } };
    }
    case 'connected':
      return { isConnected: message.isConnected };
    case 'fontSize':
      return { fontSize: message.fontSize };
    case 'composer':
      return { composer: message.composer };
    case 'attachments':
      return { composer: { ...state.composer, attachments: message.attachments } };
    case 'choices':
      return { choices: message.choices };
    case 'meter':
      return { meter: message.meter };
    case 'recents':
      return { recents: message.recents };
    default:
      return {};
  }
}
