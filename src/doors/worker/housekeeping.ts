import type { Logger, Task } from 'graphile-worker';
import { noteErasures } from '../../backup/erasures.ts';
import { keepFiles } from '../../backup/kept-files.ts';
import { ask, type Query } from '../../db/ask.ts';
import type { Config } from '../../ground/config/config.ts';
import { eachByItself } from '../../pulse/each.ts';
import { cleanStorage } from '../../storage/clean.ts';
import type { Storage } from '../../storage/storage.ts';
import { retire } from './retention.ts';

/**
 * Once an hour: journal partitions for the months ahead, those beyond their retention away with their seals, tenants that have
 * expired deleted, erasures of deleted tenants continued, expired confirm tokens away, what tenants want kept for a time only (governance), meters
 * rolled up, uploads that never came and bytes that no
 * file needs. Each step is a transaction of its own, short where it locks.
 */
export function housekeeping(config: Config, storage: Storage): Task {
  const { journalRetentionDays } = config;
  return async (_payload, { query, logger, abortSignal }) => {
    await query('select worker.housekeeping()');
    await expireDiffs(query, abortSignal);
    await expireTenants(query, logger, abortSignal);
    await continueErasures(query, logger, abortSignal);
    await retire(query, logger, abortSignal);
    const metering = await rollMetersUp(query, abortSignal).catch((error: Error) => error);
    await retireJournal(query, logger, journalRetentionDays);
    await retireAudits(query, config, abortSignal);
    // Last: a destination of backups or a storage that is away holds up nothing else.
    const away = await noteErasures(config, query).catch((error: Error) => error);
    const keep = (keys: readonly string[]) => keepFiles(config, storage, keys);
    await cleanStorage(query, storage, abortSignal, keep);
    // They keep nothing else from its turn.
    if (metering) throw metering;
    if (away) throw away;
    await query("select worker.round_ended('housekeeping')");
  };
}

/** Those of which more than so many expire in one hour are deleted in the next ones. */
const expiredAtOnce = 1_000;

/** Deletes tenants that were made for a time, each in a transaction of its own. */
async function expireTenants(query: Query, logger: Logger, signal?: AbortSignal): Promise<void> {
  const { expired, orphans } = await ask<{ expired: string[]; orphans: string[] }>(
    query,
    'select worker.tenants_expired($1) as answer',
    [expiredAtOnce],
  );
  for (const [tenants, isOrphan] of [[expired, false] as const, [orphans, true] as const])
    await eachByItself(
      tenants,
      (tenant) => query('select worker.tenant_expire($1, $2)', [tenant, isOrphan]),
      (tenant) => `the tenant ${tenant}, which has expired, could not be deleted`,
      logger,
      signal,
    );
}

/** A comparison may have 100,000 changes: they go in parts, each a transaction of its own. */
async function expireDiffs(query: Query, signal?: AbortSignal): Promise<void> {
  while (!(await ask<boolean>(query, 'select worker.diffs_expire($1) as answer', [5_000])))
    signal?.throwIfAborted();
}

/** Deleted tenants whose journal is due to go, and users whose values are still there. */
async function continueErasures(query: Query, logger: Logger, signal?: AbortSignal): Promise<void> {
  const users = 'select worker.user_erasures_due($1) as answer';
  await eachByItself(
    await ask<Array<{ tenant_id: string; user_id: string }>>(query, users, [expiredAtOnce]),
    ({ tenant_id, user_id }) =>
      query('select worker.user_erasure_queue($1, $2)', [tenant_id, user_id]),
    ({ user_id }) => `the erasure of the user ${user_id} could not be continued`,
    logger,
    signal,
  );
  const statement = 'select worker.erasures_due($1) as answer';
  await eachByItself(
    await ask<string[]>(query, statement, [expiredAtOnce]),
    (tenant) => query('select worker.erasure_queue($1)', [tenant]),
    (tenant) => `the erasure of the tenant ${tenant} could not be continued`,
    logger,
    signal,
  );
}

/** In transactions of a hundred tenants each: an hour that was missed is done with the next. */
async function rollMetersUp(query: Query, signal?: AbortSignal): Promise<void> {
  const statement = 'select to_json(worker.meters_roll_up($1, $2)) as answer';
  for (let after: string | null = ''; after !== null; signal?.throwIfAborted())
    after = await ask<string | null>(query, statement, [after, 100]);
}

/** Removes old rows of the operator's audit log in parts, and the values in those about tenants whose journal has gone. */
async function retireAudits(
  query: Query,
  { platformAuditRetentionDays, journalRetentionDays }: Config,
  signal?: AbortSignal,
): Promise<void> {
  const statement = 'select worker.platform_audits_retire($1, $2, $3) as answer';
  const given = [platformAuditRetentionDays, journalRetentionDays, 5_000];
  while (!(await ask<boolean>(query, statement, given))) signal?.throwIfAborted();
}

async function retireJournal(query: Query, logger: Logger, days: number): Promise<void> {
  const dropped = await ask<string[]>(query, 'select worker.journal_retire($1) as answer', [days]);
  if (dropped.length === 0) return;
  logger.warn(`retention has removed ${dropped.join(', ')} of the journal`);
  await query('select worker.journal_seals_trim()');
}
