import { l10n } from 'vscode';
import type { Remedy } from '../ui/error-words.ts';
import type { Conversation, Message, Reply } from './conversation.ts';
import type { Attachment } from './events.ts';
import type { ReplyStatus } from './reply.ts';
import type { Chip, Turn } from './shared/protocol.ts';

/** What only this window knows of a reply. */
export interface ReplyContext {
  /** Set while this window writes the reply. */
  readonly status?: ReplyStatus | undefined;
  /** Whether whoever began the reply still runs. */
  readonly isWriterAlive: boolean;
}

type TurnRemedy = NonNullable<Turn['error']>['remedies'][number];

/** A message as the view shows it. */
export function turnOf(message: Message, conversation: Conversation, context: ReplyContext): Turn {
  const branches = conversation.branchesOf(message.id);
  const common = {
    id: message.id,
    text: message.text,
    branch: { index: Math.max(branches.indexOf(message.id), 0), count: branches.length },
    notes: [],
    canContinue: false,
  };
  if (message.role === 'user') {
    return { ...common, role: 'user', attachments: message.attachments.map(chipOf), state: 'done' };
  }
  const state = stateOf(message, context);
  const error = errorOf(message, state);
  const { ended } = message;
  return {
    ...common,
    role: 'assistant',
    attachments: [],
    model: message.model,
    state,
    ...statusOf(state, context.status),
    ...usageOf(message),
    notes: notesOf(message, state),
    canContinue:
      message.text !== '' &&
      (state === 'stopped' ||
        state === 'interrupted' ||
        state === 'failed' ||
        ended?.finish_reason === 'length'),
    ...(error && { error }),
    ...(ended?.leftOut && { leftOut: ended.leftOut }),
  };
}

/** A question that nobody has answered, since the window closed or the service was not there. */
export function unanswered(): NonNullable<Turn['error']> {
  return { message: l10n.t('This was not answered.'), remedies: [remedy('retry')] };
}

export function chipOf({ id, kind, name, lines }: Attachment): Chip {
  const short = name.split('/').at(-1) ?? name;
  const range = lines ? (lines[0] === lines[1] ? `:${lines[0]}` : `:${lines[0]}–${lines[1]}`) : '';
  return {
    id,
    label: `${short}${range}`,
    title: kind === 'selection' ? l10n.t('Selection in {0}', `${name}${range}`) : name,
  };
}

function stateOf({ ended, text }: Reply, { status, isWriterAlive }: ReplyContext): Turn['state'] {
  if (ended) {
    return ended.outcome === 'finished' ? 'done' : ended.outcome;
  }
  if (status) {
    return text === '' || status.kind !== 'waiting' ? 'waiting' : 'writing';
  }
  return isWriterAlive ? 'elsewhere' : 'interrupted';
}

function statusOf(state: Turn['state'], status: ReplyStatus | undefined): { status?: string } {
  switch (state) {
    case 'waiting':
      return { status: waitingFor(status) };
    case 'writing':
      return { status: l10n.t('writing…') };
    case 'elsewhere':
      return { status: l10n.t('writing in another window…') };
    case 'stopped':
      return { status: l10n.t('stopped') };
    default:
      return {};
  }
}

function waitingFor(status: ReplyStatus | undefined): string {
  switch (status?.kind) {
    case 'retrying':
      return l10n.t('trying again in {0} s…', Math.max(1, Math.round(status.delay)));
    case 'shrinking':
      return l10n.t('too long for the model: leaving out more…');
    default:
      return l10n.t('waiting…');
  }
}

function usageOf({ ended }: Reply): Pick<Turn, 'usage'> {
  const { prompt_tokens: prompt, completion_tokens: completion } = ended?.usage ?? {};
  return prompt === undefined || completion === undefined
    ? {}
    : { usage: { prompt, completion, ...(ended?.isEstimate && { isEstimate: true }) } };
}

function notesOf({ ended, text }: Reply, state: Turn['state']): string[] {
  if (!ended) {
    return [];
  }
  const { finish_reason, max_tokens } = ended;
  const notes: string[] = [];
  if (max_tokens !== undefined) {
    notes.push(l10n.t('max_tokens was lowered to {0} to fit the context length.', max_tokens));
  }
  if (finish_reason === 'length') {
    notes.push(l10n.t('The reply ends here because it reached the most tokens it may have.'));
  } else if (finish_reason === 'content_filter') {
    notes.push(l10n.t('The service’s content filter left something out.'));
  }
  if (state === 'done' && text.trim() === '') {
    notes.push(l10n.t('The model had nothing to say.'));
  }
  return notes;
}

function errorOf(reply: Reply, state: Turn['state']): Turn['error'] {
  const hasText = reply.text !== '';
  if (state === 'interrupted') {
    return {
      message: l10n.t('The window was closed while this was being written.'),
      remedies: hasText ? [remedy('continue'), remedy('retry')] : [remedy('retry')],
    };
  }
  const failure = reply.ended?.failure;
  if (!failure) {
    return undefined;
  }
  const kinds = [...failure.remedies];
  if (hasText) {
    kinds.splice(1, 0, 'continue');
  }
  const remedies = kinds.flatMap((kind) => (isRemedy(kind) ? [remedy(kind)] : []));
  return {
    message: failure.message,
    ...(failure.requestId !== undefined && { requestId: failure.requestId }),
    remedies,
  };
}

export type ChatRemedy = Remedy | 'continue' | 'openContextLength';

const LABELS: Readonly<Record<ChatRemedy, () => string>> = {
  retry: () => l10n.t('Retry'),
  continue: () => l10n.t('Continue from Here'),
  setKey: () => l10n.t('Set Key'),
  connect: () => l10n.t('Connect…'),
  chooseModel: () => l10n.t('Choose Model'),
  openSetting: () => l10n.t('Open Setting'),
  openContextLength: () => l10n.t('Set Context Length'),
  showLog: () => l10n.t('Show Log'),
};

function isRemedy(name: string): name is ChatRemedy {
  return Object.hasOwn(LABELS, name);
}

function remedy(kind: ChatRemedy): TurnRemedy {
  return { remedy: kind, label: LABELS[kind]() };
}
