import { workspace } from 'vscode';
import type { PromptKind } from './prompt-guard.ts';

export type SendingMode = 'off' | 'warn' | 'block';

/** By the name behind `inkwell.`. */
const BEFORE_SENDING: Record<PromptKind, string> = {
  chat: 'moderation.checkChatMessages',
  image: 'moderation.checkImagePrompts',
};

export const MODEL_SETTING = 'inkwell.moderation.model';

/** What is to be checked before it is sent; the user's own setting, which no folder can change. */
export function sendingMode(kind: PromptKind): SendingMode {
  const mode = workspace.getConfiguration('inkwell').get<unknown>(BEFORE_SENDING[kind]);
  return mode === 'warn' || mode === 'block' ? mode : 'off';
}

export function sendingSetting(kind: PromptKind): string {
  return `inkwell.${BEFORE_SENDING[kind]}`;
}

/** `undefined` for the service's own choice. */
export function moderationModel(): string | undefined {
  const model = workspace.getConfiguration('inkwell').get<unknown>('moderation.model');
  return typeof model === 'string' && model.trim() !== '' ? model.trim() : undefined;
}
