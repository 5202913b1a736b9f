import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BackupError } from '../../backup/errors.ts';
import { runningOwnerUrl } from '../../db/embedded.ts';
import { type Config, loadConfig } from '../../ground/config/config.ts';
import { randomText } from '../../ground/machine/secrets.ts';
import { readServerUrl } from '../../process/server-address.ts';
import { ApiClient, CallError } from '../api-client.ts';

const script = fileURLToPath(new URL('./child.ts', import.meta.url));
const lookMs = 100;
/** PostgreSQL may have to recover, and the schema of an older version to be brought up to date. */
const readyMs = 600_000;
const answerMs = 5_000;
/** In order; then at once. */
const stopMs = 20_000;
const errorCharacters = 1_000;

/** The server of a drill, on the restored copy. */
export interface DrillServer {
  /** The migrating role of its PostgreSQL. */
  url: string;
  /** As its operator, with a key that no one else knows. */
  api: ApiClient;
  config: Config;
  stop(): Promise<void>;
}

/**
 * Starts the API on the copy: on a free port of this machine, without a worker, with outbound calls on hold, and with nothing of the
 * environment that leads elsewhere: no mails, no storage of files, no backups. It ends with this process.
 * @param given the settings of the running server
 * @param signal ends it, also while it starts
 */
export async function startCopy(
  dataDir: string,
  given: Config,
  signal: AbortSignal,
): Promise<DrillServer> {
  signal.throwIfAborted();
  const env = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    ENCRYPTION_KEY: given.encryptionKey.toString('base64'),
    // While one takes the place of another, both are in force on the copy as well.
    ...(given.encryptionKeyAlso.length > 0 && {
      ENCRYPTION_KEY_ALSO: given.encryptionKeyAlso.map((key) => key.toString('base64')).join(),
    }),
    PLATFORM_ADMIN_KEY: `insp_${randomText(24, 'hex')}`,
    DISK_RESERVE_MB: String(Math.floor(given.diskReserveBytes / 2 ** 20)),
    OUTBOUND: 'hold',
    WORKER: 'off',
    SELF_SERVE: 'off',
    LOG_LEVEL: 'warn',
    SHUTDOWN_DELAY: '0',
    ...(given.pgBin ? { PG_BIN: given.pgBin } : {}),
  };
  const child = spawn(process.execPath, [...process.execArgv, script], {
    cwd: '/',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.on('error', () => {});
  const stop = () => end(child);
  signal.addEventListener('abort', stop);
  try {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said = (said + chunk).slice(-errorCharacters);
      });
    const api = await ready(child, dataDir, env.PLATFORM_ADMIN_KEY, () => said);
    const url = runningOwnerUrl(dataDir);
    if (!url) throw new BackupError('The PostgreSQL of the copy is gone.');
    return { url, api, config: loadConfig(env), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until it answers that it is ready. @throws BackupError with what it has said, where it does not */
async function ready(
  child: ChildProcess,
  dataDir: string,
  key: string,
  said: () => string,
): Promise<ApiClient> {
  const end = performance.now() + readyMs;
  while (isRunning(child) && performance.now() < end) {
    const url = readServerUrl(dataDir);
    if (url && (await isReady(url))) return new ApiClient(url, key);
    await sleep(lookMs);
  }
  throw new BackupError(`The server did not start on the copy:\n${said().trim()}`);
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

const isReady = async (url: string): Promise<boolean> =>
  fetch(`${url}/ready`, { signal: AbortSignal.timeout(answerMs) }).then(
    (answer) => answer.ok,
    () => false,
  );

async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(timer);
}

/** One object through the API, with a key of its tenant. @throws CallError */
export async function askForObject(
  { api }: DrillServer,
  tenant: string,
  { type, id }: { type: string; id: string },
): Promise<void> {
  const key = { label: 'drill', scopes: ['read'] };
  const { token } = await api.data('POST', `/admin/tenants/${tenant}/keys`, key);
  const path = `/v1/objects/${encodeURIComponent(type)}/${id}`;
  const found = await api.as(token).data('GET', path);
  if (found.id !== id) throw new CallError(`GET ${path} answered another object: ${found.id}`);
}
