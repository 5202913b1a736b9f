import type { Logger, Task } from 'graphile-worker';
import { ask, type Query } from '../../db/ask.ts';
import type { Config } from '../../ground/config/config.ts';
import { cleanStorage } from '../../storage/clean.ts';
import type { Storage } from '../../storage/storage.ts';
import { retire } from './retention.ts';

/**
 * Once an hour: journal partitions for the months ahead, those beyond their retention away with their seals, expired
 * confirm tokens away, what tenants want kept for a time only (governance), meters
 * rolled up, uploads that never came and bytes that no
 * file needs. Each step is a transaction of its own, short where it locks.
 */
export function housekeeping({ journalRetentionDays }: Config, storage: Storage): Task {
  return async (_payload, { query, logger, abortSignal }) => {
    await query('select worker.housekeeping()');
    await retire(query, abortSignal);
    await rollMetersUp(query, abortSignal);
    await retireJournal(query, logger, journalRetentionDays);
    // Last: a storage that is away holds up nothing else.
    await cleanStorage(query, storage, abortSignal);
    await query("select worker.round_ended('housekeeping')");
  };
}

/** In transactions of a hundred tenants each: an hour that was missed is done with the next. */
async function rollMetersUp(query: Query, signal?: AbortSignal): Promise<void> {
  const statement = 'select to_json(worker.meters_roll_up($1, $2)) as answer';
  for (let after: string | null = ''; after !== null; signal?.throwIfAborted())
    after = await ask<string | null>(query, statement, [after, 100]);
}

async function retireJournal(query: Query, logger: Logger, days: number): Promise<void> {
  const dropped = await ask<string[]>(query, 'select worker.journal_retire($1) as answer', [days]);
  if (dropped.length === 0) return;
  logger.warn(`retention has removed ${dropped.join(', ')} of the journal`);
  await query('select worker.journal_seals_trim()');
}
