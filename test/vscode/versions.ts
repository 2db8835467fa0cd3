/**
 * What the tests run in. Raise `newest` with each VS Code release; `oldest` follows `engines.vscode` in
 * package.json. The npm package code-server 4.X.Y carries VS Code 1.X.Y.
 */
export const versions = {
  /** VS Code 1.106 is the first whose extension host has a Node (22.19 or later) that undici 8 runs on. */
  oldest: { vscode: '1.106.3', codeServer: '4.106.3', node: '22.23.2' },
  /** Runs on the Node 24 that runs these scripts. */
  newest: { vscode: '1.139.1', codeServer: '4.139.1', node: undefined },
} as const;

export type VersionName = keyof typeof versions;
