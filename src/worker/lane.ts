import { ask } from '../db/ask.ts';
import { doing } from '../process/doing.ts';
import type { LaneDeps } from './lanes.ts';
import { type Poll, startPoll } from './poll.ts';

/** A work that was claimed: the id of its record, and which attempt this is. */
export interface Work {
  tenant_id: string;
  id: string;
  attempts: number;
}

export interface LaneOptions {
  /** Of app.work. */
  kind: string;
  deps: Pick<LaneDeps, 'pool' | 'log' | 'room' | 'lookout'>;
  /** Works that are done at the same time, by this process. */
  concurrency: number;
  /** Of these, of one tenant: what is left is for the others, however long the works of this one take. */
  perTenant: number;
  /** Work that takes longer is started again by the first worker to see it. */
  leaseSeconds: number;
  /**
   * Does a work and ends its attempt with app.work_end, in the transaction that records what came of it. What it
   * throws goes to the log, and the work is started again when its lease has expired.
   */
  run(work: Work, ending: AbortSignal): Promise<void>;
}

/** The lookout wakes it; by itself it only makes sure that nothing stays behind. */
const everyMs = 5_000;

/**
 * Does the queued works of a kind, each at least once, tenant by tenant in turn. A lane that is full claims nothing:
 * what waits, waits in the database.
 */
export function startLane(options: LaneOptions): Poll {
  const { kind, deps, concurrency, perTenant, leaseSeconds, run } = options;
  const { pool, log, room, lookout } = deps;
  const inFlight = new Map<string, number>();
  const running = new Set<Promise<void>>();
  let after = '';

  const begin = (work: Work, ending: AbortSignal) => {
    inFlight.set(work.tenant_id, (inFlight.get(work.tenant_id) ?? 0) + 1);
    const ended = doing(`${kind} ${work.tenant_id} ${work.id}`);
    const done = run(work, ending)
      .catch((err) => log.error({ err, kind, ...work }, `a ${kind} was interrupted`))
      .finally(() => {
        ended();
        running.delete(done);
        const left = (inFlight.get(work.tenant_id) ?? 1) - 1;
        if (left > 0) inFlight.set(work.tenant_id, left);
        else inFlight.delete(work.tenant_id);
        poll.nudge();
      });
    running.add(done);
  };

  const round = async (ending: AbortSignal) => {
    const free = concurrency - running.size;
    if (free <= 0) return false;
    const busy = [...inFlight].flatMap(([tenant, count]) => (count >= perTenant ? tenant : []));
    const share = Math.max(1, Math.ceil(perTenant / 2));
    const { items, next } = await ask<{ items: Work[]; next: string }>(
      pool,
      'select worker.work_claim($1, $2, $3, $4, $5, $6) as answer',
      [kind, after, busy, free, share, `${leaseSeconds} seconds`],
    );
    after = next;
    for (const work of items) begin(work, ending);
    return items.length > 0 || next !== '';
  };

  const poll = startPoll(`lane of ${kind}s`, everyMs, round, log, room);
  lookout.add(kind, poll.nudge);
  return {
    nudge: poll.nudge,
    async stop() {
      await poll.stop();
      await Promise.all(running);
    },
  };
}
