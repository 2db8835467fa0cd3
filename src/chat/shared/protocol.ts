import * as v from 'valibot';

/**
 * What the chat view and the extension host say to each other. The host owns all state: the view shows what it is
 * told, and tells what the person did. Neither trusts the other's messages before this schema has passed them.
 * The view names things by id; it never gets a path, and never sends code.
 */

const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100));
const index = v.pipe(v.number(), v.integer(), v.minValue(0));

// ── From the host to the view ───────────────────────────────────────────────────────────────────────────────────

/** Something attached, as a chip. */
const chip = v.object({ id, label: v.string(), title: v.string() });

const turnError = v.object({
  message: v.string(),
  /** The service's id of the request, for its operator. */
  requestId: v.optional(v.string()),
  /** Buttons, in this order; the first is the main one. */
  remedies: v.array(
    v.object({
      remedy: v.picklist([
        'retry',
        'continue',
        'setKey',
        'connect',
        'chooseModel',
        'openSetting',
        'openContextLength',
        'showLog',
      ]),
      label: v.string(),
    }),
  ),
});

export const turn = v.object({
  id,
  role: v.picklist(['user', 'assistant']),
  text: v.string(),
  attachments: v.array(chip),
  /** The model of a reply. */
  model: v.optional(v.string()),
  /** `waiting`: nothing came yet. `elsewhere`: another window writes it. `interrupted`: nobody writes it any more. */
  state: v.picklist(['done', 'waiting', 'writing', 'stopped', 'failed', 'interrupted', 'elsewhere']),
  /** What it is at while it is not done, in words: “Waiting…”, “Trying again in 3 s”. */
  status: v.optional(v.string()),
  /** Which of its branches this is, counted from 0, and of how many. */
  branch: v.object({ index, count: index }),
  /** Tokens (§2); where the service does not tell, as counted here: shown with ≈. */
  usage: v.optional(
    v.object({ prompt: v.number(), completion: v.number(), isEstimate: v.optional(v.boolean()) }),
  ),
  /** What the person should know of this reply, in words: stopped at max_tokens, max_tokens lowered. */
  notes: v.array(v.string()),
  /** Whether Continue makes sense: it was cut off, stopped, or ended at its length. */
  canContinue: v.boolean(),
  error: v.optional(turnError),
  /** So many messages at the conversation's start were left out of the request. */
  leftOut: v.optional(index),
});

export const conversation = v.object({
  id,
  title: v.string(),
  turns: v.array(turn),
  /** How many of the shown messages, from the first, would not be sent with the next one. */
  leftOut: index,
  /** Whether a reply is being written in this window, or will be as soon as what was written is checked. */
  isReplying: v.boolean(),
  /** That what was written is checked before it is sent, in words. */
  checking: v.optional(v.string()),
  /** Why nothing can be added: the file is from a newer Inkwell, or garbled. */
  readOnly: v.optional(v.string()),
  /** What of its file could not be read. */
  damaged: v.optional(v.string()),
  /** What could not be kept, and why; with a Retry. */
  notSaved: v.optional(v.string()),
});

export const composer = v.object({
  text: v.string(),
  attachments: v.array(chip),
  /** The message that is being edited, to be sent again on a branch of its own. */
  editing: v.optional(id),
});

/** What is chosen for the next message. */
export const choices = v.object({
  model: v.optional(v.string()),
  /** The system prompt's name if it is a preset, else its first words; absent where there is none. */
  system: v.optional(v.string()),
  /** How many parameters are set for this conversation alone. */
  parameters: index,
});

/** Tokens; what the next request would have. */
export const meter = v.object({
  used: v.number(),
  limit: v.number(),
  /** Whether the model's own tokens are not known: shown with ≈. */
  isEstimate: v.boolean(),
  /** Messages that would be left out, the oldest first. */
  leftOut: index,
  /** In words, for the tooltip and screen readers. */
  title: v.string(),
});

/** A conversation on the start page. */
export const recent = v.object({ id, title: v.string(), when: v.string() });

export const viewState = v.object({
  isConnected: v.boolean(),
  /** Pixels; 0 for VS Code's own size. */
  fontSize: v.number(),
  conversation,
  composer,
  choices,
  meter: v.optional(meter),
  recents: v.array(recent),
});

