// Installs the dependencies of this repository, once for each package-lock.json; see bootstrap.js.

const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** What npm says when nobody answers, in its own words and in those of the system. */
const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR)\b/;
const pingMs = 6000;
const common = ['--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs what is missing. The server needs no tools for development: they are half of it all, and are added by the
 * first command that needs them. What is there is left alone: a server may be running on it.
 */
exports.install = (root, { needsTools }) => {
  const isCurrent = isInstalled(root);
  const hasTools = toolsAreThere(root);
  if (isCurrent && (hasTools || !needsTools)) return;
  const isOffline = !registryAnswers(root);
  console.error(
    isCurrent
      ? 'Installing the development tools (npm install); this happens once ...'
      : 'Installing the dependencies (npm ci); this happens once ...',
  );
  const work = isCurrent ? ['install', '--no-save'] : ['ci'];
  const tools = needsTools || hasTools ? '--include=dev' : '--omit=dev';
  const { status, error } = npm(
    root,
    [...work, tools, isOffline ? '--offline' : '--prefer-offline', ...common],
    isOffline ? 'ignore' : 2,
  );
  if (status !== 0) {
    console.error(
      isOffline
        ? 'There is no network: npm cannot reach its registry, and its cache does not hold everything that is needed. Connect (or set a proxy: npm config set proxy), then run this again.'
        : `npm ${work[0]} failed${error ? ` (${error.message})` : ''}. Its message is above.`,
    );
    process.exit(1);
  }
  writeFileSync(markerOf(root), lockHash(root));
};

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
  const { devDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(devDependencies).every((name) => existsSync(join(root, 'node_modules', name)));
}

function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(lockFileOf(root)))
    .digest('hex');
}

/** Asked with npm itself, which knows of proxies. One that answers with an error answers. */
function registryAnswers(root) {
  const options = ['--fetch-retries=0', `--fetch-timeout=${pingMs - 1000}`];
  const { status, stderr, error } = npm(root, ['ping', ...options], 'pipe', pingMs);
  return status === 0 || !(error || unreachable.test(stderr));
}

function npm(root, args, output, timeout) {
  // Under npm run, npm says where it is itself; it may not be on the PATH by that name.
  const path = process.env.npm_execpath;
  const [command, ...prefix] = path?.endsWith('.js') ? [process.execPath, path] : ['npm'];
  const stdio = ['ignore', output, output];
  return spawnSync(command, [...prefix, ...args], { cwd: root, stdio, timeout, encoding: 'utf8' });
}
