import * as v from 'valibot';
import { MESSAGE_ACTIONS, type ViewMessage, viewMessage } from '../../chat/shared/protocol.ts';

/** What pressing something in a conversation comes to: a message for the host, or something of the page itself. */
export type Pressed =
  | { readonly kind: 'message'; readonly message: ViewMessage }
  | { readonly kind: 'fold' | 'copied'; readonly turn: string; readonly message?: ViewMessage }
  | { readonly kind: 'leftOut' };

const messageAction = v.picklist(MESSAGE_ACTIONS);

/**
 * One listener serves a whole conversation, whose buttons name themselves by `data-control` (`turn-parts.ts`).
 * @returns `undefined` for a click that was meant for something else
 */
export function pressed(event: Event, conversation: string): Pressed | undefined {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-control]') : null;
  if (target === null || target.ariaDisabled === 'true') {
    return undefined;
  }
  const { control, id, remedy } = target.dataset;
  if (control === 'leftOut') {
    return { kind: 'leftOut' };
  }
  const turn = target.closest<HTMLElement>('[data-turn]')?.dataset.turn;
  if (turn === undefined) {
    return undefined;
  }
  const about = { conversation, message: turn };
  if (control === 'fold') {
    return { kind: 'fold', turn };
  }
  const action = v.safeParse(messageAction, control);
  if (action.success) {
    const message: ViewMessage = { type: 'message', ...about, action: action.output };
    return action.output === 'copy' ? { kind: 'copied', turn, message } : { kind: 'message', message };
  }
  if (control === 'previous' || control === 'next') {
    return { kind: 'message', message: { type: 'branch', ...about, step: control === 'next' ? 1 : -1 } };
  }
  if (control === 'attachment' && id !== undefined) {
    return { kind: 'message', message: { type: 'openAttachment', message: turn, attachment: id } };
  }
  const asked = v.safeParse(viewMessage, { type: 'remedy', ...about, remedy });
  return asked.success ? { kind: 'message', message: asked.output } : undefined;
}
