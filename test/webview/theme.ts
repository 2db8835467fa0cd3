import themes from './themes.json' with { type: 'json' };

/** VS Code's own themes, with the classes that it gives the body of a webview. */
const BODY = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'high-contrast': 'vscode-high-contrast',
  'high-contrast-light': 'vscode-high-contrast-light vscode-high-contrast',
} as const;

export type ThemeName = keyof typeof BODY;

export const themeNames = Object.keys(BODY) as ThemeName[];

export interface ThemeData {
  readonly bodyClass: string;
  /** CSS variables, as the workbench had them: `--vscode-foreground` and so on. */
  readonly variables: Readonly<Record<string, string>>;
}

export function theme(name: ThemeName): ThemeData {
  return { bodyClass: BODY[name], variables: themes[name] };
}

/** What VS Code puts into every webview before its own styles. */
export const DEFAULT_STYLES = `
@layer vscode-default {
  html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); }
  body {
    overscroll-behavior-x: none; background-color: transparent; color: var(--vscode-editor-foreground);
    font-family: var(--vscode-font-family); font-weight: var(--vscode-font-weight);
    font-size: var(--vscode-font-size); margin: 0; padding: 0 20px;
  }
  img, video { max-width: 100%; max-height: 100%; }
  a, a code { color: var(--vscode-textLink-foreground); }
  p > a { text-decoration: var(--text-link-decoration); }
  a:hover { color: var(--vscode-textLink-activeForeground); }
  a:focus, input:focus, select:focus, textarea:focus {
    outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px;
  }
  code {
    font-family: var(--monaco-monospace-font); color: var(--vscode-textPreformat-foreground);
    background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px;
  }
  pre code { padding: 0; }
  blockquote {
    background: var(--vscode-textBlockQuote-background); border-color: var(--vscode-textBlockQuote-border);
  }
  ::-webkit-scrollbar { width: 10px; height: 10px; }
  ::-webkit-scrollbar-corner { background-color: var(--vscode-editor-background); }
  ::-webkit-scrollbar-thumb { background-color: var(--vscode-scrollbarSlider-background); }
  ::-webkit-scrollbar-thumb:hover { background-color: var(--vscode-scrollbarSlider-hoverBackground); }
  ::-webkit-scrollbar-thumb:active { background-color: var(--vscode-scrollbarSlider-activeBackground); }
}`;
