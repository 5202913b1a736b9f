import type pg from 'pg';
import type { Logger } from 'pino';
import { ask } from '../../db/ask.ts';
import { type Poll, startPoll } from '../../pulse/poll.ts';
import type { DiskRoom } from '../../storage/disk-room.ts';
import { withHands } from './hands.ts';

interface Pending {
  tenants: string[];
  /** The tenant to go on after; empty behind the last. */
  next: string;
}

/** The bell and the lookout nudge it; by itself it only makes sure that nothing stays behind. */
const pace = { everyMs: 250, restMs: () => 60_000 };
/** Pending rows that a look for tenants reads. */
const rowsPerLook = 500;
const perTenant = 200;
/** Tenants at the same time: their commits are written together. */
const hands = 4;

/**
 * Hands pending rows of the journal on to everything that acts on them: tenant by tenant, each share in one transaction,
 * where the tenant's rows lie. Looks when the bell rings, or the lookout has found some.
 * @param onQueued there is new work
 */
export function startDispatcher(
  pool: pg.Pool,
  log: Logger,
  room: DiskRoom,
  onQueued: () => void,
): Poll {
  let after = '';
  const dispatch = async (ending: AbortSignal, goesOn: () => void) => {
    const statement = 'select worker.journal_pending($1, $2) as answer';
    const { tenants, next } = await ask<Pending>(pool, statement, [after, rowsPerLook]);
    let claimed = 0;
    await withHands(hands, tenants, async (tenant) => {
      if (ending.aborted) return;
      const count = await dispatchTenant(pool, tenant, log);
      goesOn();
      if (count === 0) return;
      claimed += count;
      onQueued();
    });
    after = next;
    // A round that ends behind the last tenant and found nothing has seen them all.
    return claimed > 0 || next !== '';
  };
  return startPoll('dispatcher', pace, dispatch, log, room);
}

/** @returns how many rows were handed on; none after a failure, which what a tenant has set up may cause: they stay pending */
async function dispatchTenant(pool: pg.Pool, tenant_id: string, log: Logger): Promise<number> {
  const statement = 'select worker.dispatch_tenant($1, $2) as answer';
  try {
    return await ask<number>(pool, statement, [tenant_id, perTenant]);
  } catch (err) {
    log.error({ err, tenant_id }, 'the events of a tenant could not be dispatched');
    return 0;
  }
}
