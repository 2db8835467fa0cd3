import type { CancellationToken, Disposable } from 'vscode';

/** A signal that a token of VS Code's aborts. To be disposed when what it is for is over. */
export function abortOn(token: CancellationToken): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const listener = token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) {
    controller.abort();
  }
  return { signal: controller.signal, dispose: () => void listener.dispose() };
}
