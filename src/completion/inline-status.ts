import {
  type Command,
  type Disposable,
  type DocumentSelector,
  env,
  LanguageStatusSeverity,
  l10n,
  languages,
} from 'vscode';
import { ServiceError, type ServiceErrorKind } from '../service/errors.ts';
import type { CommandId } from '../ui/commands.ts';
import { errorInWords } from '../ui/error-words.ts';
import { plainLabel } from '../ui/plain-text.ts';
import type { Pause } from './inline/inline-pause.ts';
import type { InlineObstacle } from './inline-provider.ts';

/** How it is with inline completions in the document at hand. */
export interface InlineState {
  readonly model: string | undefined;
  readonly obstacle: InlineObstacle | undefined;
  readonly pause: Pause | undefined;
  readonly isBusy: boolean;
  /** Whether the model takes only what stands before the cursor. */
  readonly isPrefixOnly: boolean;
}

interface Shown {
  readonly text: string;
  readonly detail: string;
  readonly severity: LanguageStatusSeverity;
  readonly command: Command;
  /** What a screen reader says besides. */
  readonly spoken?: string;
}

/** UTF-16 units of a model's name. */
const LONGEST_NAME = 28;

const { Error: Failed, Information, Warning } = LanguageStatusSeverity;

/** The entry among VS Code's language status: whether text is suggested here, or why not. */
export class InlineStatus implements Disposable {
  readonly #item;
  #shown = '';

  constructor(selector: DocumentSelector) {
    this.#item = languages.createLanguageStatusItem('inkwell.inlineCompletion', selector);
    this.#item.name = l10n.t('Inkwell Inline Completions');
  }

  show(state: InlineState): void {
    const shown = shownFor(state);
    const { text, detail, severity, command, spoken } = shown;
    this.#item.busy = state.isBusy;
    if (JSON.stringify(shown) === this.#shown) {
      return;
    }
    this.#shown = JSON.stringify(shown);
    this.#item.text = text;
    this.#item.detail = detail;
    this.#item.severity = severity;
    this.#item.command = command;
    this.#item.accessibilityInformation = { label: [text, detail, spoken].filter(Boolean).join(', ') };
  }

  dispose(): void {
    this.#item.dispose();
  }
}

function shownFor({ model = '', obstacle, pause, isPrefixOnly }: InlineState): Shown {
  const paused = l10n.t('Inkwell inline completions are paused');
  const toggle = (title: string, argument?: 'mend'): Command => ({
    command: 'inkwell.toggleInlineCompletion' satisfies CommandId,
    title,
    arguments: argument ? [argument] : [],
  });
  const turnOff = toggle(l10n.t('Turn Off…'));
  if (pause) {
    return { text: paused, ...failureShown(pause), command: toggle(l10n.t('Details…'), 'mend') };
  }
  const quietly = (detail: string, command = turnOff): Shown => ({
    text: paused,
    detail,
    severity: Information,
    command,
  });
  switch (obstacle) {
    case 'off':
      return {
        text: l10n.t('Inkwell inline completions are off'),
        detail: '',
        severity: Information,
        command: toggle(l10n.t('Turn On…')),
      };
    case 'secret':
      return quietly(l10n.t('file with secrets'));
    case 'tooLong':
      return quietly(l10n.t('file too long'));
    case 'untrusted':
      return quietly(l10n.t('folder not trusted'), {
        command: 'workbench.trust.manage',
        title: l10n.t('Manage Trust…'),
      });
    case 'notShown':
      return quietly(l10n.t('off in VS Code'), {
        command: 'workbench.action.openSettings',
        title: l10n.t('Open Setting'),
        arguments: ['editor.inlineSuggest.enabled'],
      });
    case 'noService':
      return {
        ...quietly(l10n.t('not connected'), toggle(l10n.t('Connect…'), 'mend')),
        severity: Warning,
      };
    case 'noModel':
      return {
        ...quietly(l10n.t('no model'), toggle(l10n.t('Choose Model…'), 'mend')),
        severity: Warning,
      };
    case undefined:
      return {
        text: l10n.t('Inkwell inline completions are on'),
        detail: isPrefixOnly
          ? l10n.t('{0}, no suffix', plainLabel(model, LONGEST_NAME))
          : plainLabel(model, LONGEST_NAME),
        severity: Information,
        command: turnOff,
      };
  }
}

/**
 * In so few words that the entry is not cut; there are more in what its command shows. What waiting mends is no more than
 * information.
 */
function failureShown({ error, until }: Pause): Pick<Shown, 'detail' | 'severity' | 'spoken'> {
  const spoken = errorInWords(error).message;
  const kind = ServiceError.is(error) ? error.kind : undefined;
  if (until === undefined) {
    return { detail: lastingDetail(kind), severity: Failed, spoken };
  }
  const time = new Date(until).toLocaleTimeString(env.language);
  return kind === 'rateLimit'
    ? { detail: l10n.t('busy until {0}', time), severity: Information, spoken }
    : { detail: l10n.t('no answer, again at {0}', time), severity: Warning, spoken };
}

function lastingDetail(kind: ServiceErrorKind | undefined): string {
  switch (kind) {
    case 'authentication':
      return l10n.t('key refused');
    case 'permission':
      return l10n.t('not with this key');
    case 'quota':
      return l10n.t('quota spent');
    case 'notFound':
      return l10n.t('not at this service');
    case 'contextLength':
      return l10n.t('text too long');
    case 'invalidRequest':
      return l10n.t('nothing was sent');
    default:
      return l10n.t('request refused');
  }
}
