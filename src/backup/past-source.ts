import type pg from 'pg';
import { pino } from 'pino';
import { ask } from '../db/ask.ts';
import { withClient } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import { databaseUrls } from '../db/urls.ts';
import type { TargetParts } from '../snapshot/child.ts';
import { type LivingSource, openSource, type SourceOptions } from '../snapshot/source.ts';
import { recovered } from './bring-back.ts';
import { coverOf } from './covering.ts';
import { eraseAgain } from './erase-again.ts';
import { readErasures } from './erasures.ts';
import { BackupError } from './errors.ts';
import { withKept } from './kept-storage.ts';
import type { PastGiven } from './past-given.ts';
import { openScratch } from './scratch.ts';

/**
 * In the child: restores the backups up to a moment beside the database, which it never touches, and removes them when the
 * snapshot is taken. Everything that was erased since is erased there as well. It ends with the process when that is told to stop:
 * the guard ends PostgreSQL, and the worker removes the folder.
 */
export async function withPastSource<T>(
  parts: TargetParts,
  given: PastGiven,
  { tenant, options }: { tenant: string; options: SourceOptions },
  work: (source: LivingSource) => Promise<T>,
): Promise<T> {
  const { means, storage, box, region, signal } = parts;
  signal.addEventListener('abort', () => process.exit());
  const { pgBin } = given;
  const { dataDir } = means;
  const moment = new Date(given.moment);
  const covered = await coverOf({ ...given, dataDir }, moment, signal);
  if ('reason' in covered) throw new BackupError(covered.message);
  const { destination, identities, found } = covered;
  const erased = (await readErasures(destination)).filter(({ tenant_id }) => tenant_id === tenant);
  const scratch = await openScratch(dataDir, 'past', log);
  try {
    const job = { destination, identities, dataDir: scratch.dataDir, pgBin, log };
    return await recovered(job, found, moment, async (client, url) => {
      // It may be of an earlier version.
      await migrate(url, { log, encryptionKey: means.encryptionKeys, isCopy: true });
      await eraseIn(client, erased);
      const { worker } = databaseUrls(url, means.encryptionKeys);
      const kept = await withKept(storage, { destination, identities }, tenant);
      const copy = { url: worker, storage: kept, box, region, scratch: parts.scratch };
      const source = await openSource(copy, tenant, options);
      try {
        // Of the moment, not of the time at which it was taken.
        const feed_place = await placeOf(worker, tenant, given.moment);
        Object.assign(source.manifest, { snapshot_at: moment.toISOString(), feed_place });
        return await work(source);
      } finally {
        await source.close();
      }
    });
  } finally {
    await scratch.drop();
  }
}

const log = pino({ level: 'silent' });

async function eraseIn(client: pg.Client, erased: Parameters<typeof eraseAgain>[1]): Promise<void> {
  await client.query('set role insula_owner');
  await eraseAgain(client, erased);
  await client.query('reset role');
}

const placeOf = (url: string, tenant: string, moment: string): Promise<string> =>
  withClient(url, 'moment', (client) =>
    ask(client.query.bind(client), 'select worker.snapshot_place($1, $2) as answer', [
      tenant,
      moment,
    ]),
  );
