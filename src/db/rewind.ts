import type pg from 'pg';
import type { Logger } from 'pino';
import { ApiError } from '../ground/errors.ts';
import { withClient } from './client.ts';

/** The result of app.rewind: the database had gone back in time. */
export interface Rewind {
  /** The last moment that is kept, as far as it is known. */
  restored_to: string;
  noticed_at: string;
  /** How it was noticed: `another timeline`, for one. */
  reason: string;
  /** How many have places that go on further up now. */
  tenants: number;
}

/** The role that asks, which has its functions in a schema of its own. */
type Asker = 'gateway' | 'worker';

/** A function, or the schema of the role, that a database of an earlier version does not have. */
const missing = new Set(['42883', '3F000']);

/** One at a time, whichever connections find out. */
const underWay = new Map<string, Promise<Rewind | null>>();

/**
 * Looks at each new connection before it is used: after a fail-over, or where a backup was put in place of the database, it
 * leads to one that has gone back in time. Then nothing is written before the places of all journals are above what the
 * lost time has handed out. A server stays on its timeline for as long as a connection lasts, unless it is a standby that is
 * promoted: connections to one are refused.
 * @param onRewind hears what was done
 */
export function checkedConnections(
  url: string,
  asker: Asker,
  onRewind: (rewind: Rewind) => void,
): (client: pg.ClientBase) => Promise<void> {
  return async (client) => {
    const state = await lineageState(client, asker);
    if (state === 'standby')
      throw new ApiError('SERVICE_UNAVAILABLE', 'The database takes no writes: it is a standby.', {
        retry_after: 1,
      });
    if (state === 'same') return;
    const rewind = await rewindOnce(url, asker);
    if (rewind) onRewind(rewind);
  };
}

/** Says in the log that a database has gone back in time. */
export const logRewind =
  (log: Logger) =>
  (rewind: Rewind): void =>
    log.warn(
      rewind,
      'the database has gone back in time: places of the time that is lost are refused from now on (410)',
    );

/** As the migrating role. @param reason that it has gone back, where the database itself cannot know */
export async function rewindAt(client: pg.ClientBase, reason?: string): Promise<Rewind | null> {
  const { rows } = await client.query<{ rewind: Rewind | null }>(
    'select app.rewind($1)::json as rewind',
    [reason],
  );
  return rows[0]?.rewind ?? null;
}

async function lineageState(client: pg.ClientBase, asker: Asker): Promise<string> {
  try {
    const { rows } = await client.query<{ state: string }>(
      `select ${asker}.lineage_state() as state`,
    );
    return rows[0]?.state ?? 'same';
  } catch (error) {
    if (missing.has((error as pg.DatabaseError).code ?? '')) return 'same';
    throw error;
  }
}

/** On a connection of its own, without the timeouts of requests. @returns null for what another process has done */
function rewindOnce(url: string, asker: Asker): Promise<Rewind | null> {
  const running = underWay.get(url);
  // The first one tells of it.
  if (running) return running.then(() => null);
  const begun = withClient(url, 'rewind', async (client) => {
    const { rows } = await client.query<{ rewind: Rewind | null }>(
      `select ${asker}.rewind()::json as rewind`,
    );
    return rows[0]?.rewind ?? null;
  }).finally(() => underWay.delete(url));
  underWay.set(url, begun);
  return begun;
}
