/** What models are chosen for. */
export type Task = TextTask | 'search';

/** Those that write text, by parameters that are set. */
export type TextTask = 'completion' | 'chat' | 'edit';

export interface TaskInfo {
  /** The setting that holds the model, below `inkwell`. */
  readonly setting: string;
  /** Words in model identifiers that suggest the model is made for it. */
  readonly hint: RegExp;
}

export interface TextTaskInfo extends TaskInfo {
  /** The setting that holds the parameters, below `inkwell`. */
  readonly parameters: string;
  /** Fields of a request that no setting can stand in for: they come from what the person works on. */
  readonly given: readonly string[];
}

export const TASKS: Readonly<Record<TextTask, TextTaskInfo> & Record<Exclude<Task, TextTask>, TaskInfo>> = {
  completion: {
    setting: 'completion.model',
    parameters: 'completion.parameters',
    given: ['model', 'prompt', 'suffix'],
    hint: /complet|instruct|code|davinci|base/i,
  },
  chat: {
    setting: 'chat.model',
    parameters: 'chat.parameters',
    given: ['model', 'messages'],
    hint: /chat|gpt|instruct|turbo/i,
  },
  edit: {
    setting: 'edit.model',
    parameters: 'edit.parameters',
    given: ['model', 'input', 'instruction'],
    // Where there are no edits (§4.5), chat completion does their work.
    hint: /edit|chat|gpt|instruct|turbo/i,
  },
  search: {
    setting: 'search.model',
    hint: /embed|similarity|\b(bge|e5|gte|minilm)\b/i,
  },
};

/** In the order in which they are offered. */
export const TASK_NAMES = ['completion', 'chat', 'edit', 'search'] as const satisfies readonly Task[];

/** Families that are named after chat models and yet write no text. */
const OTHER_WORK = /audio|dall|embed|image|moderat|realtime|similarity|speech|transcri|tts|whisper/i;

/** Whether a model's identifier suggests that it is made for a task. */
export function isLikely(task: Task, model: string): boolean {
  return TASKS[task].hint.test(model) && (task === 'search' || !OTHER_WORK.test(model));
}

/** Whether a model's identifier leaves open that it writes text: it tells of no other work. */
export function mayWriteText(model: string): boolean {
  return !OTHER_WORK.test(model);
}
