import type { TranscriptWords } from './shared/transcript-words.ts';

export interface TranscriptPage {
  /** Where the page's own files and the audio come from, for the content security policy. */
  readonly cspSource: string;
  /** A new one for each page, in base64. */
  readonly nonce: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly words: TranscriptWords;
  /** BCP 47. */
  readonly language: string;
}

/**
 * The transcript editor’s page. Nothing of it is script or markup that depends on anything but the names of our own
 * files.
 */
export function transcriptHtml(page: TranscriptPage): string {
  const { cspSource, nonce, scriptUri, styleUri, words, language } = page;
  const policy = [
    "default-src 'none'",
    `media-src ${cspSource}`,
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
<title>${escaped(words.page)}</title>
<link rel="stylesheet" href="${escaped(styleUri)}">
<script type="module" nonce="${escaped(nonce)}">import(${JSON.stringify(scriptUri).replaceAll('<', '\\u003C')});</script>
</head>
<body data-words="${escaped(JSON.stringify(words))}">
<main class="transcript-editor" aria-busy="true"></main>
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
