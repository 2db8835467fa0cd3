// Not part of Inkwell: a second extension under development that uses Inkwell's API as any other would.
//
//   INKWELL_DEMO_URL, INKWELL_DEMO_KEY   the service to connect to
//   INKWELL_DEMO_OPEN                    a Markdown file of the workspace to show
//   INKWELL_DEMO_READY                   a file to write once all that is done, or the error
const { rename, writeFile } = require('node:fs/promises');
const vscode = require('vscode');

exports.activate = async () => {
  const { INKWELL_DEMO_READY: ready } = process.env;
  const outcome = await connectAndOpen().catch((error) => {
    vscode.window.showErrorMessage(`Inkwell could not connect to the sample service: ${error.message}`);
    return { error: error.message };
  });
  if (ready) {
    // Renamed into place, so that nobody reads half of it.
    await writeFile(`${ready}.part`, JSON.stringify(outcome));
    await rename(`${ready}.part`, ready);
  }
};

async function connectAndOpen() {
  const { INKWELL_DEMO_URL: baseUrl, INKWELL_DEMO_KEY: apiKey, INKWELL_DEMO_OPEN: open } = process.env;
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (open && folder) {
    await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(folder.uri, open));
  }
  if (!baseUrl) {
    return {};
  }
  const inkwell = await vscode.extensions.getExtension('inkwell.inkwell').activate();
  return inkwell.connect({ baseUrl, apiKey });
}
