import { release } from 'node:os';
import { type ExtensionContext, ExtensionKind, env, UIKind, version } from 'vscode';

/** Which Inkwell, in which VS Code, on which side of a remote connection. */
export function whereItRuns({ extension }: ExtensionContext): (readonly [name: string, value: string])[] {
  const isHere = extension.extensionKind === ExtensionKind.UI;
  const remote = env.remoteName;
  const side =
    remote === undefined
      ? env.uiKind === UIKind.Web
        ? 'on the server of the VS Code that the browser shows'
        : 'on this computer'
      : isHere
        ? `on this computer, while the window is on a remote machine (${remote})`
        : `on the remote machine of the window (${remote})`;
  const { node, electron } = process.versions;
  return [
    ['Inkwell', String(extension.packageJSON.version)],
    ['Runs', side],
    ['VS Code', `${env.appName} ${version}, ${env.appHost}`],
    ['System', `${process.platform} ${process.arch} ${release()}`],
    ['Node.js', electron ? `${node}, Electron ${electron}` : node],
  ];
}
