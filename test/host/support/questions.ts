import * as vscode from 'vscode';
import { standInForWindow } from './window-stand-in.ts';

/** The messages that ask or tell. */
const KINDS = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;

/** A message that was shown. */
export interface Shown {
  readonly text: string;
  /** Of a modal one, what stands below. */
  readonly detail: string;
  readonly actions: readonly string[];
}

/**
 * Answers messages as a person would: no test can click them. Give it back in the end.
 *
 * @param choose the action to take, if any; it may take its time
 */
export function answerMessages(
  choose: (shown: Shown) => string | undefined | Promise<string | undefined>,
): vscode.Disposable & { readonly shown: readonly Shown[] } {
  const shown: Shown[] = [];
  const answer = async (text: string, ...rest: unknown[]): Promise<string | undefined> => {
    const message: Shown = {
      text,
      detail: rest.map(detailOf).find((detail) => detail !== undefined) ?? '',
      actions: rest.filter((item) => typeof item === 'string'),
    };
    shown.push(message);
    return choose(message);
  };
  const standIn = standInForWindow(Object.fromEntries(KINDS.map((kind) => [kind, answer])));
  return { shown, dispose: () => void standIn.dispose() };
}

function detailOf(item: unknown): string | undefined {
  return typeof item === 'object' && item !== null && 'detail' in item && typeof item.detail === 'string'
    ? item.detail
    : undefined;
}

/** Takes the place of the Cancel of progress notifications, which no test can click. Give it back in the end. */
export function cancellableProgress(): vscode.Disposable & {
  /** Cancels what is under way and has this in its title. */
  cancel(title: string): void;
  /** Of all that were shown. */
  readonly titles: readonly string[];
} {
  const original = vscode.window.withProgress;
  const running = new Map<vscode.CancellationTokenSource, string>();
  const titles: string[] = [];
  const withProgress: typeof vscode.window.withProgress = (options, task) =>
    original(options, async (progress) => {
      const source = new vscode.CancellationTokenSource();
      running.set(source, options.title ?? '');
      titles.push(options.title ?? '');
      try {
        return await task(progress, source.token);
      } finally {
        running.delete(source);
        source.dispose();
      }
    });
  Object.defineProperty(vscode.window, 'withProgress', {
    value: withProgress,
    configurable: true,
    writable: true,
  });
  return {
    titles,
    cancel: (title) => {
      for (const [source, its] of running) {
        if (its.includes(title)) {
          source.cancel();
        }
      }
    },
    dispose: () => {
      Object.defineProperty(vscode.window, 'withProgress', {
        value: original,
        configurable: true,
        writable: true,
      });
    },
  };
}
