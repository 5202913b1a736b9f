import type pg from 'pg';
import type { Logger } from 'pino';
import { ask } from '../db/ask.ts';
import type { DiskRoom } from '../storage/disk-room.ts';
import { type Poll, startPoll } from './poll.ts';

interface Dispatched {
  claimed: number;
  failed: { tenant_id: string; error: string }[];
  /** The tenant to go on after; empty behind the last. */
  next: string;
}

const everyMs = 250;
const tenantsPerRound = 20;
const perTenant = 200;

/**
 * Hands pending rows of the journal on to everything that acts on them, in the database and in one transaction; looks
 * when the bell rings, and four times a second.
 * @param onQueued there is new work
 */
export function startDispatcher(
  pool: pg.Pool,
  log: Logger,
  room: DiskRoom,
  onQueued: () => void,
): Poll {
  let after = '';
  const dispatch = async () => {
    const { claimed, failed, next } = await ask<Dispatched>(
      pool,
      'select worker.dispatch($1, $2, $3) as answer',
      [after, tenantsPerRound, perTenant],
    );
    after = next;
    for (const one of failed) log.error(one, 'the events of a tenant could not be dispatched');
    if (claimed > 0) onQueued();
    // A round that ends behind the last tenant and found nothing has seen them all.
    return claimed > 0 || next !== '';
  };
  return startPoll('dispatcher', everyMs, dispatch, log, room);
}
