/** What every page of ours is loaded by. */
export interface PageFrame {
  /** Where the page's own files come from, for the content security policy. */
  readonly cspSource: string;
  /** A new one for each page, in base64. */
  readonly nonce: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  /** BCP 47. */
  readonly language: string;
}

export interface PageContent {
  readonly title: string;
  /** What else it may load, as directives of the policy. */
  readonly sources: readonly string[];
  /** For attributes called `data-…`; what is `undefined` is left out. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The class of its element, which is of the class `page` besides. */
  readonly look: string;
  /** Markup that is there until the code is; text in it is to be `escaped`. */
  readonly skeleton?: string;
}

/**
 * A page of a webview. VS Code shows a page once all that it names is loaded; what it imports does not count, and so the
 * page is there while its code is still on the way. Nothing of it is script or markup that depends on anything but the
 * names of our own files: what it is to show is data, in attributes.
 */
export function pageHtml(
  { cspSource, nonce, scriptUri, styleUri, language }: PageFrame,
  { title, sources, data, look, skeleton = '' }: PageContent,
): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    ...sources,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const attributes = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` data-${name}="${escaped(JSON.stringify(value))}"`);
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${escaped(styleUri)}">
<script type="module" nonce="${escaped(nonce)}">import(${JSON.stringify(scriptUri).replaceAll('<', '\\u003C')});</script>
</head>
<body${attributes.join('')}>
<main class="page ${look}" aria-busy="true">${skeleton}</main>
</body>
</html>
`;
}

/** Fit for an attribute in double quotes, and for text. A NUL would become U+FFFD on the way: JSON has none. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
