import type pg from 'pg';
import type { Logger } from 'pino';
import { type Poll, startPoll } from '../../pulse/poll.ts';
import { type DiskRoom, endlessRoom } from '../../storage/disk-room.ts';

const everyMs = 3000;
/** Rows of one tenant that are sealed in one transaction. */
const batch = 1000;
/** Tenants that one round looks at; the next one continues behind them. */
const tenantsPerRound = 1000;

/** Seals the journal: the hash chain of each tenant, in the database; looks every three seconds. */
export function startSealer(pool: pg.Pool, log: Logger, room: DiskRoom = endlessRoom): Poll {
  let after = '';
  const seal = async (ending: AbortSignal, goesOn: () => void) => {
    const { rows } = await pool.query<{ found: { tenants: string[]; next: string } }>({
      name: 'unsealed',
      text: 'select worker.journal_unsealed($1, $2) as found',
      values: [after, tenantsPerRound],
    });
    const { tenants = [], next = '' } = rows[0]?.found ?? {};
    for (const tenant of tenants) await sealTenant(pool, tenant, ending, goesOn);
    after = next;
    return tenants.length === tenantsPerRound;
  };
  return startPoll('sealer', everyMs, seal, log, room);
}

/** Each part is a transaction of its own; what a killed worker leaves, the next round does. */
async function sealTenant(
  pool: pg.Pool,
  tenant: string,
  ending: AbortSignal,
  goesOn: () => void,
): Promise<void> {
  while (!ending.aborted) {
    const { rows } = await pool.query<{ done: boolean }>({
      name: 'seal',
      text: 'select worker.journal_seal($1, $2) as done',
      values: [tenant, batch],
    });
    goesOn();
    if (rows[0]?.done) return;
  }
}