export const hostMessage = v.variant('type', [
  /** All there is, when the view appears, and when another conversation or branch is shown. */
  v.object({ type: v.literal('state'), state: viewState }),
  v.object({ type: v.literal('connected'), isConnected: v.boolean() }),
  v.object({ type: v.literal('fontSize'), fontSize: v.number() }),
  /** A message is new or has changed. One that is new comes last. */
  v.object({ type: v.literal('turn'), conversation: id, turn }),
  /**
   * A reply has grown. `at` is how long it was before, in UTF-16 units: a view that has another length missed
   * something, and asks for everything by `refresh`.
   */
  v.object({ type: v.literal('grown'), conversation: id, turn: id, at: index, text: v.string() }),
  /** Everything of the conversation but its turns. */
  v.object({
    type: v.literal('status'),
    conversation: id,
    title: v.string(),
    leftOut: index,
    isReplying: v.boolean(),
    checking: v.optional(v.string()),
    readOnly: v.optional(v.string()),
    damaged: v.optional(v.string()),
    notSaved: v.optional(v.string()),
  }),
  /** The composer is to show this; what it held is in it or was sent. */
  v.object({ type: v.literal('composer'), composer }),
  v.object({ type: v.literal('attachments'), attachments: v.array(chip) }),
  v.object({ type: v.literal('choices'), choices }),
  v.object({ type: v.literal('meter'), meter: v.optional(meter) }),
  v.object({ type: v.literal('recents'), recents: v.array(recent) }),
  /** For screen readers, once and politely: a reply ended or failed. */
  v.object({ type: v.literal('announce'), text: v.string() }),
  /**
   * On what had it last, or where one begins to write. VS Code’s own command alone may leave the focus on the frame around
   * the page: where it hears late that the page had lost it.
   */
  v.object({ type: v.literal('focus'), on: v.picklist(['entry', 'last']) }),
]);

// ── From the view to the host ───────────────────────────────────────────────────────────────────────────────────

export const MESSAGE_ACTIONS = ['copy', 'regenerate', 'edit', 'continue', 'fork'] as const;
export const CODE_ACTIONS = ['copy', 'insert', 'newFile', 'apply'] as const;

export const viewMessage = v.variant('type', [
  /** The view listens; it is to get the whole state. */
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('refresh') }),
  /** What stands in the composer, a moment after it was typed and when the view is hidden. */
  v.object({ type: v.literal('draft'), conversation: id, text: v.string() }),
  v.object({ type: v.literal('send'), conversation: id, text: v.string() }),
  v.object({ type: v.literal('stop'), conversation: id }),
  /** Up in an empty composer. */
  v.object({ type: v.literal('editLast'), conversation: id }),
  v.object({ type: v.literal('cancelEdit'), conversation: id }),
  v.object({
    type: v.literal('message'),
    conversation: id,
    message: id,
    action: v.picklist(MESSAGE_ACTIONS),
  }),
  /** Shows the branch before or after this message's. */
  v.object({ type: v.literal('branch'), conversation: id, message: id, step: v.picklist([-1, 1]) }),
  /** One of a message's code blocks, counted from 0 as `markdown/code-blocks.ts` finds them. */
  v.object({
    type: v.literal('code'),
    conversation: id,
    message: id,
    block: index,
    action: v.picklist(CODE_ACTIONS),
  }),
  v.object({
    type: v.literal('remedy'),
    conversation: id,
    message: id,
    remedy: turnError.entries.remedies.item.entries.remedy,
  }),
  /** `+` of the composer. */
  v.object({ type: v.literal('attach') }),
  /** Addresses of files that were dropped; each is checked, and outside the workspace asked about. */
  v.object({
    type: v.literal('drop'),
    uris: v.pipe(v.array(v.pipe(v.string(), v.maxLength(4096))), v.maxLength(50)),
  }),
  /** A file that was dropped from outside of VS Code, which gives its content instead of its address. */
  v.object({
    type: v.literal('dropText'),
    name: v.pipe(v.string(), v.maxLength(255)),
    text: v.pipe(v.string(), v.maxLength(1_000_000)),
  }),
  v.object({ type: v.literal('detach'), attachment: id }),
  v.object({ type: v.literal('openAttachment'), message: v.optional(id), attachment: id }),
  v.object({ type: v.literal('new') }),
  v.object({ type: v.literal('open'), conversation: id }),
  v.object({ type: v.literal('showAll') }),
  v.object({ type: v.literal('chooseModel') }),
  v.object({ type: v.literal('chooseSystemPrompt') }),
  v.object({ type: v.literal('chooseParameters') }),
  v.object({ type: v.literal('openContextLength') }),
  v.object({ type: v.literal('connect') }),
  /** Tries again to keep what could not be kept. */
  v.object({ type: v.literal('save') }),
]);

export type HostMessage = v.InferOutput<typeof hostMessage>;
export type ViewMessage = v.InferOutput<typeof viewMessage>;
export type ViewState = v.InferOutput<typeof viewState>;
export type ConversationView = v.InferOutput<typeof conversation>;
export type Turn = v.InferOutput<typeof turn>;
export type Chip = v.InferOutput<typeof chip>;
export type Composer = v.InferOutput<typeof composer>;
export type Choices = v.InferOutput<typeof choices>;
export type Meter = v.InferOutput<typeof meter>;
export type Recent = v.InferOutput<typeof recent>;
export type MessageAction = (typeof MESSAGE_ACTIONS)[number];
export type CodeAction = (typeof CODE_ACTIONS)[number];
