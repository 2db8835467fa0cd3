import {
  type Disposable,
  EventEmitter,
  l10n,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
  workspace,
} from 'vscode';
import type { Connected, Connection } from '../connection/connection.ts';
import { ServiceError } from '../service/errors.ts';
import type { Model } from '../service/response-schema.ts';
import { errorInWords } from '../ui/error-words.ts';
import type { ModelChoice } from './model-choice.ts';
import { inOrder } from './model-order.ts';
import { itemOf, type ModelRow, type Row, remedyRows, rowsOf } from './model-rows.ts';
import { TASK_NAMES, TASKS } from './tasks.ts';

/** What the view needs of the connection. */
export type ModelSource = Pick<Connection, 'base' | 'isSet' | 'knownModels' | 'onDidChange' | 'ready'>;

/**
 * The models of the service. Nothing is asked for before the view is seen, nothing is asked twice, and nothing that fails
 * is told by a message that nobody waits for.
 */
export class ModelsView implements TreeDataProvider<Row>, Disposable {
  readonly #connection: ModelSource;
  readonly #choice: Pick<ModelChoice, 'configured'>;
  readonly #changes = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changes.event;
  readonly #listeners: Disposable[];
  #view: Pick<TreeView<Row>, 'message' | 'description'> | undefined;
  #asking = new AbortController();
  #connected: Promise<Connected | undefined> | undefined;
  #models: Promise<readonly Model[]> | undefined;
  readonly #details = new Map<string, Promise<Model>>();

  constructor(connection: ModelSource, choice: Pick<ModelChoice, 'configured'>) {
    this.#connection = connection;
    this.#choice = choice;
    this.#listeners = [
      this.#changes,
      connection.onDidChange(() => this.refresh()),
      workspace.onDidChangeConfiguration((event) => {
        if (TASK_NAMES.some((task) => event.affectsConfiguration(`inkwell.${TASKS[task].setting}`))) {
          this.#changes.fire(undefined);
        }
      }),
    ];
  }

  /** The view that this fills, which says what no row can. */
  attach(view: Pick<TreeView<Row>, 'message' | 'description'>): void {
    this.#view = view;
  }

  /** Asks again, once the view is seen. */
  refresh(): void {
    this.#forget();
    this.#changes.fire(undefined);
  }

  getTreeItem(row: Row): TreeItem {
    return itemOf(row);
  }

  async getChildren(row?: Row): Promise<Row[]> {
    if (row?.kind === 'group') {
      return [...row.rows];
    }
    if (row && row.kind !== 'model') {
      return [];
    }
    return row ? this.#detailsOf(row) : this.#list();
  }

  dispose(): void {
    this.#forget();
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  #forget(): void {
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#connected = undefined;
    this.#models = undefined;
    this.#details.clear();
  }

  async #list(): Promise<Row[]> {
    const { signal } = this.#asking;
    this.#models ??= this.#ask(signal);
    try {
      const models = await this.#models;
      if (signal.aborted) {
        return [];
      }
      const isEmpty = models.length === 0 && this.#connection.isSet;
      this.#say(isEmpty ? l10n.t('The service lists no models.') : '');
      const ordered = inOrder(models, (task) => this.#choice.configured(task));
      return ordered.map((used) => ({ kind: 'model', ...used }));
    } catch (error) {
      if (signal.aborted) {
        return [];
      }
      this.#say(errorInWords(error).message);
      return remedyRows(error);
    }
  }

  async #ask(signal: AbortSignal): Promise<readonly Model[]> {
    if (!this.#connection.isSet) {
      // The view then has its welcome instead.
      return [];
    }
    const base = this.#connection.base();
    if (!base) {
      throw new ServiceError('invalidRequest', l10n.t('The address of the service cannot be right.'), {
        param: 'baseUrl',
      });
    }
    this.#connected ??= this.#connection.ready();
    const connected = await this.#connected;
    if (!connected) {
      throw new ServiceError(
        'connection',
        l10n.t('{0} is not encrypted, and you have not agreed to that. Nothing was sent.', base.host),
        { host: base.host },
      );
    }
    const { data } = await connected.client.listModels({ signal });
    await this.#connection.knownModels.remember(
      connected.base,
      data.map(({ id }) => id),
    );
    return data;
  }

  /** What the service says of one model, kept until the list is asked for again. */
  async #detailsOf(row: ModelRow): Promise<Row[]> {
    const { signal } = this.#asking;
    const { id } = row.model;
    try {
      let details = this.#details.get(id);
      if (!details) {
        details = this.retrieve(id, signal);
        this.#details.set(id, details);
      }
      return rowsOf(row, await details);
    } catch (error) {
      this.#details.delete(id);
      if (signal.aborted) {
        return [];
      }
      const known = rowsOf(row, row.model);
      return [{ kind: 'fact', label: errorInWords(error).message, icon: 'error' }, ...known];
    }
  }

  /** What the service says of one model (§4.2). */
  async retrieve(id: string, signal: AbortSignal): Promise<Model> {
    this.#connected ??= this.#connection.ready();
    const connected = await this.#connected;
    if (!connected) {
      throw new ServiceError('connection', l10n.t('There is no connection to a service.'));
    }
    return connected.client.retrieveModel(id, { signal });
  }

  #say(message: string): void {
    if (this.#view) {
      this.#view.message = message;
      this.#view.description = this.#connection.base()?.host ?? '';
    }
  }
}
