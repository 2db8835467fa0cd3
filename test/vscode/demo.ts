/**
 * `npm start`: the sample service, and a real VS Code with Inkwell under development connected to it, open on a copy of
 * the sample workspace. It stays until Ctrl-C or until the window is closed, and leaves nothing behind.
 */
import { spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { startSampleService } from '../service/sample-service.ts';
import { chooseVSCode, hasDisplay } from './choice.ts';
import { temporaryFolder } from './cleanup.ts';
import { demoEnvironment, demoExtension, demoWorkspace } from './demo-environment.ts';
import { startDesktop } from './desktop.ts';
import { startServer } from './server.ts';
import { windowAddress } from './window.ts';

const folder = await temporaryFolder();
const workspace = join(folder.path, 'lighthouse');
await cp(demoWorkspace, workspace, { recursive: true });
// Its faults can be switched while one looks on: see test/service/README.md.
const service = await startSampleService({ port: 0, control: true });
// As fast as a person can just follow.
service.fault({ type: 'pace', ms: 25 }, { times: Number.POSITIVE_INFINITY });
const options = {
  workspace,
  installed: [demoExtension],
  env: demoEnvironment(service, { open: 'README.md' }),
};

console.log(`The sample service listens on ${service.origin}.`);
const choice = await chooseVSCode();
if (choice.kind === 'desktop') {
  console.log('Starting VS Code …');
  const desktop = await startDesktop({ ...options, executable: choice.executable });
  console.log(
    'Inkwell is connected to it in the VS Code that opens. Close the window or press Ctrl-C to end.',
  );
  await desktop.ended;
} else {
  console.log('Starting VS Code (the first time, it is installed from the npm registry) …');
  const server = await startServer(options);
  const address = windowAddress(server, options);
  console.log(`\nVS Code, with Inkwell connected to the sample service, is at\n\n  ${address}\n`);
  console.log('Open it in a browser. Press Ctrl-C to end.');
  if (hasDisplay()) {
    openInBrowser(address);
  }
  await server.failed;
}
process.exit();

/** Where there is no browser to open, the printed address has to do. */
function openInBrowser(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', address]
        : ['xdg-open', address];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
