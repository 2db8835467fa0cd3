import { type ConfigurationScope, workspace } from 'vscode';
import { effectiveParameters, type ParametersOf, type SetParameters } from './set-parameters.ts';
import { TASKS, type Task } from './tasks.ts';

/** What the setting for a task says, `null` included: the way to switch off a default. */
export function readParameterSetting(task: Task, scope?: ConfigurationScope): SetParameters {
  const set = workspace.getConfiguration('inkwell', scope).get<unknown>(TASKS[task].parameters);
  // VS Code gives proxies, which can be neither cloned nor kept.
  const own: unknown = JSON.parse(JSON.stringify(set ?? {}));
  return typeof own === 'object' && own !== null ? (own as SetParameters) : {};
}

/** The parameters to send for a task: the settings', with what was chosen nearer at hand in their place. */
export function readParameters<T extends Task>(
  task: T,
  scope?: ConfigurationScope,
  own?: SetParameters,
): ParametersOf[T] {
  return effectiveParameters(task, readParameterSetting(task, scope), own);
}
