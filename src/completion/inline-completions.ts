import { commands, Disposable, languages, type TextDocument, window, workspace } from 'vscode';
import { InlineProvider, type InlineServices } from './inline-provider.ts';
import { ownModel } from './inline-settings.ts';
import { InlineStatus } from './inline-status.ts';
import { isInlineOnSomewhere } from './inline-switched-on.ts';

/**
 * Documents that people write in: files, also of remote machines, and what is not saved yet. Neither old versions nor
 * what is shown, nor the inputs of VS Code's own views.
 */
const SELECTOR = ['file', 'untitled', 'vscode-remote', 'vscode-notebook-cell'].map((scheme) => ({ scheme }));

/** Inline completions: VS Code asks for them only while they are switched on somewhere. */
export class InlineCompletions implements Disposable {
  readonly #services: InlineServices;
  readonly #provider: InlineProvider;
  readonly #status = new InlineStatus(SELECTOR);
  readonly #listeners: Disposable;
  #registered: Disposable | undefined;
  #wake: NodeJS.Timeout | undefined;

  constructor(services: InlineServices) {
    this.#services = services;
    this.#provider = new InlineProvider(services, () => this.#show());
    const changed = (): void => {
      this.#provider.forget();
      this.#register();
      this.#show();
    };
    this.#listeners = Disposable.from(
      services.connection.onDidMend(changed),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('editor.inlineSuggest')) {
          changed();
        }
      }),
      workspace.onDidChangeWorkspaceFolders(changed),
      workspace.onDidGrantWorkspaceTrust(changed),
      window.onDidChangeActiveTextEditor(() => this.#show()),
      // A document that gets another language is opened anew.
      workspace.onDidOpenTextDocument(() => this.#show()),
      workspace.onDidCloseTextDocument((document) => this.#provider.forgetDocument(document)),
    );
    this.#register();
    this.#show();
  }

  /** What the command does; what its menu or key gives along is `where`. */
  async toggle(where: unknown): Promise<void> {
    const { toggleInlineCompletion, leadToService } = await import('./toggle-inline.ts');
    const document = window.activeTextEditor?.document;
    if (where !== 'mend') {
      await toggleInlineCompletion(this.#services, document, where);
    } else if (this.#provider.pause) {
      await this.#mend(document);
    } else {
      await leadToService(this.#services, document);
    }
  }

  dispose(): void {
    clearTimeout(this.#wake);
    this.#provider.forget();
    this.#registered?.dispose();
    this.#listeners.dispose();
    this.#status.dispose();
  }

  #register(): void {
    if (!isInlineOnSomewhere()) {
      this.#registered?.dispose();
      this.#registered = undefined;
    } else if (!this.#registered) {
      this.#registered = Disposable.from(
        languages.registerInlineCompletionItemProvider(SELECTOR, this.#provider),
        workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
          if (contentChanges.length > 0 && document === window.activeTextEditor?.document) {
            this.#provider.typed();
          }
        }),
      );
    }
  }

  /** Says how it is with the document at hand. */
  #show(): void {
    const provider = this.#provider;
    const document = window.activeTextEditor?.document;
    clearTimeout(this.#wake);
    if (!document || languages.match(SELECTOR, document) === 0) {
      return;
    }
    const { model } = provider.settingsOf(document);
    const obstacle = provider.obstacleIn(document);
    const pause = obstacle ? undefined : provider.pause;
    const { isBusy } = provider;
    this.#status.show({ model, obstacle, pause, isBusy, isPrefixOnly: provider.isPrefixOnly(document) });
    if (pause?.until !== undefined) {
      this.#wake = setTimeout(() => this.#show(), Math.min(pause.until - Date.now() + 1, 2 ** 31 - 1));
    }
  }

  /** What can be done about the failure that the status item tells of. */
  async #mend(document: TextDocument | undefined): Promise<void> {
    const { models, connection, log } = this.#services;
    const { showError } = await import('../ui/show-error.ts');
    await showError(this.#provider.pause?.error, log, {
      setting: 'inkwell.inlineCompletion',
      retry: async () => {
        this.#provider.resume();
        this.#show();
        await commands.executeCommand('editor.action.inlineSuggest.trigger');
      },
      chooseModel: async () => {
        if (ownModel(document) !== undefined) {
          await commands.executeCommand('workbench.action.openSettings', 'inkwell.inlineCompletion.model');
          return;
        }
        const connected = await connection.require();
        await (connected && models.ask('completion', connected, document));
      },
    });
  }
}
