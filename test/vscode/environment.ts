/** The environment without what npm, or a VS Code in whose terminal this runs, put there: it would lead ours astray. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$|NODE_CHANNEL|npm_)/.test(name),
    ),
  );
}
