import type { SheetWords } from './shared/sheet-words.ts';

export interface SheetPage {
  /** Where the page's own files and the images come from, for the content security policy. */
  readonly cspSource: string;
  /** A new one for each page, in base64. */
  readonly nonce: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly words: SheetWords;
  /** BCP 47. */
  readonly language: string;
}

/** The contact sheet's page. Nothing of it is script or markup that depends on anything but the names of our own files. */
export function sheetHtml({ cspSource, nonce, scriptUri, styleUri, words, language }: SheetPage): string {
  const policy = [
    "default-src 'none'",
    `img-src ${cspSource}`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(words.title)}</title>
<link rel="stylesheet" href="${escaped(styleUri)}">
<script type="module" nonce="${escaped(nonce)}">import(${JSON.stringify(scriptUri).replaceAll('<', '\\u003C')});</script>
</head>
<body data-words="${escaped(JSON.stringify(words))}">
<main class="contact-sheet" aria-busy="true"></main>
</body>
</html>
`;
}

/** Fit for an attribute in double quotes, and for text. A NUL would become U+FFFD on the way: JSON has none. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
