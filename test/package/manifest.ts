/** The `%keys%` in the manifest, whose texts are in `package.nls.json`; each once, sorted. */
export function keysIn(manifest: unknown): string[] {
  return [...new Set(stringsIn(manifest).flatMap((text) => /^%([\w.-]+)%$/.exec(text)?.[1] ?? []))].sort();
}

/** The files that the manifest names: the code, icons, media. Paths from the extension's folder. */
export function filesIn(manifest: Record<string, unknown>): string[] {
  const { main, icon, contributes } = manifest;
  const paths = stringsIn([main, icon, contributes]).filter((text) =>
    /^[\w./-]+\.(cjs|js|css|html|json|md|png|svg|ttf|woff2?)$/.test(text),
  );
  return [...new Set(paths.map((path) => path.replace(/^\.\//, '')))].sort();
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
