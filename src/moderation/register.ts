import { Disposable } from 'vscode';
import type { Connection } from '../connection/connection.ts';
import { registerCommand } from '../ui/commands.ts';
import type { Log } from '../ui/log.ts';
import type { Moderation } from './moderation.ts';
import { sendingMode } from './moderation-settings.ts';
import type { PromptGuard } from './prompt-guard.ts';
import type { Verdict } from './verdict.ts';

export interface RegisteredModeration {
  readonly registered: readonly Disposable[];
  /** For surfaces that send what a person has written. */
  readonly guard: PromptGuard;
  /** Whether texts violate the service's content policy: a verdict for each. */
  readonly checkTexts: (texts: readonly string[], signal: AbortSignal) => Promise<Verdict[]>;
}

/** Check Against Content Policy, and the check of what is about to be sent. */
export function registerModeration(given: {
  readonly connection: Connection;
  readonly log: Log;
}): RegisteredModeration {
  const { log } = given;
  let made: Promise<Moderation> | undefined;
  const moderation = (): Promise<Moderation> => {
    made ??= import('./moderation.ts').then((module) => new module.Moderation(given));
    return made;
  };
  return {
    registered: [
      registerCommand('inkwell.checkPolicy', log, async (...given) =>
        (await import('./check-policy.ts')).checkPolicy(await moderation(), given),
      ),
      registerCommand('inkwell.clearPolicyFindings', log, async (...given) =>
        (await made)?.findings.clearGiven(given),
      ),
      new Disposable(() => void made?.then((each) => each.dispose())),
    ],
    guard: {
      check: async (kind, text, options) => {
        const mode = sendingMode(kind);
        return mode === 'off' || text.trim() === ''
          ? 'send'
          : (await moderation()).guard.check({ kind, text, mode }, options);
      },
    },
    checkTexts: async (texts, signal) =>
      (await import('./check-texts.ts')).checkTexts(await moderation(), texts, signal),
  };
}
