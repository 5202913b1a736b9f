import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endAtOnce } from './leftover.ts';
import { EmbeddedError, type OsUser } from './os-user.ts';
import { mostOfProcess } from './settings.ts';

/** How long a starting server may be silent. */
const silenceMs = 120_000;
/** How long one that did not come up may take to end. */
const stopMs = 5_000;

export interface Server {
  /**
   * Ends PostgreSQL: connections are closed, a checkpoint is written, and the promise resolves when it is gone. One that
   * needs longer than `withinMs` is ended without a checkpoint, and recovers at its next start.
   */
  stop(withinMs?: number): Promise<void>;
  /** Resolves when PostgreSQL has ended, for whatever reason, with the end of its log. */
  ended: Promise<string>;
}

/**
 * Runs `postgres` for as long as its standard input, held by our process, is open. However our process ends,
 * kill -9 included, the system closes that pipe and the guard stops PostgreSQL (SIGINT: fast shutdown). It asks
 * until PostgreSQL is gone, because one that has only just been started does not listen yet; after 10 seconds more
 * firmly (SIGQUIT: at once, and recovery at the next start), because a PostgreSQL 18 that is asked while it
 * recovers from the crash of a backend waits for its own helpers for ever. No process of it gets more memory than its
 * first argument allows; macOS knows no such bound.
 */
const guard = `
exec 3<&0 </dev/null
ulimit -d "$1" 2>/dev/null; shift
"$@" 3<&- & postgres=$!
( while read -r _; do :; done
  for signal in INT QUIT KILL; do
    for attempt in $(seq 100); do kill -$signal $postgres || exit; sleep 0.1; done
  done ) <&3 2>/dev/null & watcher=$!
exec 3<&-
trap '' INT TERM HUP
wait $postgres; code=$?
kill $watcher 2>/dev/null
exit $code
`;

/**
 * How each process of PostgreSQL keeps its memory (glibc): several calls in one statement take some hundred kilobytes, which it
 * would return to the system after each statement, page by page. Up to 4 MB stay.
 */
const heap = {
  MALLOC_TRIM_THRESHOLD_: String(4 << 20),
  MALLOC_TOP_PAD_: String(256 << 10),
  MALLOC_MMAP_THRESHOLD_: String(1 << 20),
};

/**
 * Starts PostgreSQL on a cluster folder and waits until it accepts connections.
 * It gets a session of its own (setsid), so that Ctrl-C in a terminal reaches only the API, which drains first.
 * @param stopping ends the attempt
 * @throws EmbeddedError with the end of its log when it does not come up
 */
export async function startServer(
  postgres: string,
  cluster: string,
  user: OsUser | undefined,
  stopping?: AbortSignal,
): Promise<Server> {
  const logPath = join(cluster, '..', 'postgres.log');
  const logFile = openLog(logPath);
  const most = String(mostOfProcess());
  const child = spawn('/bin/sh', ['-c', guard, 'insula-guard', most, postgres, '-D', cluster], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', logFile, logFile],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...heap },
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  closeSync(logFile);
  child.stdin?.on('error', () => {});
  const ended = new Promise<string>((resolve) => {
    child.once('exit', () => resolve(endOf(logPath)));
    child.once('error', (error) => resolve(error.message));
  });
  const stop = async (withinMs?: number) => {
    child.stdin?.end();
    if (withinMs === undefined) await ended;
    else await Promise.race([ended, sleep(withinMs, undefined, { ref: false })]);
    if (isOver(child)) return;
    await endAtOnce(cluster);
    await ended;
  };
  try {
    await ready(cluster, child, ended, stopping);
  } catch (error) {
    await stop(stopMs);
    throw error;
  }
  return { ended, stop };
}

const isOver = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

/** PostgreSQL writes its state into the eighth line of postmaster.pid; looking there costs nothing. */
async function ready(
  cluster: string,
  child: ChildProcess,
  ended: Promise<string>,
  stopping?: AbortSignal,
): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const logPath = join(cluster, '..', 'postgres.log');
  let [logged, heardAt] = [sizeOf(logPath), performance.now()];
  for (;;) {
    if (isOver(child))
      throw new EmbeddedError(`PostgreSQL did not start. The end of its log:\n${await ended}`);
    if (stopping?.aborted) throw new EmbeddedError('PostgreSQL is not needed any more.');
    if (readLines(pidFile)[7]?.trim() === 'ready') return;
    await sleep(10);
    // Recovery after a crash may take long, and logs that every ten seconds; only silence ends the wait.
    if (sizeOf(logPath) !== logged) [logged, heardAt] = [sizeOf(logPath), performance.now()];
    if (performance.now() - heardAt > silenceMs)
      throw new EmbeddedError(`PostgreSQL is not ready after two minutes:\n${endOf(logPath)}`);
  }
}

/** The log of the server, appended to; past 10 MB the old one is set aside. */
function openLog(path: string): number {
  if (sizeOf(path) > 10_000_000) renameSync(path, `${path}.old`);
  return openSync(path, 'a', 0o600);
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function endOf(path: string): string {
  return readLines(path).slice(-12).join('\n').trim();
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
