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
  // As on a desktop: a browser's VS Code saves by itself, after a second.
  'files.autoSave': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'telemetry.telemetryLevel': 'off',
  // Else VS Code asks a registry for the types of what a workspace imports.
  'typescript.disableAutomaticTypeAcquisition': true,
  'chat.commandCenter.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  // Else a toast appears for every port that a test listens on.
  'remote.autoForwardPorts': false,
};

/** For windows that only tests look at: without what VS Code draws and finds out besides, which costs a third of their time. */
export const withoutAids: Settings = {
  'breadcrumbs.enabled': false,
  'editor.bracketPairColorization.enabled': false,
  'editor.codeLens': false,
  'editor.colorDecorators': false,
  'editor.cursorBlinking': 'solid',
  'editor.folding': false,
  'editor.guides.indentation': false,
  'editor.inlayHints.enabled': 'off',
  'editor.matchBrackets': 'never',
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.selectionHighlight': false,
  'editor.semanticHighlighting.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.wordBasedSuggestions': 'off',
  'explorer.autoReveal': false,
  'git.enabled': false,
  'problems.decorations.enabled': false,
  // One process for TypeScript instead of two.
  'typescript.tsserver.useSyntaxServer': 'never',
};

/** For windows that nobody clicks in, too. */
export const withoutTabs: Settings = {
  ...withoutAids,
  'editor.links': false,
  'window.commandCenter': false,
  'workbench.editor.editorActionsLocation': 'hidden',
  'workbench.editor.showTabs': 'none',
  'workbench.layoutControl.enabled': false,
};
