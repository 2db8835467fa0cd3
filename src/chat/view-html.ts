import type { ViewState } from './shared/protocol.ts';
import type { ChatWords } from './shared/words.ts';

export interface ChatPage {
  /** Where the view's own files come from, for the content security policy. */
  readonly cspSource: string;
  /** A new one for each page, in base64. */
  readonly nonce: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly words: ChatWords;
  /** What is shown at once; without it, the page waits for the host's first message. */
  readonly state?: ViewState | undefined;
  /** BCP 47. */
  readonly language: string;
}

/**
 * The page of the chat view. VS Code shows a page once all that it names is loaded; what it imports does not count, and
 * so the page is there while its code is still on the way. Nothing of it is script or markup that depends on anything but the names of our own
 * files: words and state are data, in attributes.
 */
export function chatHtml({
  cspSource,
  nonce,
  scriptUri,
  styleUri,
  words,
  state,
  language,
}: ChatPage): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const data = state === undefined ? '' : ` data-state="${escaped(JSON.stringify(state))}"`;
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(words.chat)}</title>
<link rel="stylesheet" href="${escaped(styleUri)}">
<script type="module" nonce="${escaped(nonce)}">import(${JSON.stringify(scriptUri).replaceAll('<', '\\u003C')});</script>
</head>
<body data-words="${escaped(JSON.stringify(words))}"${data}>
<main class="chat" aria-busy="true">
<div class="body"></div>
<div class="composer"><div class="field"><p class="skeleton">${escaped(words.placeholder)}</p></div></div>
</main>
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
