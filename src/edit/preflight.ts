import { type ConfigurationScope, commands, l10n, window } from 'vscode';
import type { Connected } from '../connection/connection.ts';
import type { EditsSupport } from '../connection/edits-support.ts';
import { contextLengthOf } from '../models/context-length.ts';
import { readParameters } from '../models/parameters.ts';
import { countsExactly } from '../models/tokens.ts';
import { passAdvice } from '../ui/advice.ts';
import { plainText } from '../ui/plain-text.ts';
import { type EditFit, fitOf } from './edit-fit.ts';
import type { EditTask } from './edit-task.ts';

/** What is to be sent, and to whom. */
export interface EditPreflight {
  readonly editsSupport: EditsSupport;
  readonly connected: Connected;
  readonly model: string;
  readonly scope: ConfigurationScope | undefined;
}

/**
 * Lets the person think again, once for all tasks, before anything is sent that a service is likely to refuse: text
 * beyond the model's context length (§8), parameters that most services do not take. `false` when nothing is to be sent.
 */
export async function passEditPreflight(
  tasks: readonly Pick<EditTask, 'input' | 'instruction'>[],
  { editsSupport, connected, model, scope }: EditPreflight,
): Promise<boolean> {
  if (!(await passAdvice('edit', { ...readParameters('edit', scope) }, { modal: true }))) {
    return false;
  }
  const contextLength = contextLengthOf(model, scope);
  // In a chat completion, prompt and answer share the context.
  const fit = await fitOf(tasks, contextLength, editsSupport.isMissing(connected.base));
  return fit.kind === 'fits' || askAboutLength(fit, tasks.length, model, contextLength);
}

async function askAboutLength(
  fit: Exclude<EditFit, { kind: 'fits' }>,
  all: number,
  model: string,
  contextLength: number,
): Promise<boolean> {
  const send = l10n.t('Send Anyway');
  const setting = l10n.t('Open Setting');
  const chosen = await window.showWarningMessage(
    messageFor(fit, all, plainText(model), contextLength),
    {
      modal: true,
      detail: l10n.t('Nothing was sent yet. The setting inkwell.contextLength says what a model works with.'),
    },
    send,
    setting,
  );
  if (chosen === setting) {
    await commands.executeCommand('workbench.action.openSettings', 'inkwell.contextLength');
  }
  return chosen === send;
}

function messageFor(
  { kind, count, tokens }: Exclude<EditFit, { kind: 'fits' }>,
  all: number,
  model: string,
  contextLength: number,
): string {
  const number = tokens.toLocaleString();
  const counted = countsExactly(model) ? number : `≈ ${number}`;
  if (all === 1) {
    return kind === 'over'
      ? l10n.t(
          'The text and its instruction have {0} tokens, but {1} is taken to work with {2}.',
          counted,
          model,
          contextLength,
        )
      : l10n.t(
          'The text and its instruction have {0} tokens. {1} is taken to work with {2}, its answer included, which may be cut off.',
          counted,
          model,
          contextLength,
        );
  }
  return kind === 'over'
    ? l10n.t(
        '{0} of {1} texts are too long: the longest has {2} tokens with its instruction, but {3} is taken to work with {4}.',
        count,
        all,
        counted,
        model,
        contextLength,
      )
    : l10n.t(
        '{0} of {1} texts leave too little room for their answers, which may be cut off: the longest has {2} tokens with its instruction, and {3} is taken to work with {4}.',
        count,
        all,
        counted,
        model,
        contextLength,
      );
}
