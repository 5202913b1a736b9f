// Runs scripts on Node 24; see bootstrap.js.

const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { constants } = require('node:os');
const { join } = require('node:path');
const { isatty } = require('node:tty');
const { pathToFileURL } = require('node:url');
const { install } = require('./install.js');

const root = join(__dirname, '..');
const minimum = 24;

exports.run = run;

/** `node bin/bootstrap.js` with these arguments. */
exports.main = (given) => {
  const at = given.findIndex((text) => !text.startsWith('-'));
  const options = at < 0 ? given : given.slice(0, at);
  if (options.includes('--install')) return install(root, { needsTools: true });
  return run(given[at], given.slice(at + 1), {
    needsTools: true,
    followParent: options.includes('--follow-parent'),
    nodeOptions: options.filter((option) => option !== '--follow-parent'),
  });
};

/** Installs if need be, then runs `script` (relative to the repository) on Node 24 with its arguments. */
function run(script, args, { needsTools = false, followParent = false, nodeOptions = [] } = {}) {
  install(root, { needsTools });
  const file = join(root, script);
  const isNode24 = Number.parseInt(process.versions.node, 10) >= minimum;
  if (isNode24 && nodeOptions.length === 0) return runHere(file, args);
  const node = isNode24 ? process.execPath : ownNode();
  // The server ends with this process, killed or not; this one ends with its parent only when it was told to.
  const isServer = args[0] === 'start' && !args.includes('--follow-parent');
  const all = [...nodeOptions, file, ...args, ...(isServer ? ['--follow-parent'] : [])];
  return runOn(node, all, followParent);
}

function ownNode() {
  const node = join(root, 'node_modules', 'node', 'bin', 'node');
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

/** Runs the script in a child that gets every signal this process gets, and answers with its exit code. */
function runOn(node, args, followParent) {
  const child = spawn(node, args, { stdio: 'inherit' });
  const following = followParent ? tellWhenParentEnds(child) : undefined;
  const hasTerminal = [0, 1, 2].some((stream) => isatty(stream));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  process.on('SIGHUP', () => {
    // Without a terminal of its own it was started with nohup, or like it, and goes on; npm, its parent, may not.
    if (hasTerminal) child.kill('SIGHUP');
    else clearInterval(following);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** When npm, our parent, is killed outright, the child is told to end instead of staying behind. */
function tellWhenParentEnds(child) {
  const parent = process.ppid;
  return setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1000).unref();
}
