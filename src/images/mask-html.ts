import type { MaskWords } from './shared/mask-words.ts';

export interface MaskPage {
  /** Where the page's own files and the image come from, for the content security policy. */
  readonly cspSource: string;
  /** A new one for each page, in base64. */
  readonly nonce: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly words: MaskWords;
  /** BCP 47. */
  readonly language: string;
}

/** The mask editor's page. Nothing of it is script or markup that depends on anything but the names of our own files. */
export function maskHtml({ cspSource, nonce, scriptUri, styleUri, words, language }: MaskPage): string {
  const policy = [
    "default-src 'none'",
    `img-src ${cspSource} blob:`,
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
<title>${escaped(words.canvas)}</title>
<link rel="stylesheet" href="${escaped(styleUri)}">
<script type="module" nonce="${escaped(nonce)}">import(${JSON.stringify(scriptUri).replaceAll('<', '\\u003C')});</script>
</head>
<body data-words="${escaped(JSON.stringify(words))}">
<main class="mask-editor" aria-busy="true"></main>
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
