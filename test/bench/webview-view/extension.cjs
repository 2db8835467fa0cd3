// A view as VS Code's webview view sample makes it: one script and three style sheets from the extension's folder,
// a strict policy, a list that the script fills, a button. It stands for the least that such a view can cost.
const { randomBytes } = require('node:crypto');
const { commands, Uri, window } = require('vscode');

exports.activate = (context) => {
  const provider = new ShadesProvider(context.extensionUri);
  let log;
  context.subscriptions.push(
    window.registerWebviewViewProvider('webview-view.shades', provider),
    commands.registerCommand('webview-view.clear', () => provider.clear()),
    commands.registerCommand('webview-view.showLog', () => {
      log ??= window.createOutputChannel('Shades', { log: true });
      log.show(true);
    }),
  );
};

class ShadesProvider {
  #extensionUri;
  #view;

  constructor(extensionUri) {
    this.#extensionUri = extensionUri;
  }

  resolveWebviewView(view) {
    this.#view = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [this.#extensionUri] };
    view.webview.onDidReceiveMessage(({ shade }) => window.showInformationMessage(shade));
    view.webview.html = this.#html(view.webview);
  }

  clear() {
    this.#view?.webview.postMessage({ type: 'clear' });
  }

  #html(webview) {
    const file = (name) => webview.asWebviewUri(Uri.joinPath(this.#extensionUri, 'media', name));
    const nonce = randomBytes(16).toString('base64');
    const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}';`;
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<link href="${file('reset.css')}" rel="stylesheet">
<link href="${file('vscode.css')}" rel="stylesheet">
<link href="${file('main.css')}" rel="stylesheet">
<title>Shades</title>
</head>
<body>
<ul class="shades"></ul>
<button class="add">Add Shade</button>
<script nonce="${nonce}" src="${file('main.js')}"></script>
</body>
</html>`;
  }
}
