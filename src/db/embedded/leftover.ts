import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { EmbeddedError } from './os-user.ts';

/**
 * Clears what an earlier run left on a cluster folder: a PostgreSQL that is still shutting down, or was never
 * told to, is stopped; then its postmaster.pid is removed. PostgreSQL would refuse to start beside it when its
 * number now belongs to some other process, and we would take the "ready" in it for an answer of the new one.
 */
export async function clearLeftover(cluster: string, log: Logger): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = postmasterPid(pidFile);
  const running = serversOn(cluster, pid);
  if (running.length > 0) {
    const isWhole = pid !== undefined && running.includes(pid);
    log.warn(
      isWhole
        ? 'stopping a PostgreSQL that an earlier run left behind'
        : 'cleaning up what a killed PostgreSQL left behind',
    );
    await stopAll(cluster, pid, isWhole ? gently : firmly);
  }
  rmSync(pidFile, { force: true });
}

/** Ends a PostgreSQL without a checkpoint: it recovers at its next start. */
export async function endAtOnce(cluster: string): Promise<void> {
  await stopAll(cluster, postmasterPid(join(cluster, 'postmaster.pid')), firmly);
}

function postmasterPid(pidFile: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

/** Processes whose working directory is the cluster: only PostgreSQL and its children. */
function serversOn(cluster: string, pid: number | undefined): number[] {
  if (process.platform !== 'linux') return pid && commandOf(pid).includes(cluster) ? [pid] : [];
  const folder = realpathSync(cluster);
  return readdirSync('/proc')
    .map(Number)
    .filter((candidate) => candidate > 0 && workingDirectory(candidate) === folder);
}

function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

type Steps = readonly (readonly [signal: NodeJS.Signals, patienceMs: number])[];

/** SIGINT is a fast shutdown with a checkpoint. */
const gently: Steps = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 2_000],
];
/** SIGQUIT ends a server at once; its children too, where the one who would tell them is gone. */
const firmly: Steps = [
  ['SIGQUIT', 1_000],
  ['SIGKILL', 2_000],
];

/**
 * The postmaster is told, and tells its children; only orphans without one are told themselves. Orphans have to go before
 * the next server starts: they still write to the memory that all of them shared, and to the files.
 */
async function stopAll(
  cluster: string,
  postmaster: number | undefined,
  steps: Steps,
): Promise<void> {
  for (const [signal, patience] of steps) {
    const running = serversOn(cluster, postmaster);
    const told = postmaster && running.includes(postmaster) ? [postmaster] : running;
    for (const pid of told) tell(pid, signal);
    for (let waited = 0; waited < patience; waited += 20) {
      if (serversOn(cluster, postmaster).length === 0) return;
      await sleep(20);
    }
  }
  throw new EmbeddedError(
    `PostgreSQL (processes ${serversOn(cluster, postmaster).join(', ')}) does not stop. Stop it by hand.`,
  );
}

/** A process that ended in the meantime is as good as told. */
function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
