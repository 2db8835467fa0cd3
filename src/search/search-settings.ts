import { type ConfigurationScope, workspace } from 'vscode';
import type { ExcludeSetting } from '../files/exclude-globs.ts';

/** For the button that leads there. */
export const EXCLUDE_SETTING = 'inkwell.search.exclude';

/** VS Code's own settings by which other files are in the index. */
export const SCAN_SETTINGS = [
  EXCLUDE_SETTING,
  'inkwell.search.maxFileSize',
  'files.exclude',
  'search.exclude',
];

const LARGEST = 1000;

export interface SearchSettings {
  /** What is left out besides, in patterns like those of `files.exclude`. */
  readonly exclude: ExcludeSetting;
  /** Bytes of a file. */
  readonly largest: number;
  /** Whether an index follows its files by itself. */
  readonly follows: boolean;
}

export function readSearchSettings(scope: ConfigurationScope): SearchSettings {
  const settings = workspace.getConfiguration('inkwell', scope);
  const exclude = settings.get<unknown>('search.exclude');
  const largest = settings.get<unknown>('search.maxFileSize');
  return {
    exclude: typeof exclude === 'object' && exclude !== null ? (exclude as ExcludeSetting) : {},
    largest: 1000 * (typeof largest === 'number' && largest > 0 ? largest : LARGEST),
    follows: settings.get<unknown>('search.autoUpdate') !== false,
  };
}
