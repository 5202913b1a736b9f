import type pg from 'pg';
import type { Logger } from 'pino';
import { ask } from '../db/ask.ts';
import { attempts } from '../ground/machine/counters.ts';
import { doing } from '../ground/machine/doing.ts';
import { tracing } from '../ground/tracing/tracing.ts';
import { HeldError } from '../outbound/hold.ts';
import type { DiskRoom } from '../storage/disk-room.ts';
import type { Lookout } from './lookout.ts';
import { type Poll, startPoll } from './poll.ts';

/** A work that was claimed: the id of its record, and which attempt this is. */
export interface Work {
  tenant_id: string;
  id: string;
  attempts: number;
  /** Nothing of it may leave: it was queued while, or before, its tenant had `outbound` off. */
  is_muted?: boolean;
}

/** The parts of a worker that any lane needs. */
export interface LaneParts {
  /** As insula_worker. */
  pool: pg.Pool;
  log: Logger;
  room: DiskRoom;
  /** Says when there is work. */
  lookout: Lookout;
}

export interface LaneOptions {
  /** Of app.work. */
  kind: string;
  deps: LaneParts;
  /** Works that are done at the same time, by this process. */
  concurrency: number;
  /** Of these, of one tenant: what is left is for the others, however long the works of this one take. */
  perTenant: number;
  /** How long a work may take at most; null where it grows with the data. Default ten minutes. */
  longestMs?: number | null;
  /** After so long the work of a worker that was killed is started again; one that lives renews it. Default 20. */
  leaseSeconds?: number;
  /**
   * Does a work and ends its attempt with app.work_end, in the transaction that records what came of it. Its errors are
   * logged, and the work is started again when its lease has expired.
   */
  run(work: Work, ending: AbortSignal): Promise<Ended>;
}

/** `failed` when the work did not come to what it was meant to, whether or not it is tried again; for metrics. */
// biome-ignore lint/suspicious/noConfusingVoidType: most works say nothing
export type Ended = 'failed' | undefined | void;

/** The lookout wakes it; by itself it only makes sure that nothing stays behind, and tries again what has failed. */
const pace = { everyMs: 5_000, restMs: () => 60_000 };
/** So often leases are renewed: the lookout finds those that have expired. */
const renewMs = 5_000;
const usualLeaseSeconds = 20;
const usualLongestMs = 600_000;

/**
 * Does the queued works of a kind, each at least once, tenant by tenant in turn. A lane that is full claims nothing:
 * what waits, waits in the database.
 */
export function startLane(options: LaneOptions): Poll {
  const { kind, deps, concurrency, perTenant, leaseSeconds = usualLeaseSeconds, run } = options;
  const { pool, log, room, lookout } = deps;
  const { longestMs = usualLongestMs } = options;
  const inFlight = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const held = new Set<Work & { since: number }>();
  /** While works are held. */
  let renewing: NodeJS.Timeout | undefined;
  let after = '';
  /** When the last work began or ended: a lane that is full of works that never end takes no other. */
  let movedAt = performance.now();
  const isClogged = () =>
    longestMs !== null && running.size >= concurrency && performance.now() - movedAt > longestMs;

  const attempt = (work: Work, ending: AbortSignal) => {
    const tracer = tracing();
    if (!tracer) return run(work, ending);
    const attributes = {
      'insula.tenant_id': work.tenant_id,
      'insula.work_id': work.id,
      'insula.attempt': work.attempts,
    };
    return tracer.task(kind, attributes, () => run(work, ending));
  };

  const begin = (work: Work, ending: AbortSignal) => {
    inFlight.set(work.tenant_id, (inFlight.get(work.tenant_id) ?? 0) + 1);
    const ended = doing(`${kind} ${work.tenant_id} ${work.id}`);
    const one = { ...work, since: performance.now() };
    movedAt = one.since;
    if (held.size === 0) renewing = setInterval(() => void renew(), renewMs);
    held.add(one);
    const done = attempt(work, ending)
      .then(
        (result) => attempts.inc({ kind, result: result ?? 'done' }),
        (err) => {
          attempts.inc({ kind, result: 'interrupted' });
          // Held work continues when it is claimed again: after the hold.
          const level = err instanceof HeldError ? 'debug' : 'error';
          log[level]({ err, kind, ...work }, `a ${kind} was interrupted`);
        },
      )
      .finally(() => {
        ended();
        running.delete(done);
        movedAt = performance.now();
        held.delete(one);
        const left = (inFlight.get(work.tenant_id) ?? 1) - 1;
        if (left > 0) inFlight.set(work.tenant_id, left);
        else inFlight.delete(work.tenant_id);
        poll.nudge();
        // It may have left work to others, or to be done again later.
        lookout.stir();
        if (held.size === 0) clearInterval(renewing);
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

  const renew = async () => {
    const long = [...held].filter(({ since }) => performance.now() - since > renewMs / 2);
    for (const [tenant, works] of Map.groupBy(long, ({ tenant_id }) => tenant_id))
      await pool
        .query('select worker.work_renew($1, $2, $3, $4, $5)', [
          tenant,
          kind,
          works.map(({ id }) => id),
          works.map(({ attempts }) => attempts),
          `${leaseSeconds} seconds`,
        ])
        // An unavailable database tells nothing about the work: the next process to find it expired continues it.
        .catch((err) => log.debug({ err, kind }, 'leases could not be renewed'));
  };
  const poll = startPoll(`lane of ${kind}s`, pace, round, log, room);
  lookout.add(kind, poll.nudge);
  return {
    ...poll,
    name: kind,
    isStuck: () => poll.isStuck() || isClogged(),
    async stop() {
      await poll.stop();
      await Promise.all(running);
    },
  };
}
