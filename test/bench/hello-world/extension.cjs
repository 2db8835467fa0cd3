const { commands, window } = require('vscode');

exports.activate = (context) => {
  context.subscriptions.push(
    commands.registerCommand('hello-world.greet', () => window.showInformationMessage('Hello, world.')),
  );
};
