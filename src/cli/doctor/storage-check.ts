import type pg from 'pg';
import { ask, type Query } from '../../db/ask.ts';
import { withClient } from '../../db/client.ts';
import { withRole } from '../../db/urls.ts';
import type { Config } from '../../ground/config/config.ts';
import { storageTenants } from '../../storage/clean.ts';
import { storageOf } from '../../storage/open.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Found } from '../../storage/sweep.ts';
import { sweepAll } from '../../storage/sweep-all.ts';
import { type Finding, failed, ok, warning } from './check.ts';

export interface StorageOptions {
  /** Removes what belongs to no file, forgets lost images, sets quotas right. */
  fix: boolean;
  /** Reads all bytes and hashes them. */
  isDeep: boolean;
}

/** Compares the bytes of files with the database, both ways. Without `fix` it changes nothing. */
export async function checkStorage(
  url: string,
  config: Config,
  options: StorageOptions,
): Promise<Finding[]> {
  const storage = storageOf(config);
  try {
    await storage.check();
    return await withClient(withRole(url, 'insula_owner'), 'doctor', (client: pg.Client) => {
      const query: Query = (text, values) => client.query(text, values);
      return compare(query, storage, options);
    });
  } catch (error) {
    const advice = 'Check DATA_DIR or the S3_ variables, and what this user may do there.';
    return [failed('bytes of files', (error as Error).message, advice)];
  }
}

async function compare(
  query: Query,
  storage: Storage,
  options: StorageOptions,
): Promise<Finding[]> {
  const { orphans, missing, damaged, images } = await sweepAll(query, storage, options);
  const restore = async ({ first }: Found) =>
    'Restore them from a backup under the same keys, or delete the files they belong to: ' +
    (await filesWith(query, first)).join(', ');
  const repair = (done: string) => (options.fix ? `Done: ${done}.` : `With --fix ${done}.`);
  return [
    await report('missing bytes', missing, failed, () => restore(missing)),
    await report('damaged bytes', damaged, failed, () => restore(damaged)),
    await report('bytes of no file', orphans, warning, () => repair('they are removed')),
    await report('lost images', images, warning, () =>
      repair('they are made again when asked for'),
    ),
    await checkQuotas(query, options.fix, repair),
  ];
}

/** A list as a finding: none is well. */
async function report(
  name: string,
  { count, first }: Found,
  otherwise: typeof warning,
  advice: () => string | Promise<string>,
): Promise<Finding> {
  if (count === 0) return ok(name, 'none');
  const more = count > first.length ? ', …' : '';
  return otherwise(name, `${count}: ${first.join(', ')}${more}`, await advice());
}

async function filesWith(query: Query, keys: string[]): Promise<string[]> {
  const statement = 'select worker.storage_users($1, $2) as answer';
  const byTenant = Map.groupBy(keys, (key) => key.split('/')[0] as string);
  const files: string[] = [];
  for (const [tenant, some] of byTenant)
    files.push(...(await ask<string[]>(query, statement, [tenant, some])));
  return files;
}

/** Compares what the quota of each tenant counts with what its files add up to. */
async function checkQuotas(
  query: Query,
  fix: boolean,
  repair: (done: string) => string,
): Promise<Finding> {
  const wrong: Found = { count: 0, first: [] };
  for await (const tenant of storageTenants(query, false)) {
    const { counted, actual } = await ask<{ counted: number; actual: number }>(
      query,
      'select worker.storage_recount($1, $2) as answer',
      [tenant, fix],
    );
    if (counted === actual) continue;
    wrong.count++;
    if (wrong.first.length < 10)
      wrong.first.push(`${tenant} counts ${counted} bytes and has ${actual}`);
  }
  return report('quotas', wrong, warning, () => repair('they are recalculated'));
}
