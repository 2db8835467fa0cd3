/**
 * The language that a file is cut by: told by its name alone, so that it is cut in the same way whether an editor shows it
 * or not.
 *
 * @returns VS Code's id, where it matters
 */
export function chunkLanguage(path: string): string | undefined {
  return /\.(?:md|markdown|mdown|mkdn?|mdx|qmd|rmd)$/i.test(path) ? 'markdown' : undefined;
}
