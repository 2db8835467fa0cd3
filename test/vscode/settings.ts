export type Settings = Record<string, unknown>;

/** User settings for every window that we open: none of VS Code's own welcomes, questions and downloads. */
export const defaultSettings: Settings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'workbench.settings.enableNaturalLanguageSearch': false,
  'security.workspace.trust.startupPrompt': 'never',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'telemetry.telemetryLevel': 'off',
  'chat.commandCenter.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  // Else a toast appears for every port that a test listens on.
  'remote.autoForwardPorts': false,
};
