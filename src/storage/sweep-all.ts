import { ask, type Query } from '../db/ask.ts';
import { storageTenants } from './clean.ts';
import type { Storage } from './storage.ts';
import { addTo, nothingFound, restMs, Sweep, type SweepOptions, type Swept } from './sweep.ts';

const namesAtOnce = 100;

/** Compares the whole storage with the database: tenant by tenant, then files without a tenant. */
export async function sweepAll(
  query: Query,
  storage: Storage,
  options: SweepOptions = {},
): Promise<Swept> {
  const all = nothingFound();
  // The start reports files that belong to another user.
  if (options.fix) await storage.closeToOthers?.().catch(() => {});
  const sweep = async (tenant: string) =>
    addTo(all, await new Sweep(query, storage, tenant, options).run());
  for await (const tenant of storageTenants(query, false)) await sweep(tenant);
  for await (const tenant of strangers(query, storage)) await sweep(tenant);
  if (options.fix) await storage.dropUnfinished(restMs);
  return all;
}

/**
 * Yields tenants that have something in the storage and no files: deleted ones, and those whose only uploads failed.
 * Tenants that this database has never had belong to another one, and are not touched: a bucket may be shared.
 */
async function* strangers(query: Query, storage: Storage): AsyncGenerator<string> {
  const statement = 'select worker.storage_strangers($1) as answer';
  let names: string[] = [];
  for await (const name of storage.tenants()) {
    names.push(name);
    if (names.length < namesAtOnce) continue;
    yield* await ask<string[]>(query, statement, [names]);
    names = [];
  }
  yield* await ask<string[]>(query, statement, [names]);
}
