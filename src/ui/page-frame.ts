import { randomBytes } from 'node:crypto';
import { env, Uri, type Webview } from 'vscode';
import type { PageFrame } from './page-html.ts';

/** The folder with the files of all pages: one of a webview's `localResourceRoots`. */
export function pageFolder(extensionUri: Uri): Uri {
  return Uri.joinPath(extensionUri, 'dist', 'webview');
}

/** @param name of the page's script and styles, without their endings */
export function pageFrame(webview: Webview, extensionUri: Uri, name: string): PageFrame {
  const file = (ending: string): string =>
    String(webview.asWebviewUri(Uri.joinPath(pageFolder(extensionUri), `${name}.${ending}`)));
  return {
    cspSource: webview.cspSource,
    nonce: randomBytes(16).toString('base64'),
    scriptUri: file('js'),
    styleUri: file('css'),
    language: env.language,
  };
}
