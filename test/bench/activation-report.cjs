// VS Code runs this in the extension host, as it runs tests: it activates the extension under development and
// writes what that took to the file that INKWELL_BENCH_REPORT names.
const assert = require('node:assert/strict');
const { writeFile } = require('node:fs/promises');
const Module = require('node:module');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const vscode = require('vscode');

exports.run = async () => {
  const report = await measure().catch((error) => ({ error: error.stack }));
  await writeFile(process.env.INKWELL_BENCH_REPORT, `${JSON.stringify(report)}\n`);
};

async function measure() {
  const extensions = ['inkwell.inkwell', 'inkwell.hello-world']
    .map((id) => vscode.extensions.getExtension(id))
    .filter((extension) => extension !== undefined);
  assert.equal(extensions.length, 1, 'there must be one extension to measure');
  const [extension] = extensions;
  assert.equal(extension.isActive, false, `${extension.id} is active before anyone needs it`);
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');

  const times = watch(join(extension.extensionPath, extension.packageJSON.main));
  const before = heap(collectGarbage);
  await extension.activate();
  assert.equal(extension.isActive, true, `${extension.id} did not become active`);
  const after = heap(collectGarbage);
  assert.ok(times.load > 0 && times.activate > 0, `nobody saw ${extension.id} being activated`);
  const [command] = extension.packageJSON.contributes.commands;
  const commands = await vscode.commands.getCommands(true);
  assert.ok(commands.includes(command.command), `${extension.id} did not register its commands`);
  return { id: extension.id, ...times, heap: after - before };
}

/**
 * Times, in milliseconds, how VS Code loads the module and calls its `activate`. VS Code marks these moments
 * too, but by a clock of whole milliseconds.
 */
function watch(main) {
  const times = { load: 0, activate: 0 };
  const load = Module._load;
  Module._load = function (request, ...rest) {
    if (request !== main) {
      return load.call(this, request, ...rest);
    }
    Module._load = load;
    const start = performance.now();
    const loaded = load.call(this, request, ...rest);
    times.load = performance.now() - start;
    const activate = async (context) => {
      const start = performance.now();
      const api = await loaded.activate(context);
      times.activate = performance.now() - start;
      return api;
    };
    return { ...loaded, activate };
  };
  return times;
}

/** Bytes in use, all garbage apart. */
function heap(collectGarbage) {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
