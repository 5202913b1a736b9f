// Installs the dependencies of this repository, once for each package-lock.json; see bootstrap.js.

const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { join } = require('node:path');

/** Messages of npm and of the system when there is no connection. */
const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR)\b/;
/** For an answer; npm itself may take as long to begin on a busy machine. */
const pingMs = 5000;
const npmMs = 20_000;
const common = ['--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs what is missing. The server needs no tools for development: they are half of it all, and are added by the
 * first command that needs them. An existing installation is not touched: a server may be running on it.
 */
exports.install = (root, { needsTools }) => {
  const isCurrent = isInstalled(root);
  const hasTools = toolsAreThere(root);
  if (isCurrent && (hasTools || !needsTools)) return;
  const tools = needsTools || hasTools ? '--include=dev' : '--omit=dev';
  if (isCurrent)
    npmInstalls(root, ['install', '--no-save', tools], 'Installing the development tools');
  else npmInstalls(root, ['ci', tools], 'Installing the dependencies');
  prune(root);
  writeFileSync(markerOf(root), lockHash(root));
};

exports.prune = prune;

/**
 * The Node that runs Insula where the machine's own is too old: a package of bin/runtime, whose lock file has the hash
 * of each. Its headers and manuals, a third of it, are removed again.
 */
exports.runtime = (root) => {
  const folder = join(root, 'bin', 'runtime');
  const there = nodeIn(folder);
  if (there && isInstalled(folder)) return there;
  npmInstalls(
    folder,
    ['ci', '--include=optional'],
    `Installing a newer Node than ${process.versions.node}`,
  );
  const node = nodeIn(folder);
  if (!node) return undefined;
  const parts = join(node, '..', '..');
  for (const name of ['include', 'share'])
    rmSync(join(parts, name), { recursive: true, force: true });
  writeFileSync(markerOf(folder), lockHash(folder));
  return node;
};

/** Removes from packages what is not among the files that package.json keeps of them. */
function prune(root) {
  for (const [folder, kept] of Object.entries(manifestOf(root).keeps ?? {})) {
    const path = join(root, 'node_modules', folder);
    for (const name of existsSync(path) ? readdirSync(path) : [])
      if (!kept.includes(name)) rmSync(join(path, name), { recursive: true, force: true });
  }
}

exports.npmInstalls = npmInstalls;

/** npm installs the package of this system and leaves out the others. */
function nodeIn(folder) {
  const modules = join(folder, 'node_modules');
  const names = existsSync(modules) ? readdirSync(modules) : [];
  return names
    .flatMap((name) => ['node', 'node.exe'].map((file) => join(modules, name, 'bin', file)))
    .find((file) => existsSync(file));
}

/** Says what it does, and ends this process where it does not work. */
function npmInstalls(folder, args, does) {
  const isOffline = !registryAnswers(folder);
  console.error(`${does} (npm ${args[0]}); this happens once ...`);
  const { status, error } = npm(
    folder,
    [...args, isOffline ? '--offline' : '--prefer-offline', ...common],
    isOffline ? 'ignore' : 2,
  );
  if (status === 0) return;
  console.error(
    isOffline
      ? 'There is no network: npm cannot reach its registry, and its cache does not hold everything that is needed. Connect (or set a proxy: npm config set proxy), then run this again.'
      : `npm ${args[0]} failed${error ? ` (${error.message})` : ''}. Its message is above.`,
  );
  process.exit(1);
}

/** Remembers which package-lock.json node_modules was installed from. */
const markerOf = (root) => join(root, 'node_modules', '.installed-from');
const lockFileOf = (root) => join(root, 'package-lock.json');

function isInstalled(root) {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  if (!existsSync(lockFileOf(root))) return true;
  const marker = markerOf(root);
  if (existsSync(marker)) return readFileSync(marker, 'utf8') === lockHash(root);
  // Installed by hand: as good as new when it is not older than the lock file.
  if (statSync(installed).mtimeMs < statSync(lockFileOf(root)).mtimeMs) return false;
  writeFileSync(marker, lockHash(root));
  return true;
}

function toolsAreThere(root) {
  const { devDependencies = {} } = manifestOf(root);
  return Object.keys(devDependencies).every((name) => existsSync(join(root, 'node_modules', name)));
}

const manifestOf = (root) => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(lockFileOf(root)))
    .digest('hex');
}

/** Asked with npm itself, which knows of proxies. One that answers with an error answers. */
function registryAnswers(root) {
  const options = ['--fetch-retries=0', `--fetch-timeout=${pingMs}`];
  const { status, stderr, error } = npm(root, ['ping', ...options], 'pipe', npmMs);
  return status === 0 || !(error || unreachable.test(stderr));
}

function npm(root, args, output, timeout) {
  // Under npm run, npm says where it is itself; it may not be on the PATH by that name.
  const path = process.env.npm_execpath;
  const [command, ...prefix] = path?.endsWith('.js') ? [process.execPath, path] : ['npm'];
  const stdio = ['ignore', output, output];
  return spawnSync(command, [...prefix, ...args], { cwd: root, stdio, timeout, encoding: 'utf8' });
}
