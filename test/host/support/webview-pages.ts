import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { standInForWindow } from './window-stand-in.ts';

/** A panel whose page the test is. */
export interface WebviewPage {
  /** As `createWebviewPanel` was given it. */
  readonly viewType: string;
  readonly title: string;
  readonly preserveFocus: boolean;
  /** What the page was told, in this order. */
  readonly told: readonly { readonly type: string }[];
  readonly isClosed: boolean;
  say(message: object): void;
  close(): void;
}

/** Stands in for the pages of panels, which are real but for what would be shown in them. Give it back in the end. */
export function webviewPages(): vscode.Disposable & {
  /** In the order in which they were opened. */
  readonly opened: readonly WebviewPage[];
  /** The one of this kind that was opened last. */
  last(viewType: string): WebviewPage;
} {
  const { createWebviewPanel } = vscode.window;
  const opened: WebviewPage[] = [];
  const value: typeof createWebviewPanel = (viewType, title, showOptions, options) => {
    const panel = createWebviewPanel(viewType, title, showOptions, options);
    const received = new vscode.EventEmitter<unknown>();
    const told: { type: string }[] = [];
    let isClosed = false;
    panel.onDidDispose(() => {
      isClosed = true;
    });
    opened.push({
      viewType,
      title,
      preserveFocus: typeof showOptions === 'object' && showOptions.preserveFocus === true,
      told,
      get isClosed() {
        return isClosed;
      },
      say: (message) => received.fire(message),
      close: () => panel.dispose(),
    });
    const webview = new Proxy(panel.webview, {
      set: () => true,
      get: (target, key) => {
        switch (key) {
          case 'onDidReceiveMessage':
            return received.event;
          case 'postMessage':
            return async (message: { type: string }) => told.push(message) > 0;
          default:
            return ownOf(target, key);
        }
      },
    });
    return new Proxy(panel, {
      get: (target, key) => (key === 'webview' ? webview : ownOf(target, key)),
    });
  };
  const standIn = standInForWindow({ createWebviewPanel: value });
  return {
    opened,
    last: (viewType) => {
      const page = opened.findLast((each) => each.viewType === viewType);
      assert.ok(page, `Nothing was opened of ${viewType}.`);
      return page;
    },
    dispose: () => {
      for (const page of opened) {
        page.close();
      }
      standIn.dispose();
    },
  };
}

function ownOf(target: object, key: string | symbol): unknown {
  const own: unknown = Reflect.get(target, key, target);
  return typeof own === 'function' ? own.bind(target) : own;
}
