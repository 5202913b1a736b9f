import { ask } from '../../db/ask.ts';
import { operationFailures, operationSeconds } from '../../ground/machine/counters.ts';
import { type LaneParts, startLane, type Work } from '../../pulse/lane.ts';
import type { Poll } from '../../pulse/poll.ts';
import type { Wakeups } from '../../pulse/wakeups.ts';
import type { Task } from '../../tools/lanes/tasks.ts';

const concurrency = 4;
/** A tenant with many exports leaves room for the others. */
const perTenant = 2;
/** Renewed while a task runs, so that only those of a killed worker are begun by another. */
const leaseSeconds = 30;
const renewMs = 10_000;

interface TaskLaneParts extends LaneParts {
  wakeups: Pick<Wakeups, 'ring'>;
}

/** Does the tasks of our own, such as building an index: works of the kind `task`, named `<task> <subject>`. */
export function startTaskLane(tasks: Map<string, Task>, deps: TaskLaneParts): Poll {
  const { pool, log, wakeups } = deps;
  const next = ({ tenant_id, id, attempts }: Work, pause: string | null) =>
    ask<boolean>(pool, 'select worker.task_next($1, $2, $3, $4) as answer', [
      tenant_id,
      id,
      attempts,
      pause,
    ]);

  const attempt = async (work: Work, ending: AbortSignal) => {
    const { tenant_id, id, attempts } = work;
    const [name = '', subject = ''] = id.split(' ');
    const task = tasks.get(name);
    // One of a newer version, which is running on the same database.
    if (!task) throw new Error(`there is no task named ${name}`);
    const taken = new AbortController();
    const signal = AbortSignal.any([ending, taken.signal]);
    const renew = async () => {
      // A database that does not answer tells nothing about the owner of the task.
      if (!(await next(work, `${leaseSeconds} seconds`).catch(() => true))) taken.abort();
    };
    const timer = setInterval(() => void renew(), renewMs);
    try {
      await task({
        tenant_id,
        subject,
        attempts,
        pool,
        query: (text, values) => pool.query(text, values),
        signal,
      });
    } finally {
      clearInterval(timer);
    }
  };

  return startLane({
    kind: 'task',
    deps,
    concurrency,
    perTenant,
    leaseSeconds,
    longestMs: null,
    async run(work, ending) {
      const begun = performance.now();
      try {
        await attempt(work, ending);
      } catch (err) {
        if (!ending.aborted) log.error({ err, ...work }, 'a task failed, and is tried again');
        await next(work, ending.aborted ? '0' : pauseAfter(work.attempts));
        return ending.aborted ? undefined : 'failed';
      }
      await next(work, null);
      await countOperation(deps, work, performance.now() - begun);
      wakeups.ring(work.tenant_id);
      return undefined;
    },
  });
}

/** From 3 seconds to 6 hours: what keeps failing costs little, and is never given up. */
const pauseAfter = (attempts: number) => `${Math.round(Math.exp(Math.min(attempts, 10)))} seconds`;

/** The answer of worker.operation_ended. */
interface Ended {
  kind: string;
  status: 'completed' | 'failed';
  /** null: as long as its task. */
  seconds: number | null;
}

/** Prefixes of the ids of operations: see app.operation_kind. */
const ofOperation = /^\w+ (bak|rst|dif|mig)_/;

/** Counts an operation that its task has ended. A task that is repeated afterwards counts nothing. */
async function countOperation({ pool, log }: LaneParts, work: Work, ms: number): Promise<void> {
  if (!ofOperation.test(work.id)) return;
  const ended = await ask<Ended | null>(
    pool,
    'select worker.operation_ended($1, $2, $3) as answer',
    [work.tenant_id, work.id, `${Math.ceil(ms)} milliseconds`],
  ).catch((err) => log.debug({ err }, 'an operation could not be counted'));
  if (!ended) return;
  const { kind, status, seconds } = ended;
  if (status === 'failed') operationFailures.inc({ kind });
  else operationSeconds.observe({ kind }, seconds ?? ms / 1000);
}
