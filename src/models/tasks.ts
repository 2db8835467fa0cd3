/** What models are chosen for. */
export type Task = 'completion';

export interface TaskInfo {
  /** The setting that holds the model, below `inkwell`. */
  readonly setting: string;
  /** Words in model identifiers that suggest the model is made for it, the best first. */
  readonly hints: readonly RegExp[];
}

export const TASKS: Readonly<Record<Task, TaskInfo>> = {
  completion: { setting: 'completion.model', hints: [/complet|instruct|code|davinci|base/i] },
};
