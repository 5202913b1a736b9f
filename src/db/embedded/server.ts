import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedError, type OsUser } from './os-user.ts';

export interface Server {
  /** Ends PostgreSQL: connections are closed, a checkpoint is written, and the promise resolves when it is gone. */
  stop(): Promise<void>;
  /** Resolves when PostgreSQL has ended, for whatever reason, with the end of its log. */
  ended: Promise<string>;
}

/**
 * Runs `postgres` for as long as its standard input, held by our process, is open. However our process ends,
 * kill -9 included, the system closes that pipe and the guard stops PostgreSQL (SIGINT: fast shutdown). It asks
 * until PostgreSQL is gone, because one that has only just been started does not listen yet; after 10 seconds more
 * firmly (SIGQUIT: at once, and recovery at the next start), because a PostgreSQL 18 that is asked while it
 * recovers from the crash of a backend waits for its own helpers for ever.
 */
const guard = `
exec 3<&0 </dev/null
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
 * Starts PostgreSQL on a cluster folder and waits until it accepts connections.
 * It gets a session of its own (setsid), so that Ctrl-C in a terminal reaches the API alone, which drains first.
 * @throws EmbeddedError with the end of its log when it does not come up
 */
export async function startServer(
  postgres: string,
  cluster: string,
  user: OsUser | undefined,
): Promise<Server> {
  const logPath = join(cluster, '..', 'postgres.log');
  const logFile = openLog(logPath);
  const child = spawn('/bin/sh', ['-c', guard, 'insula-guard', postgres, '-D', cluster], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', logFile, logFile],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  closeSync(logFile);
  child.stdin?.on('error', () => {});
  const ended = new Promise<string>((resolve) => {
    child.once('exit', () => resolve(endOf(logPath)));
    child.once('error', (error) => resolve(error.message));
  });
  await ready(cluster, child, ended);
  return {
    ended,
    async stop() {
      child.stdin?.end();
      await ended;
    },
  };
}

/** PostgreSQL writes its state into the eighth line of postmaster.pid; looking there costs nothing. */
async function ready(cluster: string, child: ChildProcess, ended: Promise<string>): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  for (let waited = 0; ; waited += 10) {
    if (!child.pid || child.exitCode !== null || child.signalCode !== null) {
      throw new EmbeddedError(`PostgreSQL did not start. The end of its log:\n${await ended}`);
    }
    if (readLines(pidFile)[7]?.trim() === 'ready') return;
    await sleep(10);
    // Recovery after a crash may take long, and says so in the log; only silence is given up on.
    if (waited > 0 && waited % 120_000 === 0) {
      child.stdin?.end();
      throw new EmbeddedError(
        `PostgreSQL is not ready after two minutes:\n${endOf(join(cluster, '..', 'postgres.log'))}`,
      );
    }
  }
}

/** The log of the server, appended to; past 10 MB the old one is set aside. */
function openLog(path: string): number {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) {
    renameSync(path, `${path}.old`);
  }
  return openSync(path, 'a', 0o600);
}

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
