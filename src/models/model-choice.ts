import { type ConfigurationScope, ConfigurationTarget, workspace } from 'vscode';
import type { Connected, Connection } from '../connection/connection.ts';
import { TASKS, type Task } from './tasks.ts';

/** Which model does which task: what the settings say, else what the person says when asked. */
export class ModelChoice {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** The model set for a task in a document, if there is one. */
  configured(task: Task, scope?: ConfigurationScope): string | undefined {
    const model = workspace.getConfiguration('inkwell', scope).get<unknown>(TASKS[task].setting);
    return typeof model === 'string' ? model.trim() || undefined : undefined;
  }

  /** The model for a task, asking when none is set. `undefined` when the person gave up. */
  async require(task: Task, connected: Connected, scope?: ConfigurationScope): Promise<string | undefined> {
    return this.configured(task, scope) ?? (await this.ask(task, connected, scope));
  }

  /** Lets the person choose a model, and keeps it. */
  async ask(task: Task, connected: Connected, scope?: ConfigurationScope): Promise<string | undefined> {
    const { askForModel } = await import('./ask-for-model.ts');
    const model = await askForModel(task, connected.client, this.configured(task, scope));
    if (model !== undefined) {
      await this.choose(task, model, scope);
    }
    return model;
  }

  /**
   * Keeps a model in the user's settings, or where a workspace has one that would hide that. With `undefined`, the task
   * has none there any more.
   */
  async choose(task: Task, model: string | undefined, scope?: ConfigurationScope): Promise<void> {
    const configuration = workspace.getConfiguration('inkwell', scope);
    const values = configuration.inspect<string>(TASKS[task].setting);
    const target =
      values?.workspaceFolderValue !== undefined
        ? ConfigurationTarget.WorkspaceFolder
        : values?.workspaceValue !== undefined
          ? ConfigurationTarget.Workspace
          : ConfigurationTarget.Global;
    await configuration.update(TASKS[task].setting, model, target);
  }
}
