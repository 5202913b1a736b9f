// Runs scripts on Node 24; see bootstrap.js.

const { spawn } = require('node:child_process');
const { enableCompileCache } = require('node:module');
const { constants } = require('node:os');
const { delimiter, dirname, join } = require('node:path');
const { isatty } = require('node:tty');
const { pathToFileURL } = require('node:url');
const { install, runtime } = require('./install.js');

const root = join(__dirname, '..');
const minimum = 24;

/**
 * How a server keeps its memory, for other tenants' sake while one sends bodies of megabytes. V8 collects everything for each
 * 64 MB of buffers otherwise, and glibc keeps what is free.
 */
const server = {
  options: ['--external-memory-accounted-in-global-limit'],
  env: { MALLOC_MMAP_THRESHOLD_: String(256 * 1024) },
};

/**
 * Keeps compiled modules from the first one on; see src/ground/machine/compile-cache.ts. With all of them there, Node does not load
 * its parser of TypeScript, which takes a fifth of the time of a short command.
 */
const compiled = join(root, 'node_modules/.cache/insula');

exports.run = run;
exports.server = server;
exports.compiled = compiled;

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
  const isServer = args[0] === 'start';
  if (isNode24 && nodeOptions.length === 0 && !isServer) return runHere(file, args);
  const node = isNode24 ? process.execPath : ownNode();
  // The server ends with this process, killed or not; this one ends with its parent only when it was told to.
  const follows = isServer && !args.includes('--follow-parent') ? ['--follow-parent'] : [];
  const options = [
    ...(isNode24 ? process.execArgv : []),
    ...nodeOptions,
    ...(isServer ? server.options : []),
  ];
  const env = {
    NODE_COMPILE_CACHE: compiled,
    ...(isServer ? server.env : {}),
    ...process.env,
  };
  // A `node` that the script starts is the same one.
  const path = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  if (!isNode24) env[path] = [dirname(node), env[path]].filter(Boolean).join(delimiter);
  return runOn(node, [...options, file, ...args, ...follows], { followParent, env });
}

/** Exits with a reason where npm has none for this system. */
function ownNode() {
  const node = runtime(root);
  if (node) return node;
  console.error(
    `Insula needs Node ${minimum}; this is ${process.versions.node}, and npm has no package of it for ` +
      `${process.platform} on ${process.arch}, or could not install it. Install Node ${minimum}: https://nodejs.org/en/download`,
  );
  return process.exit(1);
}

async function runHere(file, args) {
  enableCompileCache(compiled);
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
}

/** Its main thread did not answer: the watchdog of src/process has ended it. */
const stuck = 'SIGALRM';
/** Between two starts of a server that gets stuck again and again, in milliseconds. */
const rests = { least: 1_000, most: 30_000 };
/** A server that ran for this long starts counting again. */
const settledMs = 60_000;

/**
 * Runs the script in a child that gets every signal this process gets, and answers with its exit code. One that its
 * watchdog has ended is started again.
 */
function runOn(node, args, { followParent, env }) {
  const hasTerminal = [0, 1, 2].some((stream) => isatty(stream));
  let child;
  let isEnding = false;
  let rest = rests.least;
  const start = () => {
    const since = Date.now();
    child = spawn(node, args, { stdio: 'inherit', env });
    child.on('exit', (code, signal) => {
      if (signal !== stuck || isEnding)
        return process.exit(code ?? 128 + constants.signals[signal]);
      if (Date.now() - since > settledMs) rest = rests.least;
      setTimeout(() => (isEnding ? process.exit(0) : start()), rest);
      rest = Math.min(2 * rest, rests.most);
    });
  };
  start();
  const tell = (signal) => {
    isEnding = true;
    child.kill(signal);
  };
  const following = followParent ? whenParentEnds(() => tell('SIGTERM')) : undefined;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tell(signal));
  process.on('SIGHUP', () => {
    // Without a terminal of its own it was started with nohup or the like, and continues; npm, its parent, may not.
    if (hasTerminal) tell('SIGHUP');
    else clearInterval(following);
  });
}

/** npm, our parent, was killed outright: the child ends, instead of staying behind. */
function whenParentEnds(then) {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    // Told a second time, a server stops at once.
    clearInterval(looking);
    then();
  }, 1000);
  return looking.unref();
}
