import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { BackupsStanding } from '../pulse/standing.ts';
import type { BackupJob, FromBackups, ToBackups } from './messages.ts';

const script = fileURLToPath(new URL('./child.ts', import.meta.url));
const heapMb = 192;
/** It stores the last WAL before it ends; one whose destination is away does not keep PostgreSQL from stopping. */
const stopMs = 4_000;
/** Before one that has ended is started again. */
const restartMs = 2_000;

/**
 * The backups of the installation, in a process of their own. Its priority is not lowered: on a busy machine, WAL would be stored
 * later than promised.
 */
export interface Backups {
  readonly standing: BackupsStanding;
  stop(): Promise<void>;
}

/** Hear that something is stored at the destination, and that a base backup is. */
export interface Listeners {
  onBegun(): void;
  onBase(): void;
}

export function startBackups(job: BackupJob, log: Logger, { onBegun, onBase }: Listeners): Backups {
  const stopping = new AbortController();
  const standing: BackupsStanding = {
    ...{ lastBaseAt: undefined, verifiedAt: undefined, caughtUpAt: undefined },
    isDestinationUp: false,
  };
  let child: ChildProcess | undefined;
  const running = (async () => {
    while (!stopping.signal.aborted) {
      child = forkBackups({ type: 'begin', job });
      const ended = endingOf(child);
      child.on('message', note(log));
      child.on('message', (message: FromBackups) => {
        hear(standing, message);
        if (message.type === 'begun') onBegun();
        if (message.type === 'base') onBase();
      });
      const reason = await ended;
      if (stopping.signal.aborted) return;
      log.error({ reason }, 'the process of backups has ended: it is started again');
      await sleep(restartMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    standing,
    async stop() {
      stopping.abort();
      if (child?.connected) child.send({ type: 'stop' } satisfies ToBackups, () => {});
      const timer = setTimeout(() => child?.kill('SIGKILL'), stopMs);
      await running;
      clearTimeout(timer);
    },
  };
}

/** The process, which is given its job. */
export function forkBackups(job: ToBackups): ChildProcess {
  const child = fork(script, {
    execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=2', '--no-warnings'],
    env: { TZ: 'UTC' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  child.send(job, () => {});
  return child;
}

/** How it has ended. */
export async function endingOf(child: ChildProcess): Promise<string> {
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors = (errors + chunk).slice(-2_000);
  });
  const [code, signal] = await once(child, 'close').catch((error) => [error.message]);
  return `${signal ?? code} ${errors}`.trim();
}

function hear(standing: BackupsStanding, message: FromBackups): void {
  if (message.type === 'failed') {
    standing.isDestinationUp = false;
    return;
  }
  standing.isDestinationUp = true;
  if (message.type === 'caught_up') standing.caughtUpAt = Date.now();
  if (message.type === 'base') standing.lastBaseAt = Date.now();
  if (message.type !== 'begun') return;
  standing.lastBaseAt = timeOf(message.lastBaseAt);
  standing.verifiedAt = timeOf(message.verifiedAt);
}

const timeOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text);

/** Logs the steps of backups, and each reason why they fail once until they succeed. */
function note(log: Logger): (message: FromBackups) => void {
  let told: string | undefined;
  return (message) => {
    const { type, ...facts } = message;
    if (type === 'caught_up') return;
    if (type === 'failed') {
      if (told === message.reason) return;
      told = message.reason;
      log.error(facts, 'backups do not get on: they are tried again until they do');
      return;
    }
    if (told !== undefined && type === 'begun') log.warn(facts, 'backups get on again');
    else log.info(facts, notes[type]);
    told = undefined;
  };
}

const notes = {
  begun: 'backups: receiving WAL',
  base: 'backups: a base backup is complete',
  pruned: 'backups: removed what no kept moment needs',
};
