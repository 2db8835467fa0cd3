import { type ConfigurationScope, workspace } from 'vscode';
import {
  effectiveParameters,
  type ParametersOf,
  type SetParameters,
  withoutOvertaken,
} from './set-parameters.ts';
import { TASKS, type TextTask } from './tasks.ts';

/** What the setting for a task says, `null` included: the way to switch off a default. */
export function readParameterSetting(task: TextTask, scope?: ConfigurationScope): SetParameters {
  return readSetParameters(TASKS[task].parameters, scope);
}

/**
 * The same of any setting of parameters, by its name below `inkwell`. A `temperature` or `top_p` takes the place of the other
 * one in settings farther away, the default's first of all.
 */
export function readSetParameters(setting: string, scope?: ConfigurationScope): SetParameters {
  const inkwell = workspace.getConfiguration('inkwell', scope);
  const values = inkwell.inspect<unknown>(setting);
  // In the order in which VS Code puts them together: what is for a language counts more, wherever it stands.
  const layers = [
    values?.defaultValue,
    values?.globalValue,
    values?.workspaceValue,
    values?.workspaceFolderValue,
    values?.defaultLanguageValue,
    values?.globalLanguageValue,
    values?.workspaceLanguageValue,
    values?.workspaceFolderLanguageValue,
  ];
  return withoutOvertaken(parametersIn(inkwell.get<unknown>(setting)), layers.map(parametersIn));
}

function parametersIn(set: unknown): SetParameters {
  // VS Code gives proxies, which can be neither cloned nor kept.
  const own: unknown = JSON.parse(JSON.stringify(set ?? {}));
  return typeof own === 'object' && own !== null ? (own as SetParameters) : {};
}

/** The parameters to send for a task: the settings', with what was chosen nearer at hand in their place. */
export function readParameters<T extends TextTask>(
  task: T,
  scope?: ConfigurationScope,
  own?: SetParameters,
): ParametersOf[T] {
  return effectiveParameters(task, readParameterSetting(task, scope), own);
}
