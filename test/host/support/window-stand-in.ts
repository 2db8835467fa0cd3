import * as vscode from 'vscode';

/** Puts these in the place of functions of VS Code's window, which no test can answer. Give them back in the end. */
export function standInForWindow(
  functions: Readonly<Partial<Record<keyof typeof vscode.window, unknown>>>,
): vscode.Disposable {
  const originals = Object.keys(functions).map(
    (name) => [name, Object.getOwnPropertyDescriptor(vscode.window, name)] as const,
  );
  for (const [name, value] of Object.entries(functions)) {
    Object.defineProperty(vscode.window, name, { value, configurable: true, writable: true });
  }
  return new vscode.Disposable(() => {
    for (const [name, original] of originals) {
      if (original) {
        Object.defineProperty(vscode.window, name, original);
      }
    }
  });
}
