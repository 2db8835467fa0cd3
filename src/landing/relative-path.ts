/**
 * A path below a folder as a person writes it in a setting, with single slashes and without dots; empty for the folder
 * itself. `undefined` for what leads out of the folder, is an address or a path of its own, or cannot be a path.
 */
export function relativePath(written: string): string | undefined {
  const path = written.trim().replaceAll('\\', '/');
  // `C:` and `file:` alike; `~` would be a folder of this name.
  if (/^(?:\/|~(?:\/|$)|[a-z][a-z0-9+.-]*:)/i.test(path) || /\p{Cc}/u.test(path) || !path.isWellFormed()) {
    return undefined;
  }
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..' && kept.pop() === undefined) {
      return undefined;
    }
    if (segment !== '' && segment !== '.' && segment !== '..') {
      kept.push(segment);
    }
  }
  return kept.join('/');
}
