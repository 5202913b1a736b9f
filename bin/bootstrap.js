// Runs a script of this repository on the Node 24 that npm installs with it, whatever Node the machine has, and
// installs what is missing first. Plain JavaScript without dependencies: it must run before anything is there.
//
//   node bin/bootstrap.js [options of node] <script> [arguments]

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');
/** Remembers which package-lock.json node_modules was installed from. */
const marker = join(modules, '.installed-from');
const minimum = 24;

/** Installs if need be, then runs `script` (relative to the repository) on Node 24 with its arguments. */
export function run(script, args, nodeOptions = []) {
  install();
  const file = join(root, script);
  const isNode24 = Number.parseInt(process.versions.node, 10) >= minimum;
  if (isNode24 && nodeOptions.length === 0) return runHere(file, args);
  return runOn(isNode24 ? process.execPath : ownNode(), [...nodeOptions, file, ...args]);
}

function install() {
  if (isInstalled()) return;
  console.error('Installing dependencies (npm ci), once ...');
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // Under npm run, npm says where it is itself; it may not be on the PATH by that name.
  const npm = process.env.npm_execpath;
  const [command, ...prefix] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const { status, error } = spawnSync(command, [...prefix, ...options], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    console.error(`npm ci failed${error ? ` (${error.message})` : ''}. Its message is above.`);
    process.exit(1);
  }
  writeFileSync(marker, lockHash());
}

function isInstalled() {
  const installed = join(modules, '.package-lock.json');
  if (!existsSync(installed)) return false;
  if (!existsSync(lockFile)) return true;
  if (existsSync(marker)) return readFileSync(marker, 'utf8') === lockHash();
  // Installed by hand: as good as new when it is not older than the lock file.
  if (statSync(installed).mtimeMs < statSync(lockFile).mtimeMs) return false;
  writeFileSync(marker, lockHash());
  return true;
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex');
}

function ownNode() {
  const node = join(modules, 'node', 'bin', 'node');
  if (existsSync(node)) return node;
  console.error(
    `Insula needs Node ${minimum}; this is ${process.versions.node}, and npm has not installed the package "node" ` +
      '(were install scripts turned off?). Run: npm ci --ignore-scripts=false',
  );
  return process.exit(1);
}

async function runHere(file, args) {
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
}

/**
 * Runs the script in a child that gets every signal this process gets, and answers with its exit code. When npm,
 * our parent, is killed outright, the child is told to end instead of staying behind.
 */
function runOn(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1000).unref();
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const given = process.argv.slice(2);
  const at = given.findIndex((text) => !text.startsWith('-'));
  await run(given[at], given.slice(at + 1), given.slice(0, at));
}
