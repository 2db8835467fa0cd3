/** A path relative to a folder that it is in, or is: then it is empty. `undefined` for what is elsewhere. */
export function pathBelow(folder: string, path: string): string | undefined {
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  if (path === folder || `${path}/` === start) {
    return '';
  }
  return path.startsWith(start) ? path.slice(start.length) : undefined;
}
