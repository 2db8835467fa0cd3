import { pathToFileURL } from 'node:url';
import type { Server } from './server.ts';

export interface WindowOptions {
  /** The folder or `.code-workspace` file to open, none for an empty window. */
  workspace?: string | undefined;
  /** The compiled module whose `run()` the extension host calls. */
  tests?: string;
}

/** The address of a workbench window of this server. */
export function windowAddress(server: Server, options: WindowOptions): string {
  const { workspace, tests } = options;
  const payload = [
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
  ];
  if (server.development) {
    payload.push(['extensionDevelopmentPath', remoteUri(server, server.inkwell)]);
  }
  if (tests) {
    payload.push(['extensionTestsPath', remoteUri(server, tests)]);
  }

  const address = new URL(server.origin);
  if (workspace?.endsWith('.code-workspace')) {
    address.searchParams.set('workspace', pathToFileURL(workspace).pathname);
  } else if (workspace) {
    address.searchParams.set('folder', pathToFileURL(workspace).pathname);
  } else {
    address.searchParams.set('ew', 'true');
  }
  address.searchParams.set('payload', JSON.stringify(payload));
  return address.href;
}

function remoteUri(server: Server, path: string): string {
  return `vscode-remote://${new URL(server.origin).host}${pathToFileURL(path).pathname}`;
}
