// Makes a fresh clone ready for `npm start` and `npm test`: installs the packages that package-lock.json names and
// makes sure that Node 24, which is one of them, is there. Runs on any Node from 18 on and needs no package itself.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = dirname(dirname(fileURLToPath(import.meta.url)));
const nodeProgram = join(
  project,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
const nodeMajor = 24;

if (!packagesMatch()) {
  console.log('Installing packages (npm ci) …');
  npm('ci', '--no-audit', '--no-fund', '--loglevel=error');
}
if (!nodeWorks()) {
  // The package `node` fetches its program by an install script, which npm may have been told not to run.
  console.log('Fetching Node by the package "node" …');
  npm('rebuild', 'node', '--ignore-scripts=false');
}
if (!nodeWorks()) {
  fail(
    `Node ${nodeMajor} is missing from node_modules, since npm did not run the install script of the package "node". ` +
      'Allow it (npm config set ignore-scripts false), delete node_modules and try again.',
  );
}

/** Whether npm's own note of what it installed last agrees with package-lock.json, optional packages aside. */
function packagesMatch() {
  const installed = readPackages(join('node_modules', '.package-lock.json'));
  const wanted = readPackages('package-lock.json');
  return (
    installed !== undefined &&
    Object.keys(installed).every((path) => path in wanted) &&
    Object.entries(wanted).every(([path, entry]) =>
      installed[path]
        ? installed[path].version === entry.version && installed[path].integrity === entry.integrity
        : path === '' || entry.optional,
    )
  );
}

function readPackages(file) {
  const path = join(project, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
}

function nodeWorks() {
  // `npm run` finds it by its link in .bin, so that has to be there too.
  if (!existsSync(join(project, 'node_modules', '.bin', 'node'))) {
    return false;
  }
  const { stdout } = spawnSync(nodeProgram, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)/.exec(stdout ?? '')?.[1]) >= nodeMajor;
}

function npm(...args) {
  const result = spawnSync('npm', args, {
    cwd: project,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    fail(`npm ${args.join(' ')} failed:\n${result.error ?? `${result.stdout}\n${result.stderr}`}`);
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
