import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { EmbeddedError } from './os-user.ts';

const everyMs = 50;
/** How long a recovery may make no step. */
const silenceMs = 120_000;

/**
 * Waits until PostgreSQL takes writes: one that recovers from a backup lets readers in before it is through.
 * @throws EmbeddedError where it does not get further, as a standby does not
 */
export async function recovered(client: pg.Client): Promise<void> {
  let [replayed, movedAt] = ['', performance.now()];
  for (;;) {
    const { rows } = await client.query<{ isOver: boolean; replayed: string }>(
      `select not pg_is_in_recovery() as "isOver", coalesce(pg_last_wal_replay_lsn()::text, '') as replayed`,
    );
    const [found] = rows;
    if (!found || found.isOver) return;
    if (found.replayed !== replayed) [replayed, movedAt] = [found.replayed, performance.now()];
    if (performance.now() - movedAt > silenceMs)
      throw new EmbeddedError(
        'PostgreSQL is still recovering, and has made no step for two minutes: it takes no writes. ' +
          'See its log, and what restore_command or standby.signal make it wait for.',
      );
    await sleep(everyMs);
  }
}
