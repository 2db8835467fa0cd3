import { commands, l10n, window } from 'vscode';
import type { Connected } from '../connection/connection.ts';
import { ServiceError } from '../service/errors.ts';
import { errorInWords } from '../ui/error-words.ts';
import type { Log } from '../ui/log.ts';
import { logFailure } from '../ui/log-failure.ts';
import { plainText } from '../ui/plain-text.ts';
import { flaggedInWords } from './category-words.ts';
import { moderationModel, type SendingMode, sendingSetting } from './moderation-settings.ts';
import type { Moderator } from './moderator.ts';
import { passagesOf } from './passages.ts';
import type { GuardAnswer, GuardOptions, PromptKind } from './prompt-guard.ts';
import { type CategoryVerdict, flaggedIn, together, type Verdict } from './verdict.ts';

/** What was written, and what is to be done where it is flagged. */
interface Sending {
  readonly kind: PromptKind;
  readonly text: string;
  readonly mode: Exclude<SendingMode, 'off'>;
}

type Checked =
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Looks at what a person is about to send. What was not looked at is never sent without their word. */
export class SendGuard {
  readonly #moderator: Moderator;
  readonly #log: Log;
  /** Services without the check, to which the person wants to send nevertheless; by address. */
  readonly #unchecked = new Set<string>();

  constructor(moderator: Moderator, log: Log) {
    this.#moderator = moderator;
    this.#log = log;
  }

  async check(sending: Sending, options: GuardOptions): Promise<GuardAnswer> {
    const { connected, asking = (ask) => ask() } = options;
    const { base } = connected;
    for (;;) {
      const wasMissing = this.#moderator.isMissing(base);
      if (wasMissing && sending.mode === 'warn' && this.#unchecked.has(base.href)) {
        this.#log.info(`Sent unchecked: ${base.host} has no content policy check.`);
        return 'send';
      }
      const checked = wasMissing ? MISSING : await this.#look(sending, options);
      if (!checked) {
        return 'cancel';
      }
      if (checked.kind === 'verdict') {
        const { verdict } = checked;
        return verdict.isFlagged
          ? asking(() => askAboutFlagged(sending, connected, flaggedIn(verdict)))
          : 'send';
      }
      const isMissing = this.#moderator.isMissing(base);
      if (isMissing && !wasMissing) {
        this.#log.warn(
          `${base.host} has no content policy check: it is not asked for it again in this session.`,
        );
      }
      const answer = await asking(() => askAboutUnchecked(sending, connected, checked.error, isMissing));
      if (answer === 'send' && isMissing && sending.mode === 'warn') {
        this.#unchecked.add(base.href);
      }
      if (answer !== 'again') {
        return answer;
      }
    }
  }

  /** `undefined` when it was stopped. */
  async #look({ text }: Sending, { connected, during }: GuardOptions): Promise<Checked | undefined> {
    const texts = passagesOf(text).map(({ start, end }) => text.slice(start, end));
    try {
      const moderated = await during((signal) =>
        this.#moderator.moderate(connected, texts, { model: moderationModel(), signal }),
      );
      return moderated && { kind: 'verdict', verdict: together(moderated.verdicts) };
    } catch (error) {
      if (ServiceError.is(error, 'cancelled')) {
        return undefined;
      }
      logFailure(error, this.#log);
      return { kind: 'failed', error };
    }
  }
}

/** Known from before. */
const MISSING: Checked = { kind: 'failed', error: undefined };

async function askAboutFlagged(
  { kind, mode }: Sending,
  { base }: Connected,
  flagged: readonly CategoryVerdict[],
): Promise<GuardAnswer> {
  const host = plainText(base.host);
  const edit = editLabel(kind);
  const send = l10n.t('Send Anyway');
  const isBlocked = mode === 'block';
  const question =
    kind === 'chat'
      ? l10n.t('Your message may violate the content policy of {0}.', host)
      : l10n.t('Your prompt may violate the content policy of {0}.', host);
  const detail = [
    l10n.t('It is flagged for: {0}.', flaggedInWords(flagged)),
    isBlocked ? l10n.t('By your settings, what is flagged is not sent.') : l10n.t('It was not sent yet.'),
  ];
  const chosen = await window.showWarningMessage(
    question,
    { modal: true, detail: detail.join('\n') },
    ...(isBlocked ? [edit] : [edit, send]),
  );
  return chosen === send && !isBlocked ? 'send' : chosen === edit ? 'edit' : 'cancel';
}

async function askAboutUnchecked(
  { kind }: Sending,
  { base }: Connected,
  error: unknown,
  isMissing: boolean,
): Promise<GuardAnswer | 'again'> {
  const host = plainText(base.host);
  const send = l10n.t('Send Unchecked');
  const again = l10n.t('Try Again');
  const setting = l10n.t('Open Setting');
  const reason = isMissing
    ? l10n.t('{0} has no check against a content policy.', host)
    : errorInWords(error).message;
  const chosen = await window.showWarningMessage(
    kind === 'chat'
      ? l10n.t('Your message could not be checked against the content policy.')
      : l10n.t('Your prompt could not be checked against the content policy.'),
    { modal: true, detail: [reason, l10n.t('It was not sent yet.')].join('\n') },
    ...(isMissing ? [setting] : [again]),
    send,
  );
  if (chosen === setting) {
    await commands.executeCommand('workbench.action.openSettings', sendingSetting(kind));
  }
  return chosen === send ? 'send' : chosen === again ? 'again' : 'cancel';
}

function editLabel(kind: PromptKind): string {
  return kind === 'chat' ? l10n.t('Edit Message') : l10n.t('Edit Prompt');
}
