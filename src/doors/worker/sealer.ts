import type pg from 'pg';
import type { Logger } from 'pino';
import { reasonOf } from '../../pulse/each.ts';
import { subjectOf } from '../../pulse/outages.ts';
import { type Poll, startPoll } from '../../pulse/poll.ts';
import { type DiskRoom, endlessRoom } from '../../storage/disk-room.ts';

const everyMs = 3000;
/** So long without a sign of a change it looks by itself, in case that was lost. */
const restMs = 60_000;
/** Rows of one tenant that are sealed in one transaction. */
const batch = 1000;
/** Tenants that one round looks at; the next one continues behind them. */
const tenantsPerRound = 1000;

/** Seals the journal: the hash chain of each tenant, in the database; looks every three seconds while there are changes. */
export function startSealer(pool: pg.Pool, log: Logger, room: DiskRoom = endlessRoom): Poll {
  let after = '';
  /** Whether this walk through the tenants has found one, or a change was heard of during it: behind it, perhaps. */
  let isDue = false;
  /** Tenants whose journal could not be sealed, each of which was logged once. */
  const faulty = new Set<string>();
  const sealOne = async (tenant: string, ending: AbortSignal, goesOn: () => void) => {
    try {
      await sealTenant(pool, tenant, ending, goesOn);
      faulty.delete(tenant);
    } catch (error) {
      // All tenants would meet it.
      if (subjectOf(error) !== undefined) throw error;
      goesOn();
      if (faulty.has(tenant)) return;
      faulty.add(tenant);
      log.error(`the journal of the tenant ${tenant} could not be sealed: ${reasonOf(error)}`);
    }
  };
  const seal = async (ending: AbortSignal, goesOn: () => void) => {
    if (after === '') isDue = false;
    const { rows } = await pool.query<{ found: { tenants: string[]; next: string } }>({
      name: 'unsealed',
      text: 'select worker.journal_unsealed($1, $2) as found',
      values: [after, tenantsPerRound],
    });
    const { tenants = [], next = '' } = rows[0]?.found ?? {};
    for (const tenant of tenants) await sealOne(tenant, ending, goesOn);
    after = next;
    if (tenants.length > 0) isDue = true;
    if (tenants.length === tenantsPerRound) return true;
    // Rows that could not be sealed yet, because an older transaction was open, are tried again.
    return isDue || next !== '' ? 'soon' : false;
  };
  const poll = startPoll('sealer', { everyMs, restMs: () => restMs }, seal, log, room);
  return {
    ...poll,
    stir() {
      isDue = true;
      poll.stir();
    },
  };
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
