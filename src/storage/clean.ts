import { ask, type Query } from '../db/ask.ts';
import { type Storage, uploadKey } from './storage.ts';

const tenantsAtOnce = 100;
const keysAtOnce = 200;
const filesAtOnce = 200;

/** Stores bytes elsewhere that are about to go; while it cannot, they stay. */
type Keep = (keys: readonly string[]) => Promise<void>;

/**
 * Once an hour, tenant by tenant: uploads that never came go, and bytes that nothing needs. Each batch is a transaction
 * of its own; the next hourly run continues where a killed worker stopped.
 */
export async function cleanStorage(
  query: Query,
  storage: Storage,
  signal?: AbortSignal,
  keep?: Keep,
): Promise<void> {
  const faults: unknown[] = [];
  for await (const tenant of storageTenants(query, true)) {
    try {
      await removeStale(query, storage, tenant, signal);
      await removeBytes(query, storage, tenant, signal, keep);
    } catch (error) {
      signal?.throwIfAborted();
      // The next tenant's may well be removable.
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
}

/** Tenants that have had files, or (isDue) something to be cleaned up, page by page. */
export async function* storageTenants(query: Query, isDue: boolean): AsyncGenerator<string> {
  const statement = 'select worker.storage_tenants($1, $2, $3) as answer';
  for (let after: string | undefined = ''; after !== undefined; ) {
    const tenants: string[] = await ask(query, statement, [after, tenantsAtOnce, isDue]);
    yield* tenants;
    after = tenants.at(-1);
  }
}

/**
 * Removes bytes in three steps, each safe to repeat: the rows are marked, so that nothing comes to need them; the bytes
 * go; the rows go. A process killed in between leaves marked rows, which the next one takes up again.
 */
export async function removeBytes(
  query: Query,
  storage: Storage,
  tenant: string,
  signal?: AbortSignal,
  keep: Keep = async () => {},
): Promise<void> {
  const claim = 'select worker.blobs_claim($1, $2) as answer';
  for (;;) {
    const keys = await ask<string[] | null>(query, claim, [tenant, keysAtOnce]);
    if (keys === null) return;
    await keep(keys);
    await storage.remove(keys);
    await query('select worker.blobs_gone($1, $2)', [tenant, keys]);
    signal?.throwIfAborted();
  }
}

async function removeStale(
  query: Query,
  storage: Storage,
  tenant: string,
  signal?: AbortSignal,
): Promise<void> {
  const clean = 'select worker.files_clean($1, $2) as answer';
  for (;;) {
    const ids = await ask<string[]>(query, clean, [tenant, filesAtOnce]);
    for (const id of ids) await storage.dropUpload(uploadKey(tenant, id));
    if (ids.length < filesAtOnce) return;
    signal?.throwIfAborted();
  }
}
