import { commands, type Disposable, EventEmitter, window } from 'vscode';
import type { ReadOnlyTexts } from '../files/read-only-texts.ts';
import { registerCommand } from '../ui/commands.ts';
import type { Log } from '../ui/log.ts';
import type { ModelChoice } from './model-choice.ts';
import type { Row } from './model-rows.ts';
import type { ModelsView } from './models-view.ts';
import type { Task } from './tasks.ts';

/** Choosing models, and looking at them. */
export function registerModels(models: ModelChoice, log: Log, texts: ReadOnlyTexts): Disposable[] {
  const changes = new EventEmitter<undefined>();
  let made: Promise<ModelsView> | undefined;
  // With the first look at the view: until then nothing is known that could become old.
  const open = (): Promise<ModelsView> => {
    made ??= import('./models-view.ts').then(({ ModelsView }) => {
      const opened = new ModelsView(models.connection, models);
      opened.attach(view);
      opened.onDidChangeTreeData(() => changes.fire(undefined));
      return opened;
    });
    return made;
  };
  const view = window.createTreeView('inkwell.models', {
    treeDataProvider: {
      onDidChangeTreeData: changes.event,
      getTreeItem: async (row: Row) => (await open()).getTreeItem(row),
      getChildren: async (row?: Row) => (await open()).getChildren(row),
    },
  });
  // What the view must not ask by itself, such as whether plain HTTP will do, is asked here.
  const refresh = async (): Promise<boolean> => {
    const isConnected = (await models.connection.require()) !== undefined;
    if (isConnected) {
      (await made)?.refresh();
    }
    return isConnected;
  };
  const use = (task?: Task) => async (row: unknown) =>
    (await import('./row-commands.ts')).useRow(models, row, task);
  return [
    view,
    changes,
    { dispose: () => void made?.then((opened) => opened.dispose()) },
    registerCommand('inkwell.showModels', log, async () => {
      if (await refresh()) {
        await commands.executeCommand('inkwell.models.focus');
      }
    }),
    registerCommand('inkwell.refreshModels', log, refresh),
    registerCommand('inkwell.selectModel', log, async () =>
      (await import('./select-model.ts')).selectModel(models),
    ),
    registerCommand('inkwell.useModel', log, use()),
    registerCommand('inkwell.useModelForCompletion', log, use('completion')),
    registerCommand('inkwell.useModelForChat', log, use('chat')),
    registerCommand('inkwell.useModelForEdits', log, use('edit')),
    registerCommand('inkwell.useModelForSearch', log, use('search')),
    registerCommand('inkwell.copyModelIdentifier', log, async (row) =>
      (await import('./row-commands.ts')).copyIdentifier(row),
    ),
    registerCommand('inkwell.showModelAsJson', log, async (row) =>
      (await import('./row-commands.ts')).showAsJson(row, open, texts),
    ),
  ];
}
